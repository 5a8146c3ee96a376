// SPDX-License-Identifier: Apache-2.0
#pragma once
// The factors of a case and their levels.

#include <functional>
#include <initializer_list>
#include <vector>

#include "conformance/cases/case.hpp"

namespace selvage::testing {

using Level = std::function<void(Case&)>;  // sets its field, or fields that belong together
using Factor = std::vector<Level>;

// A guide, with holes if it has NaN and infinities.
struct GuideForm {
  PixelType type;
  int channels;
  bool alpha, holes;
};
Factor guide_factor(std::initializer_list<GuideForm> guides);

// Type, channels with alpha, norm, window, border, sigma_range: the inner loops' own factors.
std::vector<Factor> main_factors();
inline constexpr std::size_t type_factor = 0, format_factor = 1, norm_factor = 2, border_factor = 4;
inline constexpr std::size_t own_factor = 3;  // of factors_of(): the first that is the filter's own
// Of every other filter: type, channels with alpha, what is its own, and the factors of
// other_factors() that concern it. The first two are type_factor and format_factor.
std::vector<Factor> factors_of(Kind kind);

// Of means of bytes with all taps, of one iteration and the default request: what candidates with
// weights in bytes and half words serve. The first is the filter's radius.
std::vector<Factor> byte_mean_factors();

// The same of convolutions that are means: separable, with positive weights that sum to 1. The
// first is the number of columns.
std::vector<Factor> byte_smoothing_factors();

// Of bilaterals of bytes with all taps, of one iteration and the default request: what the
// Fourier range kernel serves.
std::vector<Factor> level_factors();

// Of bilaterals and joint bilaterals of bytes with all taps, of one iteration and the default
// request, norm l1 or per_channel: what tables of weights serve.
std::vector<Factor> table_factors();

// 8-bit means whose distances are sums of squares, with sigmas of their norm.
std::vector<Factor> product_factors();

// Of filters with a third axis, on images with depth.
std::vector<Factor> depth_factors();
// Images and guides of more than four channels.
std::vector<Factor> channel_factors();

// Size, radius, sigma_space, content, holes, fill, iterations, batch, part, layouts, request.
std::vector<Factor> other_factors();

}  // namespace selvage::testing
