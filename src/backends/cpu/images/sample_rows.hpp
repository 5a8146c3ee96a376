// SPDX-License-Identifier: Apache-2.0
#pragma once
// Loads rows of an image of any type and layout, also beyond its borders, as planar rows of
// numbers.

#include <cstddef>
#include <cstdint>

#include "backends/cpu/images/vector_rows.hpp"
#include "core/border.hpp"
#include "selvage/frame.hpp"
#include "selvage/image.hpp"

namespace selvage::cpu {

// Pixels of a row of the whole image; all of them may lie outside it.
struct RowSpan {
  const Frame& frame;  // where the view lies in the whole image
  Border border = Border::reflect101;
  int x = 0, pixels = 0;  // columns x..x + pixels - 1
  int source_row = 0;     // the whole image's row to read; or `outside`

  struct Inside {
    int first, last;
  };
  // Returns the pixels of the span that lie in the image: first..last - 1.
  Inside inside() const;
};

// Calls f(x, y) for the view's pixel that stands for each pixel of the span. valid[i] becomes 0 if
// it returns false. Pixels outside keep their flag.
template <class F>
void check_each(const RowSpan& span, std::uint8_t* valid, F&& f) {
  if (span.source_row == outside) return;
  for (int i = 0; i < span.pixels; ++i) {
    const int column = border_index(std::int64_t{span.x} + i, span.frame.width, span.border);
    if (column == outside) continue;
    const bool valid_there = f(column - span.frame.x, span.source_row - span.frame.y);
    valid[i] &= valid_there;
  }
}

// Reads one image's channels, in stored units: 0..255 for u8.
template <class Real>
class SampleRows {
 public:
  // `constant` is the value outside the image. `vectors` may be empty.
  SampleRows(PixelType type, int channels, Real constant, const VectorRows& vectors)
      : type_(type), channels_(channels), constant_(constant), vectors_(vectors) {}

  PixelType type() const { return type_; }

  // Sets out[c * plane + i] to pixel i of channel c < count, times `scale`.
  void load(const ConstImageView& image, const RowSpan& span, int count, Real scale, Real* out,
            std::ptrdiff_t plane) const;

  // Sets valid[i] to 0 if a sample of pixel i is not finite, in the `count` channels loaded into
  // `planes` or in the others.
  void check_finite(const ConstImageView& image, const RowSpan& span, int count, const Real* planes,
                    std::ptrdiff_t plane, std::uint8_t* valid) const;

 private:
  int load_vectors(const ConstImageView& image, const RowSpan& span, int count, Real scale,
                   Real* out, std::ptrdiff_t plane) const;
  void load_blocks(const ConstImageView& image, const RowSpan& span, int count, Real scale,
                   Real* out, std::ptrdiff_t plane) const;
  template <class T>
  void load_channel(const ConstImageView& image, const RowSpan& span, int channel, int done,
                    Real scale, Real* out) const;

  PixelType type_;
  int channels_;
  Real constant_;
  VectorRows vectors_;
};

}  // namespace selvage::cpu
