// SPDX-License-Identifier: Apache-2.0
#include "gpu/family_cases.hpp"

#include <fmt/format.h>

namespace selvage::bench {
namespace {

constexpr Size four_k{3840, 2160}, eight_k{7680, 4320};

// Sharpens; not the product of a row and a column.
Convolution sharpen(int side) {
  Convolution filter{
      .kernel = std::vector<float>(static_cast<std::size_t>(side) * static_cast<std::size_t>(side)),
      .width = side,
      .height = side};
  const auto around = static_cast<float>(side * side - 1);
  for (float& k : filter.kernel) k = -1.0f / around;
  filter.kernel[filter.kernel.size() / 2] = 2.0f;
  return filter;
}

std::vector<FamilyCase> all_cases() {
  std::vector<FamilyCase> all;
  const auto add = [&](PixelType type, int channels, const std::string& name,
                       const Filter& filter) {
    all.push_back({.name = fmt::format("{}x{}.{}", selvage::name(type), channels, name),
                   .type = type,
                   .channels = channels,
                   .filter = filter});
  };
  const auto gaussian = [&](PixelType type, int channels, int radius) {
    add(type, channels, fmt::format("gaussian.r{}", radius),
        Gaussian{.sigma_space = static_cast<float>(radius) / 3.0f, .radius = radius});
  };
  for (const int radius : {1, 2, 3, 5, 8, 12}) gaussian(PixelType::f32, 1, radius);
  for (const int radius : {1, 2, 3, 8, 20}) gaussian(PixelType::u8, 1, radius);
  for (const int radius : {3, 8}) gaussian(PixelType::f32, 3, radius);
  for (const int radius : {3, 8}) gaussian(PixelType::u8, 3, radius);
  gaussian(PixelType::u16, 1, 3);
  gaussian(PixelType::f16, 1, 3);
  for (const int radius : {1, 8})
    add(PixelType::f32, 1, fmt::format("box.r{}", radius), Box{.radius = radius});
  for (const int side : {3, 5, 7, 9, 11, 15, 17}) {
    const std::string name = fmt::format("matrix.{}x{}", side, side);
    add(PixelType::f32, 1, name, sharpen(side));
    add(PixelType::u8, 3, name, sharpen(side));
  }
  for (const int radius : {20, 64}) gaussian(PixelType::f32, 1, radius);
  return all;
}

}  // namespace

std::vector<SizedFamilyCase> family_cases(const std::vector<Size>& sizes) {
  std::vector<SizedFamilyCase> all;
  for (const Size& size : sizes.empty() ? std::vector{four_k, eight_k} : sizes)
    for (const FamilyCase& c : all_cases()) all.push_back({c, size});
  return all;
}

}  // namespace selvage::bench
