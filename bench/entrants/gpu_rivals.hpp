// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rivals on GPUs: a kernel with the structure of OpenCV's CUDA bilateral, compiled and timed
// like ours, so that it also runs where OpenCV has no CUDA; and a copy.

#include <string_view>

#include "cases/case.hpp"
#include "gpu/place.hpp"
#include "methods/direct/gpu/direct_code.hpp"
#include "timing/turns.hpp"

namespace selvage::bench {

// Returns whether the kernel of OpenCV's structure computes the case's filter: a bilateral of u8 or
// f32, 1 or 3 channels, norm l1 (one channel: l2 too), border reflect101, one iteration, no side as
// short as the radius; and the device has groups of 256.
bool has_opencv_structure(const Case& c, const GpuFacts& gpu);

// Returns its code, for the same cases.
gpu::Code opencv_structure_code(const Case& c, const DeviceFacts& facts);

// Block: compile. The buffers hold images without gaps and must outlive the returned function.
Enqueue make_opencv_structure(Place& place, const Case& c, const gpu::Buffer& from,
                              const gpu::Buffer& to);
// The buffers hold multiples of 16 bytes.
Enqueue make_copy(Place& place, std::size_t bytes, const gpu::Buffer& from, const gpu::Buffer& to);

// kernels/opencv_structure.h and .cl.
std::string_view opencv_structure_text();
// kernels/copy.cl.
std::string_view copy_text();

}  // namespace selvage::bench
