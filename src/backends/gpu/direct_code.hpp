// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a direct bilateral pass becomes on a device: program text, constants and arguments.

#include <string>
#include <string_view>
#include <vector>

#include "backends/gpu/launches.hpp"
#include "core/planes.hpp"
#include "core/problem.hpp"

namespace selvage::gpu {

// The planes of a pass: `split` where the samples are finer than 8 bits.
PlaneLayout layout_of(const Pass& pass, const Problem& problem);

// Floats of the guide at each pixel; 0: distances are between the image's own samples.
int guide_floats(const PlaneLayout& layout);

// `function`: bilateral_tile, bilateral_plain, guide or fill. `dense`: samples of a row lie side by
// side in the images that are read and written.
Code direct_code(const std::string& function, const Pass& pass, const Problem& problem,
                 const Tuning& tuning, const GpuFacts& gpu, bool dense);

// All arguments but layouts and sizes.
SelvageBilateral direct_arguments(const Pass& pass, const Problem& problem, const Tuning& tuning);

// Local memory of a group of bilateral_tile.
std::size_t tile_bytes(const Pass& pass, const Problem& problem, const Tuning& tuning);

}  // namespace selvage::gpu
