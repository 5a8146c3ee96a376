// SPDX-License-Identifier: Apache-2.0
#include "ladder/inputs.hpp"

#include <cmath>
#include <numbers>
#include <span>
#include <vector>

namespace selvage::studies::climbing {
namespace {

// exp(-x^2 / 2 sigma^2) = 2^(-gain x^2).
double exponent_scale(double sigma) {
  return 0.5 * std::numbers::log2e / (sigma * sigma);
}

double range_scale(const Bilateral& filter) {
  return exponent_scale(255.0 * double{filter.sigma_range});
}

std::unique_ptr<gpu::Buffer> upload_floats(bench::Place& place, const std::vector<float>& values) {
  auto buffer = place.device->buffer(values.size() * sizeof(float));
  const auto bytes = std::as_bytes(std::span(values));
  place.stream->upload(*buffer, 0, bytes.data(), bytes.size());
  place.stream->wait();
  return buffer;
}

}  // namespace

LadderArguments arguments_of(const Bilateral& filter, const ConstImageView& input) {
  return {.width = input.width,
          .height = input.height,
          .radius = *filter.radius,
          .space_scale = static_cast<float>(exponent_scale(filter.sigma_space)),
          .range_scale = static_cast<float>(range_scale(filter)),
          .range_root = static_cast<float>(std::sqrt(range_scale(filter)))};
}

Tables make_tables(bench::Place& place, const Bilateral& filter) {
  const int radius = *filter.radius;
  std::vector<float> space, range, exponents, extents;
  for (int y = -radius; y <= radius; ++y) {
    for (int x = -radius; x <= radius; ++x) {
      const double exponent = -exponent_scale(filter.sigma_space) * (x * x + y * y);
      exponents.push_back(static_cast<float>(exponent));
      space.push_back(static_cast<float>(std::exp2(exponent)));
    }
    int extent = 0;
    while ((extent + 1) * (extent + 1) + y * y <= radius * radius) ++extent;
    extents.push_back(static_cast<float>(extent));
  }
  for (int d = 0; d < RANGE_LENGTH; ++d)
    range.push_back(static_cast<float>(std::exp2(-range_scale(filter) * d * d)));
  return {.space = upload_floats(place, space),
          .range = upload_floats(place, range),
          .exponents = upload_floats(place, exponents),
          .extents = upload_floats(place, extents)};
}

}  // namespace selvage::studies::climbing
