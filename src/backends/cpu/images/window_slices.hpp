// SPDX-License-Identifier: Apache-2.0
#pragma once
// The slices of an image with depth that a window around one slice reads.

#include <algorithm>

#include "backends/cpu/images/tile_loader.hpp"
#include "core/border.hpp"
#include "filters/window_mean.hpp"

namespace selvage::cpu {

// The slices z + dz, dz = first()..last(). An image without depth has the slice 0 alone.
class WindowSlices {
 public:
  // `volume` has all slices of the view; z is in the whole image's coordinates.
  WindowSlices(const Source& volume, const WindowMean& step, int z)
      : volume_(volume), border_(step.border), z_(z) {
    const int depth = volume.frame.depth;
    first_ = -step.radius_z;
    last_ = step.slices_after();
    const bool causal = step.third_axis == ThirdAxis::causal;
    all_inside_ = causal || (z + first_ >= 0 && z + last_ < depth);
    // Slices whose taps take no part are not read.
    const bool none_outside = border_ == Border::shrink || border_ == Border::copy;
    if (causal || none_outside) first_ = std::max(first_, -z);
    if (none_outside) last_ = std::min(last_, depth - 1 - z);
  }

  int first() const { return first_; }
  int last() const { return last_; }
  // Returns whether the window stays inside along the third axis, where Border::copy looks.
  bool all_inside() const { return all_inside_; }

  // Returns the slice that stands for z + dz, or `outside`.
  int index(int dz) const {
    return border_index(std::int64_t{z_} + dz, volume_.frame.depth, border_);
  }

  Source centre() const { return slice(z_); }
  // Returns that slice. It is the centre's if there is none; row() then tells.
  Source at(int dz) const {
    const int source = index(dz);
    return slice(source == outside ? z_ : source);
  }
  // Returns the row to load for row y of slice z + dz: one outside if no slice stands for it, which
  // happens for Border::constant alone.
  int row(int dz, int y) const { return index(dz) == outside ? -1 : y; }

 private:
  Source slice(int z) const {
    const auto of = [&](const ConstImageView& view) {
      return view ? view.slice(z - volume_.frame.z) : view;
    };
    return {of(volume_.image), of(volume_.mask), volume_.frame, of(volume_.guide)};
  }

  const Source& volume_;
  Border border_;
  int z_, first_ = 0, last_ = 0;
  bool all_inside_ = true;
};

}  // namespace selvage::cpu
