// SPDX-License-Identifier: Apache-2.0
#include "command_line/values.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "selvage/error.hpp"

namespace selvage::cli {
namespace {

[[noreturn]] void refuse(std::string_view option, std::string_view text, std::string_view wanted,
                         std::string_view example) {
  throw Error(Errc::invalid_argument,
              fmt::format("{} {} is not {}", option, text.empty() ? "''" : text, wanted),
              fmt::format("for instance: {} {}", option, example));
}

const char* image_of(PixelType type) {
  return type == PixelType::u8 ? "an 8-bit image" : "a 16-bit image";
}

[[noreturn]] void refuse_outside(const Value& value, PixelType type, std::string hint) {
  throw Error(Errc::invalid_argument,
              fmt::format("{} {} is outside 0..1 for {}", value.option, value.text, image_of(type)),
              std::move(hint));
}

// Returns the hint at the fraction that a bare number was most likely meant as.
std::string as_fraction(const Value& value, PixelType type) {
  const double scale = full_scale(type);
  return fmt::format("did you mean {}/{} ({:.2g})?", value.number, scale, value.number / scale);
}

// Parses the whole text as a number; returns nothing if any part of it is something else.
template <class Number>
std::optional<Number> number_of(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  Number number{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || stop != end) return {};
  if constexpr (std::is_floating_point_v<Number>)
    if (!std::isfinite(number)) return {};
  return number;
}

// Also parses powers: "2^30".
std::optional<std::int64_t> whole_of(std::string_view text) {
  constexpr std::string_view power_of_2 = "2^";
  if (!text.starts_with(power_of_2)) return number_of<std::int64_t>(text);
  const auto exponent = number_of<int>(text.substr(power_of_2.size()));
  if (!exponent || *exponent < 0 || *exponent > 62) return {};
  return std::int64_t{1} << *exponent;
}

std::size_t unit_bytes(std::string_view unit) {
  if (unit.empty() || unit == "B") return 1;
  const auto power = std::string_view("KMGT").find(static_cast<char>(unit.front() & ~0x20));
  const std::string_view rest = unit.substr(1);
  if (power == std::string_view::npos || !(rest.empty() || rest == "B" || rest == "iB")) return 0;
  return std::size_t{1} << (10 * (power + 1));
}

Value parse_value_like(std::string_view option, std::string_view text, std::string_view example) {
  constexpr std::string_view wanted = "a value";
  const auto value = [&](double number, bool bare) {
    return Value{
        .number = number, .bare = bare, .text = std::string(text), .option = std::string(option)};
  };
  if (text.ends_with('%')) {
    const auto percent = number_of<double>(text.substr(0, text.size() - 1));
    if (!percent) refuse(option, text, wanted, example);
    return value(*percent / 100.0, false);
  }
  if (const auto slash = text.find('/'); slash != std::string_view::npos) {
    const auto part = number_of<double>(text.substr(0, slash));
    const auto whole = number_of<double>(text.substr(slash + 1));
    if (!part || !whole || !std::isfinite(*part / *whole)) refuse(option, text, wanted, example);
    return value(*part / *whole, false);
  }
  const auto number = number_of<double>(text);
  if (!number) refuse(option, text, wanted, example);
  return value(*number, true);
}

}  // namespace

Value parse_value(std::string_view option, std::string_view text) {
  return parse_value_like(option, text, "0.1, 25/255 or 10%");
}

double parse_ratio(std::string_view option, std::string_view text) {
  return parse_value_like(option, text, "2.5 or 5/0.8").number;
}

Background parse_background(std::string_view option, std::string_view text) {
  Background colour{.text = std::string(text), .option = std::string(option)};
  if (text == "black") return colour;
  if (text == "white") {
    colour.rgb = {1, 1, 1};
    return colour;
  }
  const bool brief = text.size() == 4;
  if (!text.starts_with('#') || !(brief || text.size() == 7) ||
      text.find_first_not_of("0123456789abcdefABCDEF", 1) != std::string_view::npos)
    refuse(option, text, "a colour: white, black, #RGB or #RRGGBB", "#ff8000");
  const std::size_t digits = brief ? 1 : 2;
  for (std::size_t c = 0; c < 3; ++c) {
    const char* const from = text.data() + 1 + c * digits;
    int level = 0;
    std::from_chars(from, from + digits, level, 16);
    colour.rgb.at(c) = level / (brief ? 15.0 : 255.0);
  }
  return colour;
}

double parse_number(std::string_view option, std::string_view text) {
  const auto number = number_of<double>(text);
  if (!number) refuse(option, text, "a number", "2.5");
  return *number;
}

std::int64_t parse_whole(std::string_view option, std::string_view text, std::int64_t least,
                         std::int64_t most) {
  const auto number = whole_of(text);
  if (!number)
    refuse(option, text, "a whole number", fmt::format("{}", std::max(least, INT64_C(3))));
  if (*number < least || *number > most)
    throw Error(Errc::invalid_argument,
                fmt::format("{} {} is outside {}..{}", option, text, least, most));
  return *number;
}

std::size_t parse_size(std::string_view option, std::string_view text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789."), text.size());
  const auto number = number_of<double>(text.substr(0, digits));
  const std::size_t unit = unit_bytes(text.substr(digits));
  if (!number || unit == 0) refuse(option, text, "a size", "512M or 4G");
  const double bytes = *number * static_cast<double>(unit);
  if (!(bytes >= 1.0 && bytes < 0x1p63))
    throw Error(Errc::invalid_argument, fmt::format("{} {} is outside 1..8E bytes", option, text));
  return static_cast<std::size_t>(bytes);
}

Rect parse_rect(std::string_view option, std::string_view text) {
  int parts[4] = {};
  std::string_view rest = text;
  for (int i = 0; i < 4; ++i) {
    const std::size_t comma = i < 3 ? rest.find(',') : rest.size();
    const auto part = comma <= rest.size() ? number_of<int>(rest.substr(0, comma)) : std::nullopt;
    if (!part) refuse(option, text, "X,Y,WIDTH,HEIGHT", "0,0,640,480");
    parts[i] = *part;
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return {.x = parts[0], .y = parts[1], .width = parts[2], .height = parts[3]};
}

ConstImageView parse_shape(std::string_view option, std::string_view text) {
  const auto refuse_shape = [&] {
    refuse(option, text, "WIDTHxHEIGHTxCHANNELSxSLICES:TYPE with a type of u8, u16, f16 or f32",
           "640x480x3:u8");
  };
  const std::size_t colon = std::min(text.find(':'), text.size());
  const auto type = value_named<PixelType>(text.substr(std::min(colon + 1, text.size())));
  int sides[4] = {0, 0, 1, 1};  // width, height, channels, slices
  std::string_view rest = text.substr(0, colon);
  for (int i = 0; i < 4 && (i < 2 || !rest.empty()); ++i) {
    const std::size_t end = std::min(rest.find('x'), rest.size());
    sides[i] = number_of<int>(rest.substr(0, end)).value_or(0);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  const auto [width, height, channels, slices] = sides;
  if (!type || !rest.empty() || width < 1 || height < 1 || channels < 1 ||
      channels > max_channels || slices < 1)
    refuse_shape();
  ConstImageView shape =
      interleaved(static_cast<const void*>(nullptr), *type, width, height, channels);
  shape.alpha = channels == 2 || channels == 4;
  shape.depth = slices;
  return shape;
}

double in_unit(const Value& value, PixelType type) {
  if (!value.bare || !is_integer(type) || value.number <= 1.0) return value.number;
  refuse_outside(value, type, as_fraction(value, type));
}

double sample_in_unit(const Value& value, PixelType type) {
  const double sample = in_unit(value, type);
  if (is_integer(type) && !(sample >= 0.0 && sample <= 1.0)) refuse_outside(value, type, "");
  return sample;
}

double error_in_unit(const Value& value, PixelType type) {
  const double error = in_unit(value, type);
  if (!is_integer(type) || error < 1.0) return error;
  throw Error(Errc::invalid_argument,
              fmt::format("{} {} is the full scale of {}{}", value.option, value.text,
                          image_of(type), value.bare ? "" : " or more"),
              value.bare ? as_fraction(value, type)
                         : fmt::format("for instance: {} 1/{}", value.option, full_scale(type)));
}

}  // namespace selvage::cli
