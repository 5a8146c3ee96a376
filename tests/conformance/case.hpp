// SPDX-License-Identifier: Apache-2.0
#pragma once
// One problem of the conformance suite, as numbers that can be printed and read back.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "selvage/filters.hpp"
#include "selvage/frame.hpp"
#include "support/canvas.hpp"
#include "support/pictures.hpp"

namespace selvage::testing {

// Whether the last channel is alpha, and what becomes of it.
enum class AlphaUse { none, keep, filter };
inline constexpr std::array<std::string_view, 3> alpha_use_names{"none", "keep", "filter"};

// What is computed, and what of the image is handed in.
enum class Part {
  whole,   // all, from all
  region,  // a rectangle, from all
  frame,   // a rectangle, from itself and its halo
};
inline constexpr std::array<std::string_view, 3> part_names{"whole", "region", "frame"};

struct Case {
  PixelType type = PixelType::u8;
  int channels = 1;
  AlphaUse alpha = AlphaUse::none;
  int width = 32, height = 16;
  int batch = 1;
  Content content = Content::noise;
  Holes holes = Holes::none;
  bool fill = false;
  Norm norm = Norm::l2;
  Window window = Window::square;
  Border border = Border::reflect101;
  float border_value = 0.0f;
  float sigma_space = 2.5f;
  float sigma_range = 0.1f;
  int radius = 2;  // -1: left to sigma_space
  int iterations = 1;
  Part part = Part::whole;
  Layout input = Layout::interleaved, output = Layout::interleaved;
  bool exact = true;  // the request; false: the default one
  std::uint64_t seed = 1;
};

// "type=u8 channels=3 ...": all fields.
std::string describe(const Case& c);

// The inverse of describe; fields that are not named keep their defaults. Throws
// std::invalid_argument that names what it cannot read.
Case parse_case(std::string_view text);

Bilateral filter_of(const Case& c);
Shape shape_of(const Case& c);  // of the whole image

// The whole image's size and the rectangle that is computed; the origin is that of the whole image.
Frame frame_of(const Case& c);
// The part of the whole image that is handed in.
Rect handed_in(const Case& c);

// Whether the library must accept it: lab on three colours, NaN in floats alone.
bool possible(const Case& c);

// Weights that the reference computes: how long it takes.
double cost(const Case& c);

}  // namespace selvage::testing
