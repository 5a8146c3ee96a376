// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rival on GPUs: a kernel with the structure of OpenCV's CUDA bilateral, compiled and timed
// like ours, so that it also runs where OpenCV has no CUDA.

#include <memory>
#include <string_view>

#include "cases.hpp"
#include "gpu/place.hpp"
#include "gpu/turns.hpp"
#include "methods/direct/gpu/direct_code.hpp"

namespace selvage::bench {

// Returns whether the rival computes the same filter: u8 or f32, 1 or 3 channels, norm l1 (one
// channel: l2 too), border reflect101, one iteration, no side as short as the radius; and the
// device has groups of 256.
bool rival_can(const Case& c, int width, int height, const GpuFacts& gpu);

// Returns the rival's code, for the same cases.
gpu::Code rival_code(const Case& c, const DeviceFacts& facts);

// Blocks: compiles. The buffers hold images without gaps and must outlive the returned function.
Enqueue make_rival(Place& place, const Case& c, int width, int height, const gpu::Buffer& from,
                   gpu::Buffer& to);

// kernels/opencv_structure.h and .cl.
std::string_view rival_text();
// kernels/copy.cl.
std::string_view copy_text();

}  // namespace selvage::bench
