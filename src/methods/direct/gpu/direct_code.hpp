// SPDX-License-Identifier: Apache-2.0
#pragma once
// The device code of a pass of means over windows: program text, constants and arguments.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "backends/gpu/launches.hpp"
#include "filters/problem.hpp"
#include "methods/direct/pixel_form.hpp"

namespace selvage::gpu {

// Returns the registers that an item may have so that `min_blocks` groups fit a multiprocessor.
// CUDA derives the same number; NVIDIA's OpenCL is told it (MOST_REGISTERS).
int most_registers(const WorkGroup& group);

// Returns the form in which a pass reads a pixel.
PixelForm form_of(const Pass& pass, const Problem& problem);

// Returns whether invalid pixels may have to be filled.
bool has_filling(const Pass& pass, const Problem& problem);

// Returns the weights that fill.cl describes.
std::vector<std::byte> filling_weights(const Pass& pass, const Problem& problem, bool real64);

// `function` is bilateral_tile, bilateral_lookup, bilateral_tensor, bilateral_plain, guide or fill.
// `dense`: the samples of a row are adjacent in the images that are read and written.
Code direct_code(const std::string& function, const Pass& pass, const Problem& problem,
                 const DirectGpuTuning& tuning, const GpuFacts& gpu, bool dense);

// Returns the border's value in the guide, in the units of its stored samples.
double guide_border_value(const Pass& pass, const Problem& problem);

// Returns the arguments that window, weights and validity need: for any number of channels.
SelvageBilateral window_arguments(const Pass& pass, const Problem& problem);

// Returns all arguments except layouts and sizes.
SelvageBilateral direct_arguments(const Pass& pass, const Problem& problem,
                                  const DirectGpuTuning& tuning);

// Sets where the slices lie, which are images of the batch: taps lie in several of the input's.
void set_slices(const Frame& frame, SelvageBilateral& arguments);

// Returns the local memory of a group of bilateral_tile.
std::size_t tile_bytes(const Pass& pass, const Problem& problem, const DirectGpuTuning& tuning);

}  // namespace selvage::gpu
