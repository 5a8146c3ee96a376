// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/chosen.hpp"

#include <array>

namespace selvage::testing {

std::vector<Case> tall_cases() {
  const Case tall{.kind = Kind::gaussian, .width = 104, .height = 3000, .exact = false};
  std::vector<Case> cases(3, tall);
  cases[1].width = 101;
  cases[2].height = 1800;
  cases[2].radius = 9;
  return cases;
}

std::vector<Case> copied_cases() {
  return {{.channels = 3,
           .width = 70,
           .height = 37,
           .norm = Norm::luma,
           .border = Border::copy,
           .radius = 4,
           .exact = false}};
}

std::vector<Case> table_cases() {
  constexpr std::array norms{Norm::l1, Norm::l2, Norm::luma, Norm::per_channel};
  std::vector<Case> cases;
  for (const Border border : {Border::reflect101, Border::reflect, Border::clamp, Border::wrap,
                              Border::constant, Border::copy})
    cases.push_back({.channels = 1,
                     .width = 67,
                     .height = 70,
                     .norm = norms[cases.size() % norms.size()],
                     .border = border,
                     .radius = 3,
                     .exact = false});
  return cases;
}

std::vector<Case> guided_byte_cases() {
  constexpr std::array borders{Border::reflect101, Border::reflect, Border::clamp, Border::wrap,
                               Border::constant};
  constexpr std::array radii{0, 1, 3, 8, 13};
  constexpr std::array widths{31, 1, 64, 9};
  constexpr std::array heights{7, 16, 1};
  constexpr std::array epsilons{0.01f, 1e-4f, 1e-6f};
  constexpr std::array parts{Part::whole, Part::frame, Part::region};
  std::vector<Case> cases;
  for (std::size_t i = 0; i < 60; ++i)
    cases.push_back({.kind = Kind::guided,
                     .channels = 1 + static_cast<int>(i % 4),
                     .alpha = i % 4 == 3 && i % 3 == 0 ? AlphaUse::keep : AlphaUse::none,
                     .width = widths.at(i % widths.size()),
                     .height = heights.at(i / 2 % heights.size()),
                     .batch = i % 7 == 0 ? 3 : 1,
                     .content = i % 2 == 0 ? Content::edges : Content::noise,
                     .border = borders.at(i % borders.size()),
                     .border_value = 0.75f,
                     .radius = radii.at(i / 5 % radii.size()),
                     .part = parts.at(i / 4 % parts.size()),
                     .exact = i % 3 == 0,
                     .guide_channels = 1 + static_cast<int>(i / 3 % 4),
                     .epsilon = epsilons.at(i / 2 % epsilons.size()),
                     .own_guide = i % 5 == 1});
  cases.push_back(
      {.kind = Kind::guided, .width = 1100, .height = 3, .radius = 2, .own_guide = true});
  return cases;
}

std::vector<Case> other_device_cases() {
  return {{.kind = Kind::convolution, .border = Border::reflect101},
          {.channels = 3, .border = Border::shrink, .exact = false},
          {.type = PixelType::u16, .channels = 3, .border = Border::reflect101, .exact = false},
          {.kind = Kind::gaussian, .border = Border::clamp, .exact = false},
          // Fits into the 48 KiB of local memory that OpenCL offers on NVIDIA's GPUs.
          {.kind = Kind::joint, .channels = 2, .exact = false, .guide_channels = 3},
          // Three small groups of "tensor" do not fit a multiprocessor, so its groups are higher.
          {.channels = 3, .width = 37, .height = 41, .radius = 24, .exact = false}};
}

std::vector<Case> device_volume_cases() {
  constexpr std::array kinds{Kind::bilateral, Kind::joint, Kind::gaussian, Kind::box};
  constexpr std::array axes{ThirdAxis::space, ThirdAxis::time, ThirdAxis::causal};
  constexpr std::array borders{Border::reflect101, Border::reflect, Border::clamp, Border::wrap,
                               Border::constant,   Border::shrink,  Border::copy};
  constexpr std::array types{PixelType::u8, PixelType::f32, PixelType::u16};
  constexpr std::array parts{Part::whole, Part::frame, Part::region};
  std::vector<Case> cases;
  for (std::size_t i = 0; i < 14; ++i)
    cases.push_back({.kind = kinds.at(i % kinds.size()),
                     .type = types.at(i % types.size()),
                     .channels = i % 4 == 0 ? 3 : 1,
                     .width = 75,
                     .height = 21,
                     .batch = i == 5 ? 2 : 1,
                     .depth = 2 + static_cast<int>(i % 4),
                     .norm = i == 4   ? Norm::lab
                             : i == 8 ? Norm::l1
                                      : Norm::l2,
                     .window = i % 2 == 0 ? Window::disc : Window::square,
                     .border = borders.at(i % borders.size()),
                     .radius = 1 + static_cast<int>(i % 5),
                     .part = parts.at(i % parts.size()),
                     .exact = i % 3 == 0,
                     .third_axis = axes.at(i % axes.size()),
                     .radius_depth = 1 + static_cast<int>(i % 2),
                     .sigma_depth = i % 2 == 0 ? 0.7f : 0.0f});
  return cases;
}

std::vector<Case> device_channel_cases() {
  using enum PixelType;
  std::vector<Case> cases{
      {.channels = 5, .norm = Norm::l2},
      {.type = f32, .channels = 7, .holes = Holes::nan, .norm = Norm::l1, .border = Border::shrink},
      {.type = u16, .channels = 16, .norm = Norm::per_channel, .border = Border::constant},
      {.kind = Kind::joint,
       .type = f32,
       .channels = 33,
       .border = Border::reflect,
       .guide_type = u16,
       .guide_channels = 5},
      {.kind = Kind::joint,
       .type = u8,
       .channels = 3,
       .border = Border::clamp,
       .guide_type = f32,
       .guide_channels = 33,
       .guide_holes = true},
      {.kind = Kind::gaussian,
       .type = f16,
       .channels = 33,
       .batch = 2,
       .border = Border::wrap,
       .output = Layout::planar},
      {.kind = Kind::box,
       .type = u8,
       .channels = 7,
       .depth = 3,
       .holes = Holes::value,
       .border = Border::copy},
      {.type = f32,
       .channels = 16,
       .alpha = AlphaUse::keep,
       .norm = Norm::l2,
       .border = Border::shrink},
      {.kind = Kind::geometry, .type = u8, .channels = 9, .alpha = AlphaUse::keep},
      {.kind = Kind::joint,
       .type = u8,
       .channels = 6,
       .depth = 3,
       .holes = Holes::mask,
       .fill = true,
       .norm = Norm::l2,
       .border = Border::reflect101,
       .guide_type = f32,
       .guide_channels = 5,
       .guide_holes = true},
      {.kind = Kind::geometry,
       .type = f32,
       .channels = 13,
       .holes = Holes::nan,
       .edges = Edges::both},
      {.type = u8,
       .channels = 16,
       .holes = Holes::mask,
       .norm = Norm::l2,
       .border = Border::constant},
      {.kind = Kind::joint,
       .type = u8,
       .channels = 18,
       .norm = Norm::l2,
       .border = Border::shrink,
       .guide_type = u8,
       .guide_channels = 6},
      // Streamed: with parts of a pixel side by side, with a ring of sums.
      {.kind = Kind::gaussian, .type = u8, .channels = 32, .border = Border::reflect},
      {.kind = Kind::gaussian,
       .type = f32,
       .channels = 16,
       .holes = Holes::nan,
       .border = Border::constant},
      {.kind = Kind::box, .type = u16, .channels = 8, .batch = 2, .border = Border::wrap},
      {.kind = Kind::box,
       .type = f32,
       .channels = 11,
       .batch = 2,
       .holes = Holes::infinity,
       .border = Border::clamp}};
  for (Case& c : cases) {
    const std::size_t i = c.seed = static_cast<std::size_t>(&c - cases.data());
    c.width = 67;
    c.height = 9;
    c.border_value = 0.75f;
    c.window = i % 3 == 1 ? Window::disc : Window::square;
    c.sigma_range = 1.0f;
    c.radius = 2 + static_cast<int>(i % 3);
    c.part = i % 4 == 3 ? Part::frame : Part::whole;
    c.exact = i % 2 == 0;
  }
  return cases;
}

std::vector<Case> device_guided_cases() {
  constexpr std::array borders{Border::reflect101, Border::reflect, Border::clamp, Border::wrap,
                               Border::constant};
  std::vector<Case> cases;
  for (std::size_t i = 0; i < borders.size(); ++i)
    cases.push_back({.kind = Kind::guided,
                     .channels = 1 + static_cast<int>(i % 4),
                     .alpha = i == 3 ? AlphaUse::keep : AlphaUse::none,
                     .width = 500,
                     .height = 70,
                     .content = i % 2 == 0 ? Content::edges : Content::noise,
                     .border = borders.at(i),
                     .radius = i == 2 ? 40 : 5 + static_cast<int>(i),
                     .guide_channels = i == 0 ? 3 : 1,
                     .epsilon = i % 2 == 0 ? 1e-4f : 0.01f,
                     .own_guide = i == 1});
  // In fixed point, and around holes in doubles.
  for (const PixelType type : {PixelType::u16, PixelType::f16, PixelType::f32})
    cases.push_back({.kind = Kind::guided,
                     .type = type,
                     .channels = type == PixelType::f32 ? 3 : 1,
                     .width = 500,
                     .height = 70,
                     .content = Content::edges,
                     .holes = type == PixelType::f32 ? Holes::nan : Holes::none,
                     .radius = 3,
                     .guide_channels = 3,
                     .epsilon = 0.01f,
                     .own_guide = type == PixelType::f32});
  return cases;
}

std::vector<Case> other_small_cases() {
  std::vector<Case> cases;
  Case mean{.kind = Kind::gaussian, .width = 9, .height = 5, .exact = false};
  for (const Border border :
       {Border::reflect101, Border::reflect, Border::clamp, Border::wrap, Border::constant}) {
    mean.border = border;
    mean.kind = mean.kind == Kind::gaussian ? Kind::box : Kind::gaussian;
    cases.push_back(mean);
  }
  for (const Border border : {Border::reflect101, Border::clamp, Border::wrap})
    cases.push_back(
        {.kind = Kind::upsampling, .width = 5, .height = 3, .norm = Norm::luma, .border = border});
  for (const Border border : {Border::reflect101, Border::clamp, Border::shrink, Border::copy})
    cases.push_back({.kind = Kind::convolution, .width = 9, .height = 5, .border = border});
  for (const Border border :
       {Border::reflect101, Border::reflect, Border::clamp, Border::wrap, Border::constant})
    cases.push_back({.kind = Kind::guided, .width = 9, .height = 5, .border = border, .radius = 1});
  for (const PixelType type : {PixelType::u16, PixelType::f16, PixelType::f32})
    cases.push_back({.kind = Kind::guided, .type = type, .width = 9, .height = 5, .radius = 1});
  cases.push_back({.kind = Kind::joint, .channels = 3, .width = 9, .height = 5, .exact = false});
  cases.push_back(
      {.channels = 3, .width = 9, .height = 5, .border = Border::shrink, .exact = false});
  cases.push_back({.kind = Kind::gaussian, .type = PixelType::f16, .width = 9, .height = 5});
  // More channels than other candidates serve.
  cases.push_back({.type = PixelType::f32,
                   .channels = 5,
                   .width = 9,
                   .height = 5,
                   .holes = Holes::nan,
                   .border = Border::constant,
                   .radius = 1});
  Case many{.channels = 5, .width = 9, .height = 5, .radius = 1};
  const auto add_many = [&](Kind kind, Norm norm, Border border) {
    many.kind = kind;
    many.norm = norm;
    many.border = border;
    cases.push_back(many);
  };
  add_many(Kind::bilateral, Norm::l1, Border::reflect101);
  many.type = PixelType::u16;
  add_many(Kind::bilateral, Norm::per_channel, Border::reflect);
  add_many(Kind::bilateral, Norm::l2, Border::copy);
  add_many(Kind::joint, Norm::l2, Border::wrap);
  add_many(Kind::gaussian, Norm::l2, Border::clamp);
  many.type = PixelType::f16;
  add_many(Kind::box, Norm::l2, Border::shrink);
  cases.push_back({.type = PixelType::u16,
                   .channels = 3,
                   .width = 9,
                   .height = 5,
                   .border = Border::wrap,
                   .exact = false});
  cases.push_back({.kind = Kind::upsampling,
                   .channels = 3,
                   .width = 5,
                   .height = 3,
                   .norm = Norm::lab,
                   .border = Border::shrink});
  return cases;
}

}  // namespace selvage::testing
