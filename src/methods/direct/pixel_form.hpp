// SPDX-License-Identifier: Apache-2.0
#pragma once
// The form in which the direct GPU kernels hold a pixel, and the local memory of bilateral_tile.
// The planner counts that memory and the backend requests it.

#include <cstddef>

#include "core/checked.hpp"
#include "filters/planes.hpp"
#include "filters/problem.hpp"
#include "methods/direct/tuning.hpp"

namespace selvage {

// The part of a pixel that a direct pass reads.
struct PixelForm {
  PlaneLayout layout;
  PixelType reads = PixelType::u8;  // type of the image
  PixelType guide = PixelType::u8;  // type of the image that distances are taken of
  int guide_channels = 1;           // its channels, alpha included
  bool holes = false;               // pixels may be invalid, also those outside the image
  bool guide_holes = false;         // the guide may have holes where the image is valid

  // Distances are taken between planes that are computed first (luma of colours, lab).
  bool makes_guide() const {
    return layout.distance == PlaneLayout::Distance::luma ||
           layout.distance == PlaneLayout::Distance::lab;
  }
  bool has_distances() const { return layout.distance != PlaneLayout::Distance::none; }
  // Distances are not taken between the averaged values.
  bool guided() const { return makes_guide() || (layout.guided && has_distances()); }
  // The planes that distances are taken between. per_channel: one for each group.
  int distances() const {
    if (!has_distances()) return 0;
    return guided() ? layout.groups * layout.distance_planes : layout.averaged;
  }
  // The same planes as they are read, if they are not the averaged ones.
  int guide_planes() const { return guided() ? distances() * (layout.split ? 2 : 1) : 0; }
  // A guide of bytes takes one word.
  bool guide_bytes() const {
    return guided() && !makes_guide() && guide == PixelType::u8 && !holes;
  }
  bool bytes() const { return reads == PixelType::u8 && !holes; }
};

// `split` is as in PlaneLayout; planes computed from another image are always split.
inline PixelForm pixel_form(const WindowMean& step, PixelType reads, const Problem& problem) {
  const bool other = step.guide == Guide::given || step.guide == Guide::previous;
  PixelForm form{.layout = plane_layout(step, problem, reads != PixelType::u8 || other),
                 .reads = reads,
                 .guide = distance_type(step, problem, reads),
                 .guide_channels =
                     step.guide == Guide::given ? problem.shapes.guide.channels : problem.channels};
  // A pass on an image of integers gives finite values.
  form.guide_holes = other && !is_integer(step.guide == Guide::previous ? reads : form.guide);
  form.holes = !is_integer(reads) || form.guide_holes || step.invalid || problem.mask ||
               step.border == Border::shrink;
  return form;
}

// The number of 4-byte words that hold a pixel (WORDS in methods/direct/gpu/pixels.h).
inline int tile_words(const PixelForm& form, bool wide) {
  if (wide) return 4;
  const int averaged = form.layout.averaged;
  const bool packed = form.bytes() && (!form.guided() || form.guide_bytes());
  if (packed) return form.guided() && averaged + form.distances() > 4 ? 2 : 1;
  return (form.guide_bytes() ? 1 : form.guide_planes()) + averaged;
}

// Returns whether a pixel fits into four words that are loaded together: its values and, if
// distances are taken elsewhere, the guide's planes (for colours of bytes, one word).
inline bool can_be_wide(const PixelForm& form) {
  const int averaged = form.layout.averaged;
  if (form.layout.guided && form.guided()) {
    const int words = (form.guide_bytes() ? 1 : form.guide_planes()) + averaged;
    return !form.makes_guide() && words > 2 && words <= 4;
  }
  if (form.guided()) return false;
  return averaged > 1 && averaged <= (form.bytes() ? 3 : 4);
}

// Local memory of a group of bilateral_tile.
inline std::size_t tile_local_bytes(int words, const DirectGpuTuning& tuning,
                                    const WindowMean& step) {
  const std::size_t pixels =
      checked_mul(tuning.group.width + 2 * step.radius_x,
                  tuning.group.height * tuning.group.rows + 2 * step.radius_y);
  return checked_add(checked_mul(4, words, pixels), checked_mul(4, step.radius_x + 1));
}

}  // namespace selvage
