// SPDX-License-Identifier: Apache-2.0
#include "family/family_cases.hpp"

#include <fmt/format.h>

#include <utility>

namespace selvage::bench {
namespace {

// Coefficients of both signs that are not the product of a row and a column.
Convolution matrix(int side) {
  Convolution filter{.width = side, .height = side};
  filter.kernel.clear();
  for (int i = 0; i < side * side; ++i)
    filter.kernel.push_back(static_cast<float>(i * 7 % 11 - 4) / static_cast<float>(side * side));
  return filter;
}

SeparableConvolution binomial(int side) {
  std::vector<float> row{1.0f};
  for (int i = 1; i < side; ++i) {
    row.push_back(0.0f);
    for (std::size_t k = row.size() - 1; k > 0; --k) row[k] = 0.5f * (row[k] + row[k - 1]);
    row[0] *= 0.5f;
  }
  return {.row = row, .column = row};
}

}  // namespace

std::vector<FamilyCase> family_cases() {
  std::vector<FamilyCase> all;
  const auto add = [&](const std::string& what, const Filter& filter) {
    for (const auto& [type, channels] : {std::pair{PixelType::u8, 3},
                                         {PixelType::u8, 1},
                                         {PixelType::f32, 3},
                                         {PixelType::f32, 1}})
      all.push_back({fmt::format("{}.{}x{}.{}", name(filter), name(type), channels, what), type,
                     channels, filter});
  };
  for (const int radius : {2, 3, 8})
    add(fmt::format("r{}", radius),
        Gaussian{.sigma_space = static_cast<float>(radius) / 3.0f, .radius = radius});
  for (const int radius : {3, 8, 32}) add(fmt::format("r{}", radius), Box{.radius = radius});
  for (const int side : {3, 5, 9}) add(fmt::format("{0}x{0}", side), matrix(side));
  for (const int side : {5, 15}) add(fmt::format("lines{0}x{0}", side), binomial(side));
  return all;
}

}  // namespace selvage::bench
