// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a pass of means over windows becomes on a device: program text, constants and arguments.

#include <string>
#include <string_view>
#include <vector>

#include "backends/gpu/launches.hpp"
#include "core/gpu_tile.hpp"
#include "core/problem.hpp"

namespace selvage::gpu {

// What a pass reads of each pixel.
PixelForm form_of(const Pass& pass, const Problem& problem);

// Invalid pixels may have to be filled.
bool has_filling(const Pass& pass, const Problem& problem);

// `function`: bilateral_tile, bilateral_plain, guide or fill. `dense`: samples of a row lie side by
// side in the images that are read and written.
Code direct_code(const std::string& function, const Pass& pass, const Problem& problem,
                 const Tuning& tuning, const GpuFacts& gpu, bool dense);

// All arguments but layouts and sizes.
SelvageBilateral direct_arguments(const Pass& pass, const Problem& problem, const Tuning& tuning);

// Local memory of a group of bilateral_tile.
std::size_t tile_bytes(const Pass& pass, const Problem& problem, const Tuning& tuning);

}  // namespace selvage::gpu
