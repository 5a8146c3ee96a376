// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rules that filters share: the window, the distance between two pixels, the border, alpha and
// the weights of a mean.

#include <array>
#include <string_view>

#include "selvage/api.h"
#include "selvage/names.hpp"

namespace selvage {

// The neighbours (dx, dy) that count as taps.
enum class Window {
  square,  // |dx| <= radius and |dy| <= radius
  disc,    // dx^2 + dy^2 <= radius^2 (as in OpenCV)
};
template <>
inline constexpr auto names_of<Window> =
    std::to_array<Named<Window>>({{Window::square, "square"}, {Window::disc, "disc"}});

// The distance D between two pixels, over the colour channels.
enum class Norm {
  l2,           // Euclidean
  l1,           // sum of absolute differences (as in OpenCV)
  per_channel,  // each channel is filtered by its own differences
  luma,         // |difference| of 0.299 R + 0.587 G + 0.114 B, or of the only sample if gray
  lab,          // Euclidean in CIE L*a*b* / 100 (D65, sRGB samples); needs three colour channels
};
template <>
inline constexpr auto names_of<Norm> =
    std::to_array<Named<Norm>>({{Norm::l2, "l2"},
                                {Norm::l1, "l1"},
                                {Norm::per_channel, "per_channel"},
                                {Norm::luma, "luma"},
                                {Norm::lab, "lab"}});

// The pixels outside the image "abcd".
enum class Border {
  reflect101,  // ..dcb|abcd|cba..   the edge pixel is not repeated
  reflect,     // ..cba|abcd|dcb..
  clamp,       // ..aaa|abcd|ddd..
  wrap,        // ..bcd|abcd|abc..
  constant,    // ..VVV|abcd|VVV..   V = border_value
  shrink,      // taps outside are left out
  copy,        // pixels whose window leaves the image are copied through
};
template <>
inline constexpr auto names_of<Border> =
    std::to_array<Named<Border>>({{Border::reflect101, "reflect101"},
                                  {Border::reflect, "reflect"},
                                  {Border::clamp, "clamp"},
                                  {Border::wrap, "wrap"},
                                  {Border::constant, "constant"},
                                  {Border::shrink, "shrink"},
                                  {Border::copy, "copy"}});

// The treatment of the alpha channel.
enum class Alpha {
  keep,    // copied through; does not enter D
  filter,  // averaged with the colour's weights and part of D for l1 and l2; under per_channel it
           // has its own weights
  weight,  // colours are weighted by alpha, so those of transparent pixels do not bleed; with w =
           // the weights of a mean and a = alpha, or 0 where alpha is below:
           //   alpha_out = sum w a / sum w,  colour_out = sum w a colour / sum w a
           // Alpha does not enter D. Where alpha_out is below 2^-32 it becomes 0 and the colour is
           // copied through. A centre of alpha 0 has no colour to compare: D = 0, except of a guide
};
template <>
inline constexpr auto names_of<Alpha> = std::to_array<Named<Alpha>>(
    {{Alpha::keep, "keep"}, {Alpha::filter, "filter"}, {Alpha::weight, "weight"}});

// What the third axis of an image with depth is.
enum class ThirdAxis {
  space,   // the slices of a volume; a disc is an ellipsoid
  time,    // the frames of a sequence; a disc is a cylinder
  causal,  // as time, without later frames: the window of frame t has the frames t -
           // radius_depth..t and none before the first, whatever the border
};
template <>
inline constexpr auto names_of<ThirdAxis> = std::to_array<Named<ThirdAxis>>(
    {{ThirdAxis::space, "space"}, {ThirdAxis::time, "time"}, {ThirdAxis::causal, "causal"}});

// The weights of a one-dimensional mean.
enum class Weights {
  gaussian,  // exp(-d^2 / 2 sigma_space^2)
  box,       // all equal
};
template <>
inline constexpr auto names_of<Weights> =
    std::to_array<Named<Weights>>({{Weights::gaussian, "gaussian"}, {Weights::box, "box"}});

SELVAGE_API std::string_view name(Window);
SELVAGE_API std::string_view name(Norm);
SELVAGE_API std::string_view name(Border);
SELVAGE_API std::string_view name(Alpha);
SELVAGE_API std::string_view name(ThirdAxis);
SELVAGE_API std::string_view name(Weights);

}  // namespace selvage
