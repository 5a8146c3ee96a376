// SPDX-License-Identifier: Apache-2.0
#include "opencl_course/guided.hpp"

#include <span>
#include <utility>

#include "opencl_course/check.hpp"
#include "opencl_course/matrices.hpp"
#include "reference/reference.hpp"

namespace selvage::studies::course {
namespace {

// The sheet states no sigma.
std::vector<float> weights_of(int radius) {
  return gaussian_line(radius, radius / 2.0);
}

}  // namespace

GeometryGuided guided_filter(int radius) {
  GeometryGuided filter = thresholds();
  filter.radius = radius;
  filter.row = filter.column = weights_of(radius);
  return filter;
}

Constants guided_constants(int radius, int steps) {
  return constants_of(weights_of(radius), steps);
}

Plane flags_plane(Session& session, const RenderedFrame& frame) {
  Plane plane(session, frame.depth.width(), frame.depth.height(), 1);
  const Flags flags = flags_of(frame);
  plane.write(std::as_bytes(std::span(flags.values)));
  return plane;
}

GuidedResult check_guided(Session& session, const std::string& name,
                          const std::vector<Pass>& passes, int radius,
                          const std::vector<RenderedFrame>& frames) {
  GuidedResult last;
  for (const RenderedFrame& frame : frames) {
    const reference::Samples expected =
        reference::run(guided_filter(radius),
                       {.image = frame.noisy, .normals = frame.normals, .depth = frame.depth})
            .samples;
    const Plane flags = flags_plane(session, frame);
    Filtered result = run(session, {.passes = passes, .flags = &flags}, frame.noisy);
    // Two passes, each with a sum of products, a sum of weights and a quotient.
    const double tolerance = 4 * rounding(2 * radius + 1, 1.0, largest_sample(frame.noisy));
    last.error = check(session, name, result, expected, tolerance);
    if (&frame == &frames.back()) save_images(session, name, result.image, rounded(expected));
    last.image = std::move(result.image);
  }
  return last;
}

}  // namespace selvage::studies::course
