// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the direct kernels of GPUs hold of each pixel, and the local memory of bilateral_tile: the
// planner counts it, the backend asks for it.

#include <cstddef>

#include "core/checked.hpp"
#include "core/planes.hpp"
#include "core/problem.hpp"

namespace selvage {

// What a direct pass reads of a pixel.
struct PixelForm {
  PlaneLayout layout;
  PixelType reads = PixelType::u8;  // of the image
  PixelType guide = PixelType::u8;  // of the image that distances are taken of
  int guide_channels = 1;           // of that image, alpha included
  bool holes = false;               // pixels may be invalid, or stand for such outside the image
  bool guide_holes = false;         // also where the image is valid

  // The distances are between planes that are made first (luma of colours, lab).
  bool makes_guide() const {
    return layout.distance == PlaneLayout::Distance::luma ||
           layout.distance == PlaneLayout::Distance::lab;
  }
  bool has_distances() const { return layout.distance != PlaneLayout::Distance::none; }
  // Distances are not between what is averaged.
  bool guided() const { return makes_guide() || (layout.guided && has_distances()); }
  // Numbers that distances are between. per_channel: one for each group.
  int distances() const {
    if (!has_distances()) return 0;
    return guided() ? layout.groups * layout.distance_planes : layout.averaged;
  }
  // The same as they are read, where they are not what is averaged.
  int guide_planes() const { return guided() ? distances() * (layout.split ? 2 : 1) : 0; }
  // A guide of bytes is held in one word.
  bool guide_bytes() const {
    return guided() && !makes_guide() && guide == PixelType::u8 && !holes;
  }
  bool bytes() const { return reads == PixelType::u8 && !holes; }
};

// `split`: see PlaneLayout; planes that are made of another image are always split.
inline PixelForm pixel_form(const WindowMean& step, PixelType reads, const Problem& problem) {
  const bool other = step.guide == Guide::given || step.guide == Guide::previous;
  PixelForm form{.layout = plane_layout(step, problem, reads != PixelType::u8 || other),
                 .reads = reads,
                 .guide = distance_type(step, problem, reads),
                 .guide_channels =
                     step.guide == Guide::given ? problem.shapes.guide.channels : problem.channels};
  // What a pass made of an image of integers is finite.
  form.guide_holes = other && !is_integer(step.guide == Guide::previous ? reads : form.guide);
  form.holes = !is_integer(reads) || form.guide_holes || step.invalid || problem.mask ||
               step.border == Border::shrink;
  return form;
}

// Words of 4 bytes that hold a pixel (WORDS in kernels/pixels.h).
inline int tile_words(const PixelForm& form, bool wide) {
  if (wide) return 4;
  const int averaged = form.layout.averaged;
  const bool packed = form.bytes() && (!form.guided() || form.guide_bytes());
  if (packed) return form.guided() && averaged + form.distances() > 4 ? 2 : 1;
  return (form.guide_bytes() ? 1 : form.guide_planes()) + averaged;
}

// Whether a pixel's values, and what distances are between where that is apart (for colours of
// bytes a word of them all), fit into four words that are loaded together.
inline bool can_be_wide(const PixelForm& form) {
  const int averaged = form.layout.averaged;
  if (form.layout.guided && form.guided()) {
    const int words = (form.guide_bytes() ? 1 : form.guide_planes()) + averaged;
    return !form.makes_guide() && words > 2 && words <= 4;
  }
  if (form.guided()) return false;
  return averaged > 1 && averaged <= (form.bytes() ? 3 : 4);
}

// Of a group of bilateral_tile.
inline std::size_t tile_local_bytes(int words, const Tuning& tuning, const WindowMean& step) {
  const std::size_t pixels =
      checked_mul(tuning.group_width + 2 * step.radius_x,
                  tuning.group_height * tuning.group_rows + 2 * step.radius_y);
  return checked_add(checked_mul(4, words, pixels), checked_mul(4, step.radius_x + 1));
}

}  // namespace selvage
