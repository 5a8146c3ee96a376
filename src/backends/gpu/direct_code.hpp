// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a direct bilateral pass becomes on a device: program text, constants and arguments.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/planes.hpp"
#include "core/problem.hpp"

namespace selvage::gpu {

// The same text is read by the devices' compilers, which know no namespaces.
using i64 = std::int64_t;
#include "kernels/arguments.h"

// One kernel function, ready to be compiled.
struct Code {
  std::string function;              // "bilateral_tile"
  std::string source;                //
  std::vector<std::string> options;  // "-DCHANNELS=3"
};

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
