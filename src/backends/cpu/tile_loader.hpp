// SPDX-License-Identifier: Apache-2.0
#pragma once
// From an image of any type, layout and border to planar rows of numbers.

#include <cstdint>
#include <optional>
#include <vector>

#include "backends/cpu/byte_rows.hpp"
#include "core/planes.hpp"
#include "core/problem.hpp"

namespace selvage::cpu {

// The samples of one image, and where it lies in the whole one.
struct Source {
  ConstImageView image;  // one image of a batch
  ConstImageView mask;   // of the same pixels, or empty
  Frame frame;
};

// Applies type, strides, border, alpha and validity, so that the inner loops see none of them.
// A plane holds stored units (0..255 for u8), or L*a*b* / 100, times a scale. An invalid pixel is
// `hole` in every distance plane, so far from every sample that its weight underflows to 0, and 0
// in the value planes.
template <class Real>
class TileLoader {
 public:
  // `distance_scale` multiplies distance planes alone; it is 1 where they are split.
  TileLoader(const Pass& pass, const Problem& problem, Real distance_scale,
             const ByteRows& bytes = {}, bool split = false);

  const PlaneLayout& layout() const { return layout_; }
  bool may_have_holes() const { return checks_; }
  // What an invalid pixel is in the distance planes.
  Real hole() const { return hole_; }
  // The plane of averaged channel c, and what its numbers are multiplied by.
  int value_plane(int c) const { return layout_.first_value_plane() + c; }
  Real value_scale() const { return layout_.value_planes > 0 ? Real{1} : distance_scale_; }
  Real value_offset() const { return 0; }  // of planes that lack some, before the scale

  // Columns x..x + pixels - 1 of row y, in the whole image's coordinates; both may lie outside it.
  // Plane p goes to out + p * plane. When there may be holes, valid[i] says whether pixel i is one
  // (0) or not (1). Returns whether any is, those of the border apart.
  bool load_row(const Source& source, int x, int y, int pixels, Real* out, std::ptrdiff_t plane,
                std::uint8_t* valid) const;

 private:
  struct Row {
    int x, pixels;   // columns asked for
    int source_row;  // in the whole image, or `outside`
    Real* out;
    std::ptrdiff_t plane;
    std::uint8_t* valid;
  };

  struct Inside {
    int first, last;
  };
  static Inside inside(const Row& row, int width);

  template <class T>
  void load_samples(const Source& source, const Row& row) const;
  template <class T>
  void load_channel(const Source& source, const Row& row, int channel, int done, Real scale,
                    Real* out) const;
  int load_bytes(const Source& source, const Row& row, Real scale) const;
  template <class T>
  bool find_holes(const Source& source, const Row& row) const;
  template <class Check>
  void check_sources(const ConstImageView& view, const Source& source, const Row& row,
                     Check check) const;
  void make_lab(const Row& row) const;
  void write_distance(const Row& row, int distance, int i, double value) const;
  void make_distances(const Row& row) const;
  void scale_distances(const Row& row) const;
  void dig_border(const Row& row, int width) const;
  void dig(const Row& row, int first, int last) const;

  PlaneLayout layout_;
  Border border_;
  PixelType type_;
  int channels_, colours_;
  bool checks_;                  // validity must be looked at
  std::optional<Real> invalid_;  // stored units, rounded to the image's type
  Real constant_;                // border_value, likewise
  Real distance_scale_;
  Real hole_;
  ByteRows bytes_;
  std::vector<double> linear_;  // sRGB's transfer function, by sample; lab of integers only
};

}  // namespace selvage::cpu
