// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <concepts>
#include <optional>
#include <stdexcept>
#include <type_traits>

#include "conformance/cases/filter_of.hpp"

namespace selvage::testing {
namespace {

// The names of the suite's own enumerations; the library's are names_of.
template <class Enum>
constexpr auto own_names = std::array<std::string_view, 0>{};
template <>
constexpr auto own_names<Kind> = kind_names;
template <>
constexpr auto own_names<Edges> = edges_names;
template <>
constexpr auto own_names<Taps> = taps_names;
template <>
constexpr auto own_names<AlphaUse> = alpha_use_names;
template <>
constexpr auto own_names<Part> = part_names;
template <>
constexpr auto own_names<Content> = content_names;
template <>
constexpr auto own_names<Holes> = hole_names;
template <>
constexpr auto own_names<Layout> = layout_names;

template <class Enum>
std::string_view text_of(Enum value) {
  if constexpr (own_names<Enum>.empty())
    return name_of(value);
  else
    return own_names<Enum>.at(static_cast<std::size_t>(value));
}

template <class Enum>
std::optional<Enum> enumerator(std::string_view text) {
  if constexpr (own_names<Enum>.empty()) return value_named<Enum>(text);
  for (std::size_t i = 0; i < own_names<Enum>.size(); ++i)
    if (own_names<Enum>.at(i) == text) return static_cast<Enum>(i);
  return {};
}

template <class T>
bool read_value(std::string_view text, T& value) {
  if constexpr (std::is_enum_v<T>) {
    const std::optional<T> known = enumerator<T>(text);
    value = known.value_or(value);
    return known.has_value();
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
  for_each_case_field(c, [&]<class T>(std::string_view field, const T& value) {
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
    for_each_case_field(c, [&](std::string_view field, auto& value) {
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
          .batch = c.batch * c.depth};
}

Shape guide_shape_of(const Case& c) {
  return {.type = c.guide_type,
          .width = result_width(c),
          .height = result_height(c),
          .channels = c.guide_channels,
          .alpha = c.guide_alpha,
          .batch = (c.seed % 2 == 0 ? c.batch : 1) * c.depth};
}

int result_width(const Case& c) {
  return enlarges(c) ? enlarged(c.width, c.ratio_x) : c.width;
}
int result_height(const Case& c) {
  return enlarges(c) ? enlarged(c.height, c.ratio_y) : c.height;
}

Frame frame_of(const Case& c) {
  Frame frame = Frame::whole(result_width(c), result_height(c), c.depth);
  if (c.part == Part::whole) return frame;
  const auto [x, width] = inner(frame.width, c.seed % 2 == 0);
  const auto [y, height] = inner(frame.height, c.seed % 3 == 0);
  frame.compute = {x, y, width, height};
  const auto [z, slices] = inner(frame.depth, c.seed % 5 == 0);
  frame.slices = {z, slices};
  return frame;
}

Rect handed_in(const Case& c) {
  if (c.part != Part::frame || enlarges(c)) return {0, 0, c.width, c.height};
  const Rect compute = frame_of(c).compute;
  const int around = halo(filter_of(c));
  const bool wraps = c.border == Border::wrap && c.kind != Kind::geometry;
  const auto [x0, x1] = with_halo(compute.x, compute.width, c.width, around, wraps);
  const auto [y0, y1] = with_halo(compute.y, compute.height, c.height, around, wraps);
  return {x0, y0, x1 - x0 + 1, y1 - y0 + 1};
}

Slices slices_handed_in(const Case& c) {
  if (c.part != Part::frame || c.kind == Kind::upsampling) return {0, c.depth};
  const Slices compute = frame_of(c).slices;
  const DepthHalo around = depth_halo(filter_of(c));
  const bool wraps = c.border == Border::wrap && c.third_axis != ThirdAxis::causal;
  const int low = with_halo(compute.first, compute.count, c.depth, around.before, wraps).first;
  const int high = with_halo(compute.first, compute.count, c.depth, around.after, wraps).second;
  return {low, high - low + 1};
}

}  // namespace selvage::testing
