// SPDX-License-Identifier: Apache-2.0
#pragma once
// What each filter computes. Plain structs with defaults; docs/filters/ has the normative text.
// Samples are real numbers (see PixelType); lengths are pixels. Every value that is compared with
// or added to samples is in the samples' unit: a fraction of full scale for integers, the sample's
// own unit for floats.

#include <optional>
#include <span>
#include <string_view>
#include <variant>

#include "selvage/image.hpp"

namespace selvage {

// Which neighbours (dx, dy) take part.
enum class Window {
  square,  // |dx| <= radius and |dy| <= radius
  disc,    // dx^2 + dy^2 <= radius^2 (OpenCV's)
};

// The distance D between two pixels, over the colour channels.
enum class Norm {
  l2,           // Euclidean
  l1,           // sum of absolute differences (OpenCV's)
  per_channel,  // each channel is filtered by its own differences
  luma,         // |difference| of 0.299 R + 0.587 G + 0.114 B; a gray image: of the sample
  lab,          // Euclidean in CIE L*a*b* / 100 (D65, sRGB samples); three colour channels
};

// What stands outside the image "abcd".
enum class Border {
  reflect101,  // ..dcb|abcd|cba..   the edge is not repeated
  reflect,     // ..cba|abcd|dcb..
  clamp,       // ..aaa|abcd|ddd..
  wrap,        // ..bcd|abcd|abc..
  constant,    // ..VVV|abcd|VVV..   V = border_value
  shrink,      // taps outside take no part
  copy,        // pixels whose window leaves the image are copied through
};

// What happens to the alpha channel.
enum class Alpha {
  keep,    // copied through; takes no part in D
  filter,  // averaged with the colour's weights, and part of D for l1 and l2 (per_channel: its own)
};

// The bilateral filter                                                         [tomasi1998, eq. 5]
//   out(p) = sum_q w(p,q) in(q) / sum_q w(p,q)
//   w(p,q) = exp(-|p-q|^2 / 2 sigma_space^2) * exp(-D(in(p), in(q))^2 / 2 sigma_range^2)
// A pixel with a NaN or an infinity in any channel is invalid: as a tap it takes no part, as a
// centre it is copied through. Integers are rounded to nearest, ties to even.
// Ports: image in, mask in (optional: u8, 1 channel, the image's size; 0 = invalid), image out.
struct Bilateral {
  float sigma_space = 3.0f;        // pixels, 1e-6..1e6
  float sigma_range = 0.1f;        // samples' unit, 1e-6..1e6
  std::optional<int> radius = {};  // pixels, 0..4096; none: ceil(3 sigma_space)
  Window window = Window::square;  //
  Norm norm = Norm::l2;            //
  Border border = Border::reflect101;
  float border_value = 0.0f;          // V of Border::constant, finite; rounded to the image's type
  int iterations = 1;                 // 1..1000; intermediate images are f32
  Alpha alpha = Alpha::keep;          //
  std::optional<float> invalid = {};  // pixels whose colour channels all equal this are invalid
  bool fill = false;  // invalid centres become the spatially weighted mean of their valid taps

  friend bool operator==(const Bilateral&, const Bilateral&) = default;
};

using Filter = std::variant<Bilateral>;

// The radius that is used: the only place where the default is computed. Throws what validate
// throws about sigma_space and radius.
int effective_radius(const Bilateral& filter);

// Pixels around the computed rectangle that one run reads: iterations * radius.
int halo(const Filter& filter);

// Throws Error{invalid_argument} that names the field, its value and its range.
void validate(const Filter& filter);
// Also what depends on the image: lab needs three colour channels, luma one or three.
void validate(const Filter& filter, const ConstImageView& image);

// An input or output that a filter has, by the name of its field in Inputs or Outputs.
struct Port {
  std::string_view name;
  bool output = false;
  bool required = true;
};
std::span<const Port> ports(const Filter& filter);

// The verb of the command line: "bilateral".
std::string_view name(const Filter& filter);
std::string_view name(Window);
std::string_view name(Norm);
std::string_view name(Border);
std::string_view name(Alpha);

}  // namespace selvage
