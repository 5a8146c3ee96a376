// SPDX-License-Identifier: Apache-2.0
#pragma once
// The document's .raw files: samples without a header, and the arguments that say what they are.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "selvage/image.hpp"
#include "staal2012_bilateral_cuda/settings.hpp"

namespace selvage::studies::staal {

struct RawArguments {
  std::string file = {};
  int width = 0, height = 0;  // pixels
  int channels = 0;           // 1, 3, 4
  Settings settings = {};
  int iterations = 0;  // runs that an average is of
};

// <input file> <width> <height> <channels> <radius> <spatial sigma> <range sigma> <iterations>
// Throws Error{invalid_argument} that names the one that is wrong.
RawArguments parse_raw_arguments(const std::vector<std::string>& words);

// Interleaved samples, u8 or f32 (little-endian) as their count of bytes tells: f32, three
// channels. Gray becomes three equal ones, a fourth is left out. Throws Error{input}.
Image read_raw(const RawArguments& arguments);
Image decode_raw(std::span<const std::byte> bytes, const RawArguments& arguments);

}  // namespace selvage::studies::staal
