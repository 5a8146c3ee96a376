// SPDX-License-Identifier: Apache-2.0
#pragma once
// Checks of views and frames: everything that must hold before a sample is touched.

#include <cstdint>
#include <string_view>

#include "selvage/filters.hpp"
#include "selvage/frame.hpp"
#include "selvage/image.hpp"

namespace selvage {

// For images whose size was checked already: they are as large as the caller's.
inline constexpr Limits no_limits{.max_pixels = INT64_MAX, .max_side = INT64_MAX};

// Throws Error{invalid_argument} that names the port: sides and batch below 1, channels outside
// 1..4, alpha without colour, an unknown type, strides that leave the address space.
void check_view(std::string_view port, const ConstImageView& view);

// Throws Error{invalid_argument} unless samples of `output` are apart from one another.
void check_distinct_samples(std::string_view port, const ConstImageView& output);

// Throws Error{invalid_argument} when the bytes from the first to the last sample of one reach into
// the other's, unless they are the same view: interlaced views count as overlapping.
void check_overlap(std::string_view input_port, const ConstImageView& input,
                   std::string_view output_port, const ConstImageView& output);

// Throws Error{invalid_argument} when `image` does not hold what computing frame.compute reads
// under this border and halo [pixels]; says how many columns and rows are missing.
void check_frame(const Frame& frame, const ConstImageView& image, Border border, int halo);

// Pixels to the left and right, and above and below.
struct Halo {
  int x = 0, y = 0;
};

// The pixels of the whole image that computing frame.compute reads: one rectangle, since a view is.
Rect needed_rect(const Frame& frame, Border border, Halo halo);

// True when both views name the same samples at the same addresses.
bool same_samples(const ConstImageView& a, const ConstImageView& b);

}  // namespace selvage
