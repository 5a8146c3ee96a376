// SPDX-License-Identifier: Apache-2.0
#include "conformance/case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <concepts>
#include <stdexcept>
#include <type_traits>

namespace selvage::testing {
namespace {

std::string_view text_of(auto value) {
  return name(value);
}  // the library's own enums
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

Bilateral filter_of(const Case& c) {
  Bilateral filter{.sigma_space = c.sigma_space,
                   .sigma_range = c.sigma_range,
                   .window = c.window,
                   .norm = c.norm,
                   .border = c.border,
                   .border_value = c.border_value,
                   .iterations = c.iterations,
                   .alpha = c.alpha == AlphaUse::filter ? Alpha::filter : Alpha::keep,
                   .fill = c.fill};
  if (c.radius >= 0) filter.radius = c.radius;
  if (c.holes == Holes::value || c.holes == Holes::most) filter.invalid = hole_value;
  return filter;
}

Shape shape_of(const Case& c) {
  return {.type = c.type,
          .width = c.width,
          .height = c.height,
          .channels = c.channels,
          .alpha = c.alpha != AlphaUse::none,
          .batch = c.batch};
}

Frame frame_of(const Case& c) {
  Frame frame = Frame::whole(c.width, c.height);
  if (c.part == Part::whole) return frame;
  const auto [x, width] = inner(c.width, c.seed % 2 == 0);
  const auto [y, height] = inner(c.height, c.seed % 3 == 0);
  frame.compute = {x, y, width, height};
  return frame;
}

Rect handed_in(const Case& c) {
  if (c.part != Part::frame) return {0, 0, c.width, c.height};
  const Rect compute = frame_of(c).compute;
  const int around = halo(filter_of(c));
  const bool wraps = c.border == Border::wrap;
  const auto [x0, x1] = with_halo(compute.x, compute.width, c.width, around, wraps);
  const auto [y0, y1] = with_halo(compute.y, compute.height, c.height, around, wraps);
  return {x0, y0, x1 - x0 + 1, y1 - y0 + 1};
}

bool possible(const Case& c) {
  const int colours = shape_of(c).alpha ? c.channels - 1 : c.channels;
  if (c.alpha != AlphaUse::none && c.channels < 2) return false;
  if (c.norm == Norm::lab && colours != 3) return false;
  if (c.norm == Norm::luma && colours != 1 && colours != 3) return false;
  const bool needs_float = c.holes == Holes::nan || c.holes == Holes::infinity;
  return !needs_float || !is_integer(c.type);
}

double cost(const Case& c) {
  const double side = 2.0 * effective_radius(filter_of(c)) + 1;
  const double weights = c.norm == Norm::per_channel ? c.channels : 1;
  return side * side * c.width * c.height * c.batch * c.iterations * weights;
}

}  // namespace selvage::testing
