// SPDX-License-Identifier: Apache-2.0
#include "methods/direct_gradient/cpu/valid_pixels.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "backends/cpu/tile_tasks.hpp"
#include "core/checked.hpp"
#include "core/dispatch.hpp"
#include "core/sample.hpp"
#include "core/samples.hpp"

namespace selvage::cpu {
namespace {

// Clears the flags of a row's pixels that have samples that are not finite, or whose colours all
// equal `invalid`.
void clear_invalid(const ConstImageView& image, int y, std::optional<float> invalid,
                   std::byte* valid) {
  with_pixel_type(image.type, [&]<class T>() {
    for (int x = 0; x < image.width; ++x) {
      bool marked = invalid.has_value(), finite = true;
      for (int c = 0; c < image.channels; ++c) {
        const float v = read_sample<T>(image.at(x, y, c));
        finite &= std::isfinite(v);
        if (marked && c < image.colour_channels()) marked = v == *invalid;
      }
      if (marked || !finite) valid[x] = std::byte{0};
    }
  });
}

}  // namespace

ValidPixels::ValidPixels(const planner::GradientProblem& problem, const Inputs& inputs,
                         TaskRunner& runner, const Controls& controls)
    : width_(problem.width()),
      height_(problem.height()),
      valid_(checked_mul(inputs.image.batch, width_, height_), std::byte{1}) {
  const PixelType type = inputs.image.type;
  std::optional<float> invalid;
  if (problem.step.invalid)
    invalid = static_cast<float>(stored_value(*problem.step.invalid, type, type));
  for (int b = 0; b < inputs.image.batch; ++b)
    runner.run(height_, [&](int y, int) {
      stop_if_asked(controls);
      std::byte* const row = valid_.data() + (std::ptrdiff_t{b} * height_ + y) * width_;
      clear_invalid(inputs.image.image(b), y, invalid, row);
      if (problem.shape.guide > 0)
        clear_invalid(image_of_batch(inputs.guide, b), y, std::nullopt, row);
      if (!inputs.mask) return;
      const ConstImageView mask = image_of_batch(inputs.mask, b);
      for (int x = 0; x < width_; ++x)
        if (*mask.at(x, y) == std::byte{0}) row[x] = std::byte{0};
    });
}

ConstImageView ValidPixels::mask(int b) const {
  const std::byte* const first = valid_.data() + std::ptrdiff_t{b} * height_ * width_;
  return interleaved(first, PixelType::u8, width_, height_);
}

}  // namespace selvage::cpu
