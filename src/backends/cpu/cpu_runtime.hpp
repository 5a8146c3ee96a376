// SPDX-License-Identifier: Apache-2.0
#pragma once
// The CPU as a place where filters run.

#include <memory>

#include "backends/backend.hpp"

namespace selvage::cpu {

// Throws Error{invalid_argument} for a negative thread count or an unknown instruction set.
std::unique_ptr<Runtime> make_runtime(const EngineOptions& options);

}  // namespace selvage::cpu
