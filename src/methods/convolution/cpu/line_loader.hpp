// SPDX-License-Identifier: Apache-2.0
#pragma once
// Converts rows of an image of any type, layout and border to numbers, channels interleaved.

#include <cstdint>
#include <optional>
#include <vector>

#include "backends/cpu/images/row_convert.hpp"
#include "backends/cpu/images/tile_loader.hpp"
#include "filters/linear_step.hpp"
#include "filters/problem.hpp"
#include "methods/convolution/cpu/border_columns.hpp"

namespace selvage::cpu {

// The target of a loaded row, and working memory.
template <class Number>
struct LineTarget {
  Number* numbers = nullptr;      // [pixels][channels]
  Number* part = nullptr;         // [pixels]: 1, or 0 for a pixel that does not count
  std::uint8_t* valid = nullptr;  // [pixels]: 0 where a pixel of the image is invalid
  std::byte* samples = nullptr;   // [pixels][channels of the image], of any type
  Number* colours = nullptr;      // likewise, to compute luminance
};

template <class Number>
class LineLoader {
 public:
  LineLoader(const LinearStep& step, const Pass& pass, const Problem& problem,
             const RowConvert<Number>& convert);

  // Pixels outside the image are read but do not count.
  bool outside_is_missing() const { return !outside_counts_ && !index_ && border_ != Border::copy; }

  struct Row {
    bool inside = true;  // a row of the image, or one that the border maps to it
    bool holes =
        false;  // the row has an invalid pixel; otherwise `part` and `valid` are not written
  };
  // Loads columns of row y in the whole image's coordinates; both may lie outside it. Pixels that
  // do not count become 0.
  Row load(const Source& source, int y, const BorderColumns& columns,
           const LineTarget<Number>& to) const;

  // The filtered numbers of a pixel outside the image, at least four; 0 if it does not count.
  const std::vector<Number>& outside_pixel() const { return outside_; }

  // Fills the `part` of a row without holes.
  void clean_part(const BorderColumns& columns, Number* part) const;

 private:
  bool load_inside(const Source& source, int row, const BorderColumns& columns,
                   const LineTarget<Number>& to, Number* numbers) const;
  bool load_outside(const Source& source, int row, const BorderColumns& columns, int first,
                    int last, const LineTarget<Number>& to, Number* numbers) const;
  void fill_outside(const BorderColumns& columns, Number* numbers) const;
  void weigh(Number* numbers, int pixels) const;
  void make_gray(const Number* colours, int pixels, Number* numbers) const;
  bool find_holes(const Source& source, int row, const BorderColumns& columns, bool finite,
                  const Number* numbers, std::uint8_t* valid) const;
  void mark_invalid(const BorderColumns& columns, const LineTarget<Number>& to) const;

  Border border_;
  int channels_, colours_;  // of the image
  int filtered_;            // channels
  bool gray_;
  bool weighs_;                    // numbers are products of colour and alpha, and alpha
  bool checks_;                    // pixels must be checked for validity
  bool index_;                     // the border maps pixels outside to pixels of the image
  bool outside_counts_;            // pixels outside count, with a value of their own
  std::optional<Number> invalid_;  // stored units
  std::vector<Number> outside_;    // of a pixel outside, filtered channels
  RowConvert<Number> convert_;
};

}  // namespace selvage::cpu
