// SPDX-License-Identifier: Apache-2.0
#include "methods/direct/tensor_form.hpp"

#include <algorithm>

#include "core/checked.hpp"
#include "core/samples.hpp"
#include "filters/exponent_scale.hpp"

namespace selvage {

TensorForm tensor_form(const PixelForm& form) {
  const PlaneLayout& layout = form.layout;
  TensorForm features{
      .low_parts = form.makes_guide() || (form.guided() && form.guide != PixelType::u8),
      .separate_values =
          form.guided() || layout.distance_planes != layout.averaged || layout.averaged > 3};
  if (layout.distance == PlaneLayout::Distance::lab) {
    // Planes are L*a*b* / 100. Of all colours of sRGB, a* = 98.3 and b* = -107.9 lie farthest out.
    features.origin = {0.5, 0.0, 0.0};
    features.unit = 100.0;
    features.largest_term = 2.0 * 108.0 * 108.0;
  } else {
    features.unit = 2.0 * TensorForm::largest / (full_scale(form.guide) + 1.0);
    features.origin.fill(TensorForm::largest / features.unit);
    features.largest_term =
        std::max(layout.distance_planes, 2) * TensorForm::largest * TensorForm::largest;
  }
  return features;
}

double feature_exponent(const PixelForm& form, const WindowMean& step) {
  const double unit = tensor_form(form).unit;
  return range_exponent_scale(step, form.layout, form.guide) / (unit * unit);
}

TapWindow tap_window(const WindowMean& step) {
  return {
      .radius_x = step.radius_x, .radius_y = step.radius_y, .disc = step.window == Window::disc};
}

std::size_t tensor_local_bytes(const PixelForm& form, const WindowMean& step,
                               const TensorTile& tile) {
  const TensorForm features = tensor_form(form);
  const std::size_t pixels =
      checked_mul(tap_window(step).pitch(), tile.height() + 2 * step.radius_y);
  const std::size_t sums = features.separate_values && form.layout.averaged == 4 ? 6 : 4;
  const std::size_t results = sums * sizeof(float) * (TensorTile::width + 1) * tile.height();
  return std::max(checked_mul(16, features.chunks(), pixels), results);
}

}  // namespace selvage
