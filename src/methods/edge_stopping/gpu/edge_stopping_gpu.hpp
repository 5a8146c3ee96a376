// SPDX-License-Identifier: Apache-2.0
#pragma once
// Candidate "edge_stopping": the geometry-guided mean on a device.

#include <memory>

#include "backends/gpu/kernel.hpp"
#include "methods/edge_stopping/tuning.hpp"

namespace selvage::gpu {

// Tiles in local memory where the tuning gives a work-item several rows, else walks of single
// pixels. Blocks: compiles.
std::unique_ptr<Kernel> make_edge_stopping_kernel(const Pass& pass,
                                                  const planner::Decision& decision, Device& device,
                                                  ProgramSource& programs);

}  // namespace selvage::gpu
