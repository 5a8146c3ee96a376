// SPDX-License-Identifier: Apache-2.0
#pragma once
// From an image and its guide to planar rows of numbers.

#include <cstdint>
#include <optional>

#include "backends/cpu/colour_rows.hpp"
#include "backends/cpu/sample_rows.hpp"
#include "backends/cpu/vector_rows.hpp"
#include "core/planes.hpp"
#include "core/problem.hpp"

namespace selvage::cpu {

// The samples of one image, and where it lies in the whole one.
struct Source {
  ConstImageView image;  // one image of a batch
  ConstImageView mask;   // of the same pixels, or empty
  Frame frame;
  ConstImageView guide = {};  // of the same pixels, where distances are of another image
};

// Applies types, strides, border, alpha and validity, so that the inner loops see none of them.
// A plane holds stored units (0..255 for u8), or L*a*b* / 100, times a scale. A pixel that is
// invalid in the image or in its guide is `hole` in every distance plane, so far from every sample
// that its weight underflows to 0, and 0 in the value planes.
template <class Real>
class TileLoader {
 public:
  // `distance_scale` multiplies distance planes alone; it is 1 where they are split or of a guide.
  TileLoader(const Pass& pass, const Problem& problem, Real distance_scale,
             const VectorRows& vectors = {}, bool split = false);

  const PlaneLayout& layout() const { return layout_; }
  bool may_have_holes() const { return checks_; }
  // What an invalid pixel is in the distance planes.
  Real hole() const { return hole_; }
  // The plane of averaged channel c, and what its numbers are multiplied by.
  int value_plane(int c) const { return layout_.value_plane(c); }
  Real value_scale() const { return layout_.value_planes > 0 ? Real{1} : distance_scale_; }
  Real value_offset() const { return 0; }  // of planes that lack some, before the scale

  // Columns x..x + pixels - 1 of row y, in the whole image's coordinates; both may lie outside it.
  // Plane p goes to out + p * plane. When there may be holes, valid[i] says whether pixel i is one
  // (0) or not (1). Returns whether any is, those of the border apart.
  bool load_row(const Source& source, int x, int y, int pixels, Real* out, std::ptrdiff_t plane,
                std::uint8_t* valid) const;

  // The distance planes of the guide's pixel (x, y), holes or not; false where it is not finite.
  // `out` has room for all planes.
  bool load_guide_pixel(const Source& source, int x, int y, Real* out) const;

 private:
  struct Row {
    RowSpan span;
    Real* out;
    std::ptrdiff_t plane;
    std::uint8_t* valid;
  };

  void check_image(const Source& source, const Row& row) const;
  void load_guide(const ConstImageView& guide, const Row& row) const;
  void load_colour_guide(const ConstImageView& guide, const Row& row) const;
  void scale_distances(const Row& row) const;
  void dig_border(const Row& row) const;
  void dig(const Row& row, int first, int last) const;
  // Planes from one averaged channel, or one group, to the next.
  int value_step() const { return layout_.value_plane(1) - layout_.value_plane(0); }

  PlaneLayout layout_;
  Border border_;
  int colours_;                  // of the image
  bool checks_;                  // validity must be looked at
  bool scaled_;                  // values are scaled as they are loaded, for distances
  std::optional<Real> invalid_;  // stored units, rounded to the image's type
  int guide_channels_;           // that are loaded of a guide
  Real distance_scale_;
  Real hole_;
  SampleRows<Real> image_, guide_;
  ColourRows<Real> colours_of_;  // of what distances are taken of
};

}  // namespace selvage::cpu
