// SPDX-License-Identifier: Apache-2.0
#include "conformance/case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <concepts>
#include <stdexcept>
#include <type_traits>

#include "conformance/filter_of.hpp"

namespace selvage::testing {
namespace {

std::string_view text_of(auto value) {
  return name(value);
}  // the library's own enums
std::string_view text_of(Kind v) {
  return kind_names[static_cast<std::size_t>(v)];
}
std::string_view text_of(Edges v) {
  return edges_names[static_cast<std::size_t>(v)];
}
std::string_view text_of(Taps v) {
  return taps_names[static_cast<std::size_t>(v)];
}
std::string_view text_of(AlphaUse v) {
  return alpha_use_names[static_cast<std::size_t>(v)];
}
std::string_view text_of(Part v) {
  return part_names[static_cast<std::size_t>(v)];
}
std::string_view text_of(Content v) {
  return content_names[static_cast<std::size_t>(v)];
}
std::string_view text_of(Holes v) {
  return hole_names[static_cast<std::size_t>(v)];
}
std::string_view text_of(Layout v) {
  return layout_names[static_cast<std::size_t>(v)];
}

constexpr auto last_of(Kind) {
  return Kind::histogram;
}
constexpr auto last_of(Edges) {
  return Edges::both;
}
constexpr auto last_of(Taps) {
  return Taps::given;
}
constexpr auto last_of(PixelType) {
  return PixelType::f32;
}
constexpr auto last_of(Norm) {
  return Norm::lab;
}
constexpr auto last_of(Window) {
  return Window::disc;
}
constexpr auto last_of(Border) {
  return Border::copy;
}
constexpr auto last_of(AlphaUse) {
  return AlphaUse::filter;
}
constexpr auto last_of(Part) {
  return Part::frame;
}
constexpr auto last_of(Content) {
  return Content::flat;
}
constexpr auto last_of(Holes) {
  return Holes::mask;
}
constexpr auto last_of(Layout) {
  return Layout::inside;
}

// Calls visit(name, field) for each field; the one list of them.
template <class C, class Visit>
void for_each_field(C& c, Visit&& visit) {
  visit("kind", c.kind);
  visit("type", c.type);
  visit("channels", c.channels);
  visit("alpha", c.alpha);
  visit("width", c.width);
  visit("height", c.height);
  visit("batch", c.batch);
  visit("content", c.content);
  visit("holes", c.holes);
  visit("fill", c.fill);
  visit("norm", c.norm);
  visit("window", c.window);
  visit("border", c.border);
  visit("border_value", c.border_value);
  visit("sigma_space", c.sigma_space);
  visit("sigma_range", c.sigma_range);
  visit("radius", c.radius);
  visit("iterations", c.iterations);
  visit("part", c.part);
  visit("input", c.input);
  visit("output", c.output);
  visit("exact", c.exact);
  visit("guide_type", c.guide_type);
  visit("guide_channels", c.guide_channels);
  visit("guide_alpha", c.guide_alpha);
  visit("guide_holes", c.guide_holes);
  visit("ratio_x", c.ratio_x);
  visit("ratio_y", c.ratio_y);
  visit("edges", c.edges);
  visit("taps", c.taps);
  visit("columns", c.columns);
  visit("rows", c.rows);
  visit("rank_one", c.rank_one);
  visit("gray", c.gray);
  visit("flip", c.flip);
  visit("scale", c.scale);
  visit("offset", c.offset);
  visit("bins", c.bins);
  visit("channel", c.channel);
  visit("given_range", c.given_range);
  visit("seed", c.seed);
}

template <class T>
bool read_value(std::string_view text, T& value) {
  if constexpr (std::is_enum_v<T>) {
    for (int i = 0; i <= static_cast<int>(last_of(T{})); ++i)
      if (text_of(static_cast<T>(i)) == text) {
        value = static_cast<T>(i);
        return true;
      }
    return false;
  } else if constexpr (std::same_as<T, bool>) {
    value = text == "true";
    return value || text == "false";
  } else {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size();
  }
}

// The part of an axis of n pixels that a case computes: an inner one, or one at the far edge.
std::pair<int, int> inner(int n, bool at_edge) {
  const int length = std::max(1, n / 2);
  return {at_edge ? n - length : n / 3 - (n / 3 + length > n ? 1 : 0), length};
}

// The pixels that an axis needs: [first, last].
std::pair<int, int> with_halo(int first, int length, int n, int halo, bool wraps) {
  const int low = first - halo, high = first + length - 1 + halo;
  if (wraps && (low < 0 || high >= n)) return {0, n - 1};
  return {std::max(low, 0), std::min(high, n - 1)};
}

int enlarged(int side, float ratio) {
  return std::max(side, static_cast<int>(static_cast<float>(side) * ratio));
}

}  // namespace

std::string describe(const Case& c) {
  std::string text;
  for_each_field(c, [&]<class T>(std::string_view field, const T& value) {
    if (!text.empty()) text += ' ';
    if constexpr (std::is_enum_v<T>)
      text += fmt::format("{}={}", field, text_of(value));
    else
      text += fmt::format("{}={}", field, value);
  });
  return text;
}

Case parse_case(std::string_view text) {
  Case c;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    if (word.empty()) continue;
    const std::size_t equals = word.find('=');
    bool known = false;
    for_each_field(c, [&](std::string_view field, auto& value) {
      if (equals == std::string_view::npos || field != word.substr(0, equals)) return;
      known = read_value(word.substr(equals + 1), value);
    });
    if (!known) throw std::invalid_argument(fmt::format("cannot read \"{}\" of the case", word));
  }
  return c;
}

Shape shape_of(const Case& c) {
  return {.type = c.type,
          .width = c.width,
          .height = c.height,
          .channels = c.channels,
          .alpha = c.alpha != AlphaUse::none,
          .batch = c.batch};
}

Shape guide_shape_of(const Case& c) {
  return {.type = c.guide_type,
          .width = result_width(c),
          .height = result_height(c),
          .channels = c.guide_channels,
          .alpha = c.guide_alpha,
          .batch = c.seed % 2 == 0 ? c.batch : 1};
}

int result_width(const Case& c) {
  return c.kind == Kind::upsampling ? enlarged(c.width, c.ratio_x) : c.width;
}
int result_height(const Case& c) {
  return c.kind == Kind::upsampling ? enlarged(c.height, c.ratio_y) : c.height;
}

Frame frame_of(const Case& c) {
  Frame frame = Frame::whole(result_width(c), result_height(c));
  if (c.part == Part::whole) return frame;
  const auto [x, width] = inner(frame.width, c.seed % 2 == 0);
  const auto [y, height] = inner(frame.height, c.seed % 3 == 0);
  frame.compute = {x, y, width, height};
  return frame;
}

Rect handed_in(const Case& c) {
  if (c.part != Part::frame || c.kind == Kind::upsampling) return {0, 0, c.width, c.height};
  const Rect compute = frame_of(c).compute;
  const int around = halo(filter_of(c));
  const bool wraps = c.border == Border::wrap && c.kind != Kind::geometry;
  const auto [x0, x1] = with_halo(compute.x, compute.width, c.width, around, wraps);
  const auto [y0, y1] = with_halo(compute.y, compute.height, c.height, around, wraps);
  return {x0, y0, x1 - x0 + 1, y1 - y0 + 1};
}

}  // namespace selvage::testing
