// SPDX-License-Identifier: Apache-2.0
#pragma once
// Candidate "count" of the CPU: threads count tiles into counters of their own, which are added up.

#include <memory>

#include "backends/backend.hpp"
#include "backends/cpu/executor.hpp"

namespace selvage::cpu {

// The runner has so many threads and outlives the pipeline.
std::unique_ptr<Pipeline> make_histogram(const Work& work, TaskRunner& runner, int threads);

}  // namespace selvage::cpu
