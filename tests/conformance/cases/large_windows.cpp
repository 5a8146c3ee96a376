// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/large_windows.hpp"

#include <array>
#include <cstddef>

namespace selvage::testing {
namespace {

// Floats within 0..1 and beyond, with holes and without.
void append_floats(std::vector<Case>& cases) {
  constexpr std::array contents{Content::photo, Content::bright, Content::impulses,
                                Content::photo, Content::edges,  Content::faint};
  constexpr std::array holes{Holes::none, Holes::nan, Holes::value, Holes::infinity, Holes::mask};
  constexpr std::array borders{Border::reflect101, Border::constant, Border::wrap,   Border::shrink,
                               Border::copy,       Border::clamp,    Border::reflect};
  constexpr std::array parts{Part::whole, Part::region, Part::frame};
  for (std::size_t i = 0; i < 24; ++i)
    cases.push_back({.type = i % 4 == 3 ? PixelType::f16 : PixelType::f32,
                     .channels = i % 3 == 2 ? 3 : 1,
                     .width = i % 5 == 4 ? 13 : 90,
                     .height = i % 3 == 0 ? 47 : 61,
                     .batch = i % 7 == 0 ? 2 : 1,
                     .content = contents.at(i % contents.size()),
                     .holes = holes.at(i % holes.size()),
                     .norm = Norm::per_channel,
                     .border = borders.at(i % borders.size()),
                     .border_value = i % 2 == 0 ? 0.75f : 1.25f,
                     .sigma_space = i % 4 == 0 ? 4.0f : 6.0f,
                     .sigma_range = i % 3 == 0 ? 0.05f : 0.15f,
                     .radius = i % 4 == 0 ? 12 : 17,
                     .part = parts.at(i % parts.size()),
                     .exact = false});
}

}  // namespace

std::vector<Case> large_window_cases() {
  constexpr std::array borders{Border::reflect101, Border::reflect, Border::clamp, Border::wrap,
                               Border::constant};
  constexpr std::array radii{12, 17, 24, 37, 61};
  constexpr std::array widths{61, 1, 90, 13};
  constexpr std::array heights{23, 47, 1};
  constexpr std::array contents{Content::photo, Content::noise, Content::edges, Content::impulses};
  constexpr std::array parts{Part::whole, Part::frame, Part::region};
  std::vector<Case> cases;
  for (std::size_t i = 0; i < 60; ++i)
    cases.push_back({.channels = 1 + static_cast<int>(i % 4),
                     .width = widths.at(i % widths.size()),
                     .height = heights.at(i / 2 % heights.size()),
                     .batch = i % 7 == 0 ? 2 : 1,
                     .content = contents.at(i / 3 % contents.size()),
                     .norm = Norm::per_channel,
                     .border = borders.at(i % borders.size()),
                     .border_value = 0.75f,
                     .sigma_space = static_cast<float>(radii.at(i / 5 % radii.size())) / 3.0f,
                     .sigma_range = i % 3 == 0 ? 0.05f : 0.15f,
                     .radius = radii.at(i / 5 % radii.size()),
                     .part = parts.at(i / 4 % parts.size()),
                     .exact = false});
  // Missing taps, and u16.
  constexpr std::array some_missing{Border::shrink, Border::copy, Border::clamp};
  constexpr std::array holes{Holes::none, Holes::value, Holes::mask, Holes::most};
  for (std::size_t i = 0; i < 24; ++i)
    cases.push_back({.type = i % 2 == 0 ? PixelType::u16 : PixelType::u8,
                     .channels = 1 + static_cast<int>(i / 2 % 4),
                     .width = widths.at(i % widths.size()),
                     .height = heights.at(i / 2 % heights.size()),
                     .batch = i % 7 == 0 ? 2 : 1,
                     .content = contents.at(i / 3 % contents.size()),
                     .holes = holes.at(i / 2 % holes.size()),
                     .norm = Norm::per_channel,
                     .border = i < 5 ? borders.at(i) : some_missing.at(i % some_missing.size()),
                     .border_value = 0.75f,
                     .sigma_space = i % 5 == 0 ? 3.0f : 6.0f,
                     .sigma_range = i % 3 == 0 ? 0.05f : 0.15f,
                     .radius = i % 5 == 0 ? 9 : 17,
                     .part = parts.at(i / 4 % parts.size()),
                     .exact = false});
  append_floats(cases);
  // Joint, with a guide that "fourier_multirate" serves.
  constexpr std::array alphas{AlphaUse::none, AlphaUse::keep, AlphaUse::filter};
  for (std::size_t i = 0; i < 28; ++i)
    cases.push_back({.kind = Kind::joint,
                     .type = i % 4 == 3 ? PixelType::u16 : PixelType::u8,
                     .channels = 1 + static_cast<int>(i % 4),
                     .alpha = i % 4 == 0 ? AlphaUse::none : alphas.at(i % alphas.size()),
                     .width = widths.at(i % widths.size()),
                     .height = heights.at(i / 2 % heights.size()),
                     .batch = i % 7 == 0 ? 2 : 1,
                     .content = contents.at(i / 3 % contents.size()),
                     .holes = i % 3 == 0 ? holes.at(i / 3 % holes.size()) : Holes::none,
                     .norm = i % 2 == 0 ? Norm::l2 : Norm::per_channel,
                     .border = i % 3 == 0 ? some_missing.at(i / 3 % some_missing.size())
                                          : borders.at(i % borders.size()),
                     .border_value = 0.75f,
                     .sigma_space = static_cast<float>(radii.at(1 + i / 4 % 3)) / 3.0f,
                     .sigma_range = i % 3 == 0 ? 0.05f : 0.15f,
                     .radius = radii.at(1 + i / 4 % 3),
                     .part = parts.at(i / 4 % parts.size()),
                     .exact = false,
                     .guide_channels = 1});
  return cases;
}

std::vector<Case> device_window_cases() {
  constexpr std::array borders{Border::reflect101, Border::reflect, Border::clamp, Border::wrap,
                               Border::constant};
  constexpr std::array norms{Norm::l2, Norm::l1, Norm::luma, Norm::per_channel};
  std::vector<Case> cases;
  for (std::size_t i = 0; i < borders.size(); ++i)
    cases.push_back({.channels = 1,
                     .width = 67,
                     .height = 41,
                     .content = i % 2 == 0 ? Content::photo : Content::impulses,
                     .norm = norms.at(i % norms.size()),
                     .border = borders.at(i),
                     .border_value = 0.75f,
                     .sigma_space = 4,
                     .sigma_range = 0.1f,
                     .radius = 9,
                     .part = i % 2 == 0 ? Part::region : Part::whole,
                     .exact = false});
  // Missing taps, and u16.
  constexpr std::array missing{Border::shrink, Border::copy, Border::clamp, Border::constant};
  constexpr std::array holes{Holes::none, Holes::value, Holes::mask};
  for (std::size_t i = 0; i < 6; ++i)
    cases.push_back({.type = i % 3 == 1 ? PixelType::u8 : PixelType::u16,
                     .channels = i % 2 == 0 ? 1 : 3,
                     .width = 67,
                     .height = 41,
                     .content = i % 2 == 0 ? Content::photo : Content::impulses,
                     .holes = holes.at(i % holes.size()),
                     .norm = Norm::per_channel,
                     .border = missing.at(i % missing.size()),
                     .border_value = 0.75f,
                     .sigma_space = 4,
                     .sigma_range = 0.1f,
                     .radius = 9,
                     .part = i % 2 == 0 ? Part::region : Part::whole,
                     .exact = false});
  // Floats: within 0..1 and beyond, some of them no numbers.
  constexpr std::array float_holes{Holes::none, Holes::nan, Holes::mask, Holes::infinity};
  constexpr std::array float_contents{Content::photo, Content::bright, Content::impulses,
                                      Content::bright};
  constexpr std::array float_borders{Border::reflect101, Border::constant, Border::shrink,
                                     Border::copy};
  for (std::size_t i = 0; i < 4; ++i)
    cases.push_back({.type = i % 2 == 0 ? PixelType::f32 : PixelType::f16,
                     .channels = i % 3 == 1 ? 3 : 1,
                     .width = 67,
                     .height = 41,
                     .content = float_contents.at(i % float_contents.size()),
                     .holes = float_holes.at(i % float_holes.size()),
                     .norm = Norm::per_channel,
                     .border = float_borders.at(i),
                     .border_value = i == 1 ? 1.25f : 0.75f,
                     .sigma_space = 4,
                     .sigma_range = 0.1f,
                     .radius = 9,
                     .part = i % 2 == 0 ? Part::region : Part::whole,
                     .exact = false});
  // Joint, with a guide of one channel of u8: all taps, and missing ones of several channels.
  cases.push_back({.kind = Kind::joint,
                   .width = 130,
                   .height = 110,
                   .batch = 2,
                   .border = Border::constant,
                   .border_value = 0.75f,
                   .sigma_space = 6,
                   .sigma_range = 0.15f,
                   .radius = 17,
                   .part = Part::region,
                   .exact = false,
                   .guide_channels = 1});
  cases.push_back({.kind = Kind::joint,
                   .type = PixelType::u16,
                   .channels = 4,
                   .alpha = AlphaUse::keep,
                   .width = 67,
                   .height = 41,
                   .content = Content::impulses,
                   .holes = Holes::mask,
                   .norm = Norm::per_channel,
                   .border = Border::shrink,
                   .sigma_space = 4,
                   .sigma_range = 0.15f,
                   .radius = 12,
                   .exact = false,
                   .guide_channels = 1});
  // Rows of all warps of a group, and what lies outside the image in the last row that a group
  // loads: with radius 16 it has a weight.
  for (const PixelType type : {PixelType::u8, PixelType::u16})
    cases.push_back({.type = type,
                     .channels = type == PixelType::u8 ? 1 : 2,
                     .width = 70,
                     .height = 150,
                     .content = Content::edges,
                     .norm = Norm::per_channel,
                     .border = Border::constant,
                     .border_value = 0.75f,
                     .sigma_space = 8,
                     .sigma_range = 0.3f,
                     .radius = 16,
                     .exact = false});
  // Groups with holes among their samples: sums leave them out, or know none and mark them.
  for (const Border border : {Border::shrink, Border::clamp})
    cases.push_back({.type = PixelType::f32,
                     .width = 130,
                     .height = 150,
                     .content = Content::flat,
                     .holes = Holes::nan,
                     .norm = Norm::per_channel,
                     .border = border,
                     .sigma_space = 6,
                     .sigma_range = 0.3f,
                     .radius = 16,
                     .exact = false});
  return cases;
}

}  // namespace selvage::testing
