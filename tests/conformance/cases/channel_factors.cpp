// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "conformance/cases/levels.hpp"

namespace selvage::testing {
namespace {

// Below, at and above the blocks of channels of candidate "multichannel".
Factor formats() {
  struct Format {
    int channels;
    AlphaUse alpha;
  };
  Factor factor;
  using enum AlphaUse;
  constexpr std::array all{Format{16, none}, Format{5, none},    Format{67, none},
                           Format{5, keep},  Format{16, filter}, Format{3, none}};
  for (const Format f : all)
    factor.emplace_back([=](Case& c) {
      c.channels = f.channels;
      c.alpha = f.alpha;
    });
  return factor;
}

Factor guides() {
  using enum PixelType;
  return guide_factor({{u8, 3, false, false},
                       {f32, 67, false, true},
                       {u8, 16, false, false},
                       {u16, 5, true, false},
                       {f16, 1, false, true},
                       {f32, 16, false, false}});
}

}  // namespace

std::vector<Factor> channel_factors() {
  return {levels(&Case::kind,
                 {Kind::bilateral, Kind::joint, Kind::gaussian, Kind::box, Kind::geometry}),
          levels(&Case::edges, {Edges::image, Edges::normals, Edges::both}),
          levels(&Case::taps, {Taps::gaussian, Taps::given}),
          formats(),
          guides(),
          levels(&Case::type),
          levels(&Case::norm),
          levels(&Case::window),
          levels(&Case::border),
          levels(&Case::border_value, {0.75f, hole_value}),
          levels(&Case::sigma_range, {0.3f, 1.0f, 4.0f}),
          levels(&Case::radius, {2, 0, 1, 5, 8, 17}),
          levels(&Case::sigma_space, {2.5f, 0.7f}),
          pairs(&Case::width, &Case::height, {{33, 9}, {1, 1}, {1, 9}, {9, 1}, {67, 3}, {140, 2}}),
          levels(&Case::content, {Content::edges, Content::noise, Content::photo, Content::faint}),
          levels(&Case::holes, {Holes::none, Holes::nan, Holes::value, Holes::most, Holes::mask}),
          levels(&Case::fill, {false, true}),
          levels(&Case::iterations, {1, 2}),
          pairs(&Case::depth, &Case::radius_depth, {{1, 1}, {3, 1}}),
          levels(&Case::batch, {1, 2}),
          levels(&Case::part, {Part::whole, Part::region, Part::frame}),
          levels(&Case::input,
                 {Layout::interleaved, Layout::planar, Layout::flipped_x, Layout::inside}),
          levels(&Case::output, {Layout::interleaved, Layout::planar, Layout::padded}),
          levels(&Case::exact, {true, false})};
}

}  // namespace selvage::testing
