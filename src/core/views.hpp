// SPDX-License-Identifier: Apache-2.0
#pragma once
// Checks views and frames before any sample is touched.

#include <cstdint>
#include <string_view>

#include "selvage/filters.hpp"
#include "selvage/frame.hpp"
#include "selvage/image.hpp"

namespace selvage {

// Limits for images whose size was checked already, being the caller's.
inline constexpr Limits no_limits{.max_pixels = INT64_MAX, .max_side = INT64_MAX};

// Throws Error{invalid_argument} that names the port for sides or a batch below 1, channels outside
// 1..max_channels, alpha without colour, an unknown type, and strides that leave the address space.
void check_view(std::string_view port, const ConstImageView& view);

// The bytes that a view covers: [first, last), relative to its data.
struct Extent {
  std::int64_t first = 0, last = 0;
};
// Throws Error{invalid_argument} that names the port if the strides leave the address space.
Extent extent_of(std::string_view port, const ConstImageView& view);

// Bytes of memory: [first, last).
struct AddressRange {
  std::uintptr_t first = 0, last = 0;

  bool overlaps(const AddressRange& other) const {
    return first < other.last && other.first < last;
  }
};
// Throws like extent_of.
AddressRange addresses_of(std::string_view port, const ConstImageView& view);

// Throws Error{invalid_argument} if samples of `output` overlap one another.
void check_distinct_samples(std::string_view port, const ConstImageView& output);

// Throws Error{invalid_argument} if the byte ranges of the two views overlap, from first to last
// sample, unless they are the same view. Interlaced views count as overlapping.
void check_overlap(std::string_view input_port, const ConstImageView& input,
                   std::string_view output_port, const ConstImageView& output);

// Throws Error{invalid_argument} if `image` lacks pixels that computing frame.compute reads with
// this border and halo [pixels; slices]. The message says how many columns and rows are missing.
void check_frame(const Frame& frame, const ConstImageView& image, Border border, int halo,
                 DepthHalo depth_halo = {});

// Pixels around the image: x to the left and right, y above and below, and slices around it.
struct Halo {
  int x = 0, y = 0;
  DepthHalo z = {};
};

// Returns the rectangle of the whole image that computing frame.compute reads.
Rect needed_rect(const Frame& frame, Border border, Halo halo);
// Returns the slices of the whole image that computing frame.slices reads.
Slices needed_slices(const Frame& frame, Border border, DepthHalo halo);

// Returns whether both views name the same samples at the same addresses.
bool same_samples(const ConstImageView& a, const ConstImageView& b);

}  // namespace selvage
