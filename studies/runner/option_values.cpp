// SPDX-License-Identifier: Apache-2.0
#include "runner/option_values.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

#include "selvage/error.hpp"

namespace selvage::studies {
namespace {

constexpr int widest_group = 4096;  // work-items: no device has more

template <class Number>
std::optional<Number> number(std::string_view text) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || at != end) return {};
  return value;
}

std::vector<std::string_view> parts(std::string_view text, char separator) {
  std::vector<std::string_view> found;
  for (;;) {
    const std::size_t at = text.find(separator);
    found.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return found;
    text.remove_prefix(at + 1);
  }
}

int whole(const std::string& option, std::string_view text, WholeRange range) {
  const auto value = number<int>(text);
  if (!value || *value < range.low || *value > range.high)
    throw Error(Errc::invalid_argument, fmt::format("{} {} is no whole number of {}..{}", option,
                                                    text, range.low, range.high));
  return *value;
}

}  // namespace

std::vector<int> whole_numbers(const std::string& option, const std::string& text,
                               WholeRange range) {
  std::vector<int> values;
  for (const std::string_view part : parts(text, ',')) values.push_back(whole(option, part, range));
  return values;
}

int whole_number(const std::string& option, const std::string& text, WholeRange range) {
  return whole(option, text, range);
}

double positive_number(const std::string& option, const std::string& text) {
  const auto pieces = parts(text, '/');
  auto value = number<double>(pieces.front());
  if (pieces.size() == 2) {
    const auto divisor = number<double>(pieces.back());
    if (value && divisor) value = *value / *divisor;
    if (!divisor) value.reset();
  }
  if (pieces.size() > 2 || !value || !std::isfinite(*value) || *value <= 0.0)
    throw Error(Errc::invalid_argument, fmt::format("{} {} is no number above 0", option, text),
                "for instance 0.1 or 25/255");
  return *value;
}

std::vector<GroupSize> group_sizes(const std::string& option, const std::string& text) {
  std::vector<GroupSize> sizes;
  for (const std::string_view part : parts(text, ',')) {
    const auto sides = parts(part, 'x');
    if (sides.size() != 2)
      throw Error(Errc::invalid_argument, fmt::format("{} {} is no WIDTHxHEIGHT", option, part),
                  "for instance 16x16, or several: 16x16,32x8");
    sizes.push_back({whole(option, sides.front(), {1, widest_group}),
                     whole(option, sides.back(), {1, widest_group})});
  }
  return sizes;
}

}  // namespace selvage::studies
