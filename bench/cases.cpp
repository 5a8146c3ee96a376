// SPDX-License-Identifier: Apache-2.0
#include "cases.hpp"

#include <fmt/format.h>

#include "filters/window.hpp"

namespace selvage::bench {

Case make_case(PixelType type, int channels, Norm norm, Window window, int radius) {
  return {.name = fmt::format("{}x{}.{}.{}.r{}", name(type), channels, name(norm), name(window),
                              radius),
          .type = type,
          .channels = channels,
          .filter = {.sigma_space = 5.0f,
                     .sigma_range = 30.0f / 255.0f,
                     .radius = radius,
                     .window = window,
                     .norm = norm}};
}

namespace {

// Uses sigma_range 15/255, whose weights vanish within 64 levels.
Case narrow_case() {
  Case c = make_case(PixelType::u8, 1, Norm::l1, Window::disc, 7);
  c.name += ".narrow";
  c.filter.sigma_range = 15.0f / 255.0f;
  return c;
}

// Uses sigma_range 0.1 and the default window for sigma_space.
Case wide_case(int radius) {
  Case c = make_case(PixelType::u8, 1, Norm::l2, Window::square, radius);
  c.name += ".wide";
  c.filter.sigma_space = static_cast<float>(radius) / 3.0f;
  c.filter.sigma_range = 0.1f;
  return c;
}

}  // namespace

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const int radius : {7, 4, 12, 20}) {
    all.push_back(make_case(PixelType::u8, 3, Norm::l1, Window::disc, radius));
    all.push_back(make_case(PixelType::u8, 1, Norm::l1, Window::disc, radius));
    all.push_back(make_case(PixelType::f32, 1, Norm::l1, Window::disc, radius));
    all.push_back(make_case(PixelType::f32, 3, Norm::l1, Window::disc, radius));
  }
  for (const Norm norm : {Norm::l2, Norm::per_channel, Norm::luma, Norm::lab})
    all.push_back(make_case(PixelType::u8, 3, norm, Window::square, 7));
  for (const PixelType type : {PixelType::u16, PixelType::f16})
    all.push_back(make_case(type, 3, Norm::l2, Window::square, 7));
  for (const int radius : {6, 12, 24, 48}) all.push_back(wide_case(radius));
  all.push_back(narrow_case());
  return all;
}

double taps(const Case& c, int width, int height) {
  const double window = window_taps(c.filter.window, effective_radius(c.filter));
  const int passes = c.filter.norm == Norm::per_channel ? c.channels : 1;
  return window * passes * width * height;
}

}  // namespace selvage::bench
