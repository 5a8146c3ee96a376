// SPDX-License-Identifier: Apache-2.0
#include "gpu/problems.hpp"

#include "core/samples.hpp"

namespace selvage::bench {

ConstImageView shape_of(ConstImageView view) {
  view.data = nullptr;
  return view;
}

Problem problem_of(const Filter& filter, const Inputs& inputs) {
  const ConstImageView& image = inputs.image;
  const ConstImageView result = result_shape(filter, image, inputs.guide);
  return {.filter = filter,
          .type = image.type,
          .width = result.width,
          .height = result.height,
          .whole_width = result.width,
          .whole_height = result.height,
          .channels = image.channels,
          .alpha = image.alpha,
          .sample_extent = is_integer(image.type) ? 1.0 : sample_extent(image),
          .shapes = {.image = shape_of(image),
                     .guide = shape_of(inputs.guide),
                     .normals = shape_of(inputs.normals),
                     .depth = shape_of(inputs.depth)}};
}

double allowed_255(const Problem& problem, double bound) {
  const double rounding = is_integer(problem.type)         ? 0.5 / full_scale(problem.type)
                          : problem.type == PixelType::f16 ? 0x1p-11
                                                           : 0x1p-24;
  constexpr double of_reference = 1e-12;  // its own roundings, of results that reach the bound
  return 255.0 * (rounding + bound + of_reference) * problem.sample_extent;
}

}  // namespace selvage::bench
