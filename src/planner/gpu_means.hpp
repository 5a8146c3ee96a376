// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the planners of means over windows on GPUs share: speeds, tiles, memory and errors.

#include <cstddef>
#include <string>
#include <vector>

#include "core/gpu_tile.hpp"
#include "core/problem.hpp"
#include "planner/catalogue.hpp"

namespace selvage::planner {

// How fast a kernel does taps.
struct Loop {
  double share;           // of the issue slots that do taps
  double processor_taps;  // a second and core, OpenCL on a CPU
};
// Speeds are those of docs/journal/0005, rounded.
inline constexpr Loop tile_loop{0.6, 3e7}, plain_loop{0.15, 1e8};

// Of the problem's own step when it reads `reads`.
PixelForm form_of(const Problem& p, PixelType reads);
// When it reads the image.
PixelForm form_of(const Problem& p);

// Taps a second: instructions of a tap over the issue slots of the device.
double taps_per_second(const Problem& p, const GpuFacts& gpu, const Loop& loop);

// The bound of a direct mean; its argument stands with it.
double mean_error(const Problem& p, Sums how, int piece);
// Taps of a short sum: as long as the error allows, but no shorter than `least`.
int piece_of(const Problem& p, int least);

// `taps`: of a pixel in the longest pass. Sums are flat.
Tuning mean_tuning(const Problem& p, const GpuFacts& gpu, const std::vector<Pass>& passes,
                   double taps, double taps_per_second);

// Local memory of a group of bilateral_tile, in the pass that needs most.
std::size_t local_bytes(const Problem& p, const std::vector<Pass>& passes, const Tuning& tuning);

// `taps`: of a pixel in all passes.
double mean_seconds(const Problem& p, const GpuFacts& gpu, const Loop& loop, std::size_t passes,
                    double taps);

ScratchBytes mean_scratch(const Problem& p, const std::vector<Pass>& passes, const Tuning& tuning);

// Why no kernel can serve; empty: one can.
std::string mean_unsupported(const Problem& p, const GpuFacts& gpu);

}  // namespace selvage::planner
