// SPDX-License-Identifier: Apache-2.0
#pragma once
// Runs filters on the CPU.

#include <memory>
#include <string>

#include "backends/backend.hpp"
#include "backends/cpu/kernel.hpp"

namespace selvage::cpu {

// Returns the number of threads that runs with these options use. Throws Error{invalid_argument}
// for a bad thread count.
int thread_count(const EngineOptions& options);

// Returns the instruction set of this name, or the best one; its name is empty if there is none.
// Throws Error{invalid_argument} for an unknown name.
SimdTarget find_target(const std::string& name);

// `factory_of` returns the factory of each CPU candidate. Throws Error{invalid_argument} for a
// negative thread count or an unknown instruction set.
std::unique_ptr<Runtime> make_runtime(const EngineOptions& options, FactoryOf* factory_of);

}  // namespace selvage::cpu
