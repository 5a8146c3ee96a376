// SPDX-License-Identifier: Apache-2.0
#pragma once
// Flags of discontinuity: a pixel's four neighbours by normal and depth.

#include <cstdint>
#include <string>
#include <vector>

#include "opencl_course/ladder.hpp"
#include "opencl_course/rendering.hpp"
#include "selvage/filters.hpp"

namespace selvage::studies::course {

// Normal and depth of a pixel in one float4.
Plane geometry_of(Session& session, const RenderedFrame& frame);

// What CPU and kernels take for the same surface: the product's thresholds.
GeometryGuided thresholds();

// By the CPU. `open`: bits whose normals or depths are so near a threshold that floats may decide
// otherwise.
struct Flags {
  std::vector<std::uint8_t> values, open;
};
Flags flags_of(const RenderedFrame& frame);

// All passes of a rung, or of a reader's kernels, on one frame.
void enqueue_flags(gpu::Stream& stream, const std::vector<Pass>& passes, const Plane& geometry,
                   const Plane& flags);
// Blocks.
std::vector<std::uint8_t> run_flags(Session& session, const std::vector<Pass>& passes,
                                    const RenderedFrame& frame);

// Expects the CPU's flags, and saves the last frame's as images. Returns those.
std::vector<std::uint8_t> check_flags(Session& session, const std::string& name,
                                      const std::vector<Pass>& passes,
                                      const std::vector<RenderedFrame>& frames);

// The frames that flags are checked on; the last one is the largest. With paths: noisy too.
std::vector<RenderedFrame> checked_frames(const Settings& settings);

// 0..15 as floats.
Image image_of(const std::vector<std::uint8_t>& flags, int width, int height);

}  // namespace selvage::studies::course
