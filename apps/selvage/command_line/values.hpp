// SPDX-License-Identifier: Apache-2.0
#pragma once
// Parsers of numbers on the command line. All throw Error{invalid_argument} with the option and the
// text.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "selvage/image.hpp"

namespace selvage::cli {

// A value in the samples' unit. "25/255" and "10%" carry their scale, a bare "25" does not.
struct Value {
  double number = 0.0;
  bool bare = true;
  std::string text = {}, option = {};  // as typed
};

// A colour behind a picture: red, green and blue as fractions of full scale.
struct Background {
  std::array<double, 3> rgb = {};
  std::string text = {}, option = {};  // as typed

  bool is_gray() const { return rgb[0] == rgb[1] && rgb[1] == rgb[2]; }
};
// white, black, or #RGB or #RRGGBB in hexadecimal digits.
Background parse_background(std::string_view option, std::string_view text);

Value parse_value(std::string_view option, std::string_view text);
// 2.5 or 5/0.8
double parse_ratio(std::string_view option, std::string_view text);
double parse_number(std::string_view option, std::string_view text);  // finite
// Accepts powers of 2 such as 2^30.
std::int64_t parse_whole(std::string_view option, std::string_view text, std::int64_t least,
                         std::int64_t most);
std::size_t parse_size(std::string_view option, std::string_view text);  // bytes: 512M, 1.5G
Rect parse_rect(std::string_view option, std::string_view text);         // X,Y,W,H
// WIDTHxHEIGHT[xCHANNELS[xSLICES]]:TYPE, no data. Two and four channels end with alpha.
ConstImageView parse_shape(std::string_view option, std::string_view text);

// Returns the value for an image of `type`. Throws for a bare number above 1 on an integer image,
// which was most likely meant on the scale of the stored samples.
double in_unit(const Value& value, PixelType type);
// Does the same for a value that stands for a sample: on an integer image it must lie within 0..1
// even if its scale was given.
double sample_in_unit(const Value& value, PixelType type);
// Does the same for a largest error: on an integer image it must lie below the full scale, since no
// two samples differ by more.
double error_in_unit(const Value& value, PixelType type);

}  // namespace selvage::cli
