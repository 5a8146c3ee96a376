// SPDX-License-Identifier: Apache-2.0
#include "gpu/gpu_cases.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace selvage::bench {
namespace {

constexpr Size small{512, 512}, full_hd{1920, 1080}, camera{5522, 3651}, megapixels_24{6000, 4000};

std::vector<Case> gpu_cases() {
  std::vector<Case> all;
  const auto add = [&](PixelType type, int channels, Norm norm, Window window, int radius) {
    all.push_back(make_case(type, channels, norm, window, radius));
  };
  for (const int radius : {7, 4, 10, 15}) add(PixelType::u8, 3, Norm::l1, Window::disc, radius);
  for (const int radius : {7, 10, 15}) add(PixelType::u8, 3, Norm::l2, Window::square, radius);
  add(PixelType::u8, 3, Norm::per_channel, Window::square, 7);
  add(PixelType::u8, 3, Norm::lab, Window::square, 7);
  add(PixelType::u8, 1, Norm::l2, Window::square, 7);
  for (const int radius : {7, 15}) add(PixelType::f32, 1, Norm::l2, Window::square, radius);
  add(PixelType::f32, 3, Norm::l2, Window::square, 7);
  add(PixelType::u16, 3, Norm::l2, Window::square, 7);
  return all;
}

std::vector<Size> sizes_of(const Case& c) {
  const int radius = effective_radius(c.filter);
  std::vector<Size> sizes{full_hd};
  if (c.filter.norm == Norm::l1 && radius == 7) sizes.push_back(small);
  if (radius == 7 || radius == 15) sizes.push_back(camera);
  return sizes;
}

}  // namespace

std::string text(const Size& size) {
  return fmt::format("{}x{}", size.width, size.height);
}

std::vector<SizedCase> kernel_cases(const std::vector<Size>& sizes) {
  const std::vector<Size> order = sizes.empty() ? std::vector{full_hd, small, camera} : sizes;
  std::vector<SizedCase> all;
  for (const Size& size : order)
    for (const Case& c : gpu_cases())
      if (!sizes.empty() || std::ranges::count(sizes_of(c), size) > 0) all.push_back({c, size});
  return all;
}

std::vector<SizedCase> whole_cases(const std::vector<Size>& sizes) {
  Case c = make_case(PixelType::u8, 3, Norm::l2, Window::square, 7);
  c.name = "whole." + c.name;
  std::vector<SizedCase> all;
  for (const Size& size : sizes.empty() ? std::vector{full_hd, megapixels_24} : sizes)
    all.push_back({c, size});
  return all;
}

}  // namespace selvage::bench
