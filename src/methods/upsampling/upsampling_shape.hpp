// SPDX-License-Identifier: Apache-2.0
#pragma once
// The geometry and the planes of joint bilateral upsampling, for the planner and the backends.

#include <algorithm>
#include <variant>

#include "core/checked.hpp"
#include "filters/exponent_scale.hpp"
#include "filters/planes.hpp"
#include "filters/problem.hpp"
#include "filters/upsample_axis.hpp"

namespace selvage {

// The CPU's vector loops: the taps of a sum in single precision, and the degree of exp2.
inline constexpr int upsample_block = 16;
constexpr int upsample_degree(bool bytes) {
  return bytes ? 3 : 5;
}

// Returns the window and the distances of the joint bilateral with the same parameters.
inline WindowMean window_of(const JointUpsampling& filter) {
  WindowMean window;
  window.sigma_space = filter.sigma_space;
  window.sigma_range = filter.sigma_range;
  window.radius_x = window.radius_y = effective_radius(filter);
  window.window = filter.window;
  window.norm = filter.norm;
  window.border = filter.border;
  window.border_value = filter.border_value;
  window.alpha = filter.alpha;
  window.invalid = filter.invalid;
  window.fill = filter.fill;
  window.guide = Guide::given;
  return window;
}

// The parts of an upsampling problem.
struct Upsampling {
  JointUpsampling filter;
  WindowMean window;
  PlaneLayout layout;
  UpsampleAxis x, y;
  ConstImageView image, guide;  // shapes
  double space_scale;  // a weight is 2^-(space_scale |u - q|^2 + range_scale D^2), D in the
  double range_scale;  //   guide's stored units, or Lab over 100

  explicit Upsampling(const Problem& problem)
      : filter(std::get<JointUpsampling>(problem.filter)),
        window(window_of(filter)),
        layout(plane_layout(window, problem)),
        x{problem.shapes.image.width, problem.shapes.guide.width},
        y{problem.shapes.image.height, problem.shapes.guide.height},
        image(problem.shapes.image),
        guide(problem.shapes.guide),
        space_scale(exponent_scale(double{filter.sigma_space})),
        range_scale(range_exponent_scale(window, layout, guide.type)) {}

  // Returns the distance planes of all groups.
  int distance_planes() const { return layout.groups * layout.distance_planes; }
};

// Returns the elements per row of a plane of the CPU's small image. The window reaches outside the
// image, and an inner loop a block further.
inline std::ptrdiff_t upsample_stride(const Upsampling& p, int block) {
  return std::ptrdiff_t{p.image.width} + std::ptrdiff_t{2} * p.window.radius_x + block;
}

// Returns the host memory of the CPU's kernels for the images of one batch: the small image's
// planes, the columns and rows of both images, and each worker's row.
inline std::size_t upsample_bytes(const Upsampling& p, int tile_width, int block,
                                  std::size_t real_bytes, int workers) {
  const std::size_t planes = static_cast<std::size_t>(p.distance_planes()) * sizeof(double) +
                             static_cast<std::size_t>(p.layout.averaged) * sizeof(float);
  const std::size_t small =
      checked_add(checked_mul(p.image.height + 1, upsample_stride(p, block), planes),
                  checked_mul(p.image.height, checked_add(p.image.width, sizeof(int))),
                  checked_mul(p.image.width, sizeof(int)),
                  checked_mul(checked_add(p.guide.width, block), sizeof(int) + sizeof(double)));
  const std::size_t pixel = static_cast<std::size_t>(p.distance_planes() + 3) * sizeof(double) +
                            sizeof(int) + 2 +
                            static_cast<std::size_t>(p.layout.averaged) * real_bytes +
                            static_cast<std::size_t>(p.image.channels) * sample_bytes(p.image.type);
  const std::size_t row = static_cast<std::size_t>(std::max(tile_width, p.image.width) + block);
  return checked_add(small, checked_mul(workers, checked_mul(row, pixel)));
}

// Returns the 4-byte words that hold a small pixel on a device (WORDS in
// methods/upsampling/gpu/upsample.cl).
inline int upsample_words(const Upsampling& p) {
  const bool split = p.layout.distance != PlaneLayout::Distance::channels;
  return p.distance_planes() * (split ? 2 : 1) + p.layout.averaged;
}

// Returns the device memory of one small image and of a pixel outside it.
inline std::size_t upsample_device_bytes(const Upsampling& p) {
  return checked_mul(4, upsample_words(p),
                     checked_add(checked_mul(p.image.width, p.image.height), 1));
}

}  // namespace selvage
