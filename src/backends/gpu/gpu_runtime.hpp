// SPDX-License-Identifier: Apache-2.0
#pragma once
// A device behind a driver as a place where filters run.

#include <memory>
#include <string_view>

#include "backends/backend.hpp"
#include "backends/gpu/device.hpp"
#include "backends/gpu/kernel.hpp"

namespace selvage::gpu {

// The kernel of a candidate that planner/catalogue.cpp names, for one pass. Blocks: compiles.
std::unique_ptr<Kernel> make_kernel(std::string_view candidate, const Pass& pass,
                                    const Problem& problem, const Tuning& tuning, Device& device,
                                    ProgramSource& programs);

std::unique_ptr<Runtime> make_runtime(std::shared_ptr<Device> device);

}  // namespace selvage::gpu
