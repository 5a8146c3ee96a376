// SPDX-License-Identifier: Apache-2.0
#pragma once
// Loads an image and its guide as planar rows of numbers.

#include <cstdint>
#include <optional>

#include "backends/cpu/images/colour_rows.hpp"
#include "backends/cpu/images/sample_rows.hpp"
#include "backends/cpu/images/vector_rows.hpp"
#include "filters/planes.hpp"
#include "filters/problem.hpp"

namespace selvage::cpu {

// One image, and where it lies in the whole one.
struct Source {
  ConstImageView image;  // one image of a batch
  ConstImageView mask;   // of the same pixels, or empty
  Frame frame;
  ConstImageView guide = {};  // of the same pixels, if distances compare a guide
};

// Resolves types, strides, border, alpha and validity, so that the inner loops see none of them.
// A plane holds stored units (0..255 for u8), or L*a*b* / 100, times a scale. A pixel that is
// invalid in the image or in its guide is 0 in the value planes and `hole` in every distance plane:
// so far from every sample that its weight underflows to 0.
template <class Real>
class TileLoader {
 public:
  // `distance_scale` multiplies only distance planes. It is 1 if they are split or from a guide.
  TileLoader(const Pass& pass, const Problem& problem, Real distance_scale,
             const VectorRows& vectors = {}, bool split = false);

  const PlaneLayout& layout() const { return layout_; }
  bool may_have_holes() const { return checks_; }
  // Returns the value of an invalid pixel in the distance planes.
  Real hole() const { return hole_; }
  // Returns the plane of averaged channel c; value_scale() returns the factor of its numbers.
  int value_plane(int c) const { return layout_.value_plane(c); }
  Real value_scale() const { return layout_.value_planes > 0 ? Real{1} : distance_scale_; }
  Real value_offset() const { return 0; }  // to add before value_scale() is taken out; none here

  // Loads columns x..x + pixels - 1 of row y, in the whole image's coordinates; both may lie
  // outside it. Plane p goes to out + p * plane. If there may be holes, valid[i] is 0 for a hole,
  // else 1. Returns whether there is a hole, not counting the border's.
  bool load_row(const Source& source, int x, int y, int pixels, Real* out, std::ptrdiff_t plane,
                std::uint8_t* valid) const;

  // Loads the distance planes of the guide's pixel (x, y), even if it is a hole. Returns false if
  // it is not finite. `out` has room for all planes.
  bool load_guide_pixel(const Source& source, int x, int y, Real* out) const;

 private:
  struct Row {
    RowSpan span;
    Real* out;
    std::ptrdiff_t plane;
    std::uint8_t* valid;
  };

  void weigh(const Row& row) const;
  void check_image(const Source& source, const Row& row) const;
  void load_guide(const ConstImageView& guide, const Row& row) const;
  void load_colour_guide(const ConstImageView& guide, const Row& row) const;
  void scale_distances(const Row& row) const;
  void mark_border_invalid(const Row& row) const;
  void mark_invalid(const Row& row, int first, int last) const;
  // Returns the planes from one averaged channel, or one group, to the next.
  int value_step() const { return layout_.value_plane(1) - layout_.value_plane(0); }

  PlaneLayout layout_;
  Border border_;
  int colours_;                  // of the image
  bool checks_;                  // validity must be checked
  bool scaled_;                  // values are scaled for distances as they are loaded
  std::optional<Real> invalid_;  // stored units, rounded to the image's type
  int guide_channels_;           // channels of a guide that are loaded
  Real distance_scale_;
  Real hole_;
  SampleRows<Real> image_, guide_;
  ColourRows<Real> colours_of_;  // computes the distance planes
};

}  // namespace selvage::cpu
