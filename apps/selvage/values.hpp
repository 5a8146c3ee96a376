// SPDX-License-Identifier: Apache-2.0
#pragma once
// Numbers as people write them on the command line. Every function throws Error{invalid_argument}
// that names the option and what was given.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "selvage/image.hpp"

namespace selvage::cli {

// A value in the samples' unit. "25/255" and "10%" say their scale, a bare "25" does not.
struct Value {
  double number = 0.0;
  bool bare = true;
  std::string text = {};  // as it was typed
};

Value parse_value(std::string_view option, std::string_view text);
double parse_number(std::string_view option, std::string_view text);  // finite
// A power of 2 may be written as one: 2^30.
std::int64_t parse_whole(std::string_view option, std::string_view text, std::int64_t least,
                         std::int64_t most);
std::size_t parse_size(std::string_view option, std::string_view text);  // bytes: 512M, 1.5G
Rect parse_rect(std::string_view option, std::string_view text);         // X,Y,W,H

// The value for an image of `type`. A bare number above 1 on an integer image is an error: it is
// most likely meant on the scale of the stored samples.
double in_unit(std::string_view option, const Value& value, PixelType type);
// The same for a value that stands for a sample: on an integer image it must be within 0..1, also
// when its scale was given.
double sample_in_unit(std::string_view option, const Value& value, PixelType type);

}  // namespace selvage::cli
