// SPDX-License-Identifier: Apache-2.0
#pragma once
// Converts numbers, channels interleaved, to rows of an image of any type and layout.

#include <cstdint>
#include <optional>

#include "backends/cpu/images/row_convert.hpp"
#include "backends/cpu/images/weighted_means.hpp"
#include "filters/linear_step.hpp"
#include "filters/problem.hpp"

namespace selvage::cpu {

template <class Number>
class LineStore {
 public:
  LineStore(const LinearStep& step, const Pass& pass, const Problem& problem,
            const RowConvert<Number>& convert);

  // Stores one row. Pixels that are not computed and channels that are not filtered are copied, bit
  // for bit if the types are equal; with `gray`, a pixel that is not computed becomes its
  // luminance.
  struct Row {
    ConstImageView from = {};                // height 1
    ImageView to = {};                       // likewise
    const Number* numbers = nullptr;         // [pixels][filtered channels]
    const std::uint8_t* computed = nullptr;  // [pixels]; null: all are
    std::byte* samples = nullptr;            // room for as many samples of any type
    bool transparent = false;                // `divide` returned true for them
    bool stream = false;  // see RowConvert; used if the row needs no conversion of layout
  };
  void store(const Row& row) const;

  // Divides the sums of pixels by those of their alpha (Alpha::weight). Then they are results.
  // Returns whether an alpha is 0, so that colours are to be copied.
  bool weighs() const { return weighs_; }
  bool divide(Number* sums, std::ptrdiff_t pixels) const;

  // Returns whether the results are the samples of an image, with `gain` and `offset` alone.
  bool is_plain(const ImageView& to) const;
  Number gain() const { return gain_; }
  Number offset() const { return offset_; }

 private:
  template <class From, class To>
  void copy_rest(const Row& row) const;
  template <class From, class To>
  void copy_gray(const Row& row, int x, int channels) const;
  template <class From, class To>
  void copy_transparent(const Row& row) const;

  int filtered_, written_;  // channels of the numbers; those of them that are written
  bool gray_;
  std::optional<float> sentinel_;
  bool weighs_ = false;
  Number gain_ = 1, offset_ = 0;
  AlphaQuotient<Number> quotient_ = {};  // see divide
  RowConvert<Number> convert_;
};

}  // namespace selvage::cpu
