// SPDX-License-Identifier: Apache-2.0
#include "larsson2015_case_study/sequential.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>

namespace selvage::studies::larsson {
namespace {

float gaussian(float x, float sigma) {
  const float root = std::sqrt(2.0F * std::numbers::pi_v<float>);
  return std::exp(-(x * x) / (2.0F * sigma * sigma)) / (root * sigma);
}

}  // namespace

Sequential::Sequential(const Window& window)
    : radius_(window.radius),
      sigma_(static_cast<float>(window.sigma_range)),
      space_(space_weights(window.radius, window.sigma_space)) {}

void Sequential::filter(const ConstImageView& in, const ImageView& out, int first_row,
                        int last_row) const {
  const int side = 2 * radius_ + 1;
  const auto* const pixels = reinterpret_cast<const std::uint8_t*>(in.data);
  auto* const result = reinterpret_cast<std::uint8_t*>(out.data);
  for (int y = std::max(first_row, radius_); y < std::min(last_row, in.height - radius_); ++y)
    for (int x = radius_; x < in.width - radius_; ++x) {
      const std::ptrdiff_t here = 3 * (std::ptrdiff_t{y} * in.width + x);
      std::array<float, 3> sum{}, total{};
      for (int dy = -radius_; dy <= radius_; ++dy)
        for (int dx = -radius_; dx <= radius_; ++dx) {
          const std::ptrdiff_t tap = here + 3 * (std::ptrdiff_t{dy} * in.width + dx);
          const float space =
              space_[static_cast<std::size_t>((dy + radius_) * side + dx + radius_)];
          for (std::size_t c = 0; c < 3; ++c) {
            const int channel = static_cast<int>(c);
            const int value = pixels[tap + channel];
            const int difference = pixels[here + channel] - value;
            const float weight = space * gaussian(static_cast<float>(difference), sigma_);
            sum[c] += weight * static_cast<float>(value);
            total[c] += weight;
          }
        }
      for (std::size_t c = 0; c < 3; ++c)
        result[here + static_cast<std::ptrdiff_t>(c)] =
            static_cast<std::uint8_t>(sum[c] / total[c] + 0.5F);
    }
}

}  // namespace selvage::studies::larsson
