// SPDX-License-Identifier: Apache-2.0
#pragma once
// Makes runners of tasks: three implementations, one interface.

#include <memory>

#include "backends/task_runner.hpp"
#include "selvage/engine.hpp"

namespace selvage::cpu {

// `automatic` is oneTBB, or std::jthread in builds for the thread sanitizer.
std::unique_ptr<TaskRunner> make_runner(Executor executor, int threads);

}  // namespace selvage::cpu
