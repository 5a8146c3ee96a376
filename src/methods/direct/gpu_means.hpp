// SPDX-License-Identifier: Apache-2.0
#pragma once
// Speed, tiles, memory and error of means over windows on GPUs, for all candidates that compute
// them.

#include <cstddef>
#include <string>
#include <vector>

#include "filters/problem.hpp"
#include "methods/direct/pixel_form.hpp"
#include "methods/direct/tuning.hpp"
#include "planner/candidate.hpp"
#include "planner/gpu_tiles.hpp"

namespace selvage::planner {

// The speed of a kernel's inner loop.
struct Loop {
  double share;           // fraction of the issue slots that taps use
  double processor_taps;  // taps per second and core of OpenCL on a CPU
};
// The speeds are those of docs/journal/0005, 0039 and 0050, rounded.
inline constexpr Loop tile_loop{0.66, 3e7}, columns_loop{0.82, 3e7}, plain_loop{0.15, 1e8};

// The form of the problem's main step when it reads `reads`.
PixelForm form_of(const Problem& p, PixelType reads);
// The form of the main step when it reads the image.
PixelForm form_of(const Problem& p);

// Returns the taps per second: the device's issue slots over the instructions of a tap.
double taps_per_second(const Problem& p, const GpuFacts& gpu, const Loop& loop);

// Returns the error bound of a direct mean. The proof stands at the function.
double mean_error(const Problem& p, Summation how, int block);
// Returns the taps of a summation block: as many as the error allows, and at least `least`.
int block_of(const Problem& p, int least);

// Returns the bytes of a pixel; `between` counts the images between passes and planes of luma or
// lab.
PixelBytes bytes_of_pixel(const Problem& p, std::size_t passes);

// Returns a tuning with flat sums. `taps` are those of a pixel in the longest pass.
DirectGpuTuning mean_tuning(const Problem& p, const GpuFacts& gpu, const std::vector<Pass>& passes,
                            double taps, double taps_per_second);

// Returns whether groups of this shape leave work for no more than two of them on each
// multiprocessor, so that smaller ones fill the device more evenly (docs/journal/0035).
bool few_groups(const Problem& p, const GpuFacts& gpu, const WorkGroup& group);

// Returns the local memory of a group of bilateral_tile in the pass that needs most.
std::size_t local_bytes(const Problem& p, const std::vector<Pass>& passes,
                        const DirectGpuTuning& tuning);

// Returns the predicted time; the kernels take `pixel_seconds` for a pixel in all passes.
double mean_seconds(const Problem& p, const GpuFacts& gpu, std::size_t passes,
                    double pixel_seconds);

ScratchBytes mean_scratch(const Problem& p, const std::vector<Pass>& passes, const Tile& tile);

// Returns the reason why no kernel can serve, or an empty string.
std::string mean_unsupported(const Problem& p, const GpuFacts& gpu);

}  // namespace selvage::planner
