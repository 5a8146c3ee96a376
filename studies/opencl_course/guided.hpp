// SPDX-License-Identifier: Apache-2.0
#pragma once
// The separable Gaussian that stops at flags, on a rendered frame.

#include <string>
#include <vector>

#include "opencl_course/flags.hpp"
#include "selvage/filters.hpp"

namespace selvage::studies::course {

// The product's filter with the same weights.
GeometryGuided guided_filter(int radius);
Constants guided_constants(int radius, int steps);

// The frame's flags by the CPU in the device's memory, so that a fault of task 3's first half does
// not show in its second.
Plane flags_plane(Session& session, const RenderedFrame& frame);

// Filters all frames and expects the CPU's result; saves the last one's images.
struct GuidedResult {
  double error = 0.0;
  Image image;  // of the last frame
};
GuidedResult check_guided(Session& session, const std::string& name,
                          const std::vector<Pass>& passes, int radius,
                          const std::vector<RenderedFrame>& frames);

}  // namespace selvage::studies::course
