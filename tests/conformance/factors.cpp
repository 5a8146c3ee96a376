// SPDX-License-Identifier: Apache-2.0
#include "conformance/factors.hpp"

#include <initializer_list>

namespace selvage::testing {
namespace {

template <class T>
Factor levels(T Case::* field, std::initializer_list<T> values) {
  Factor factor;
  for (const T value : values) factor.push_back([=](Case& c) { c.*field = value; });
  return factor;
}

Factor formats() {
  struct Format {
    int channels;
    AlphaUse alpha;
  };
  Factor factor;
  for (const Format f :
       {Format{1, AlphaUse::none}, Format{2, AlphaUse::none}, Format{3, AlphaUse::none},
        Format{4, AlphaUse::none}, Format{2, AlphaUse::keep}, Format{2, AlphaUse::filter},
        Format{3, AlphaUse::keep}, Format{4, AlphaUse::keep}, Format{4, AlphaUse::filter}})
    factor.emplace_back([=](Case& c) {
      c.channels = f.channels;
      c.alpha = f.alpha;
    });
  return factor;
}

// One pixel, one row, one column, around a vector's width, larger than a tile's row.
Factor sizes() {
  struct Size {
    int width, height;
  };
  Factor factor;
  for (const Size s : {Size{1, 1}, Size{1, 9}, Size{9, 1}, Size{31, 7}, Size{32, 16}, Size{33, 13},
                       Size{64, 48}, Size{3, 200}, Size{300, 5}})
    factor.emplace_back([=](Case& c) {
      c.width = s.width;
      c.height = s.height;
    });
  return factor;
}

// The constant border also with the value that Holes::value makes invalid.
Factor borders() {
  Factor factor = levels(&Case::border, {Border::reflect101, Border::reflect, Border::clamp,
                                         Border::wrap, Border::shrink, Border::copy});
  for (const float value : {0.75f, hole_value})
    factor.emplace_back([=](Case& c) {
      c.border = Border::constant;
      c.border_value = value;
    });
  return factor;
}

}  // namespace

std::vector<Factor> main_factors() {
  return {levels(&Case::type, {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32}),
          formats(),
          levels(&Case::norm, {Norm::l2, Norm::l1, Norm::per_channel, Norm::luma, Norm::lab}),
          levels(&Case::window, {Window::square, Window::disc}),
          borders(),
          levels(&Case::sigma_range, {0.02f, 0.1f, 1.0f})};
}

std::vector<Factor> other_factors() {
  return {sizes(),
          levels(&Case::radius, {0, 1, 2, 4, 7, 16, 17, 40, -1}),
          levels(&Case::sigma_space, {0.5f, 2.5f, 12.0f}),
          levels(&Case::content, {Content::noise, Content::edges, Content::photo, Content::impulses,
                                  Content::faint, Content::bright, Content::flat}),
          levels(&Case::holes, {Holes::none, Holes::nan, Holes::infinity, Holes::value, Holes::most,
                                Holes::mask}),
          levels(&Case::fill, {false, true}),
          levels(&Case::iterations, {1, 2, 3}),
          levels(&Case::batch, {1, 3}),
          levels(&Case::part, {Part::whole, Part::region, Part::frame}),
          levels(&Case::input, {Layout::interleaved, Layout::planar, Layout::padded,
                                Layout::flipped_x, Layout::flipped_y, Layout::inside}),
          levels(&Case::output, {Layout::interleaved, Layout::planar, Layout::padded,
                                 Layout::flipped_x, Layout::flipped_y, Layout::inside}),
          levels(&Case::exact, {true, false})};
}

}  // namespace selvage::testing
