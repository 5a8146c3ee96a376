// SPDX-License-Identifier: Apache-2.0
#pragma once
// Candidate "walk": the geometry-guided mean on a device.

#include <memory>
#include <string_view>

#include "backends/gpu/kernel.hpp"

namespace selvage::gpu {

// Tiles in local memory where the tuning gives a work-item several rows, else walks of single
// pixels. Blocks: compiles.
std::unique_ptr<Kernel> make_walk(std::string_view candidate, const Pass& pass,
                                  const Problem& problem, const Tuning& tuning, Device& device,
                                  ProgramSource& programs);

}  // namespace selvage::gpu
