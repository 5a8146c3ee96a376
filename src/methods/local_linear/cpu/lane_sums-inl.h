// SPDX-License-Identifier: Apache-2.0
// Sums of the lanes of a vector, for each instruction set, and rows of such sums: a number is the
// sum of a row up to its place, so that the sum of a window is the difference of two of them. Whole
// numbers wrap around where that sum fits and the two do not.

#if defined(SELVAGE_LANE_SUMS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SELVAGE_LANE_SUMS_INL_H_
#undef SELVAGE_LANE_SUMS_INL_H_
#else
#define SELVAGE_LANE_SUMS_INL_H_
#endif

#include <algorithm>
#include <cstddef>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class Tag>
struct LaneSums {
  using Number = hn::TFromD<Tag>;
  using Vector = hn::Vec<Tag>;
  using Indices = decltype(hn::SetTableIndices(Tag(), static_cast<const Number*>(nullptr)));
  // Lanes of a block of 128 bits, in which shifts fill with zeros; from then on groups double.
  static constexpr std::size_t lanes = hn::MaxLanes(Tag());
  static constexpr std::size_t in_block = std::min(lanes, 16 / sizeof(Number));
  static constexpr int most_steps = 2;  // of 4 blocks

  Indices before[most_steps], last;  // the last lane of the group before; of all
  hn::Mask<Tag> odd[most_steps];     // groups that have one before

  HWY_INLINE LaneSums() {
    const Tag d;
    alignas(64) Number index[16] = {}, is_odd[16] = {};
    std::size_t group = in_block;
    for (int k = 0; k < most_steps; ++k, group *= 2) {
      for (std::size_t i = 0; i < lanes; ++i) {
        is_odd[i] = static_cast<Number>(i / group % 2);
        index[i] = static_cast<Number>(is_odd[i] != 0 ? i / group * group - 1 : 0);
      }
      before[k] = hn::SetTableIndices(d, index);
      odd[k] = hn::Gt(hn::Load(d, is_odd), hn::Zero(d));
    }
    std::fill_n(index, lanes, static_cast<Number>(lanes - 1));
    last = hn::SetTableIndices(d, index);
  }

  // The sums of the lanes up to each one.
  HWY_INLINE Vector operator()(Vector v) const {
    const Tag d;
    v = hn::Add(v, hn::ShiftLeftLanes<1>(d, v));
    if constexpr (in_block > 2) v = hn::Add(v, hn::ShiftLeftLanes<2>(d, v));
    int k = 0;
    for (std::size_t group = in_block; group < lanes; group *= 2, ++k)
      v = hn::Add(v, hn::IfThenElseZero(odd[k], hn::TableLookupLanes(v, before[k])));
    return v;
  }

  // Adds the changes of a vector's numbers to a row of sums; `carry` is the change of all before.
  HWY_INLINE void add(Vector change, Vector& carry, Number* row) const {
    const Tag d;
    const Vector sums = hn::Add((*this)(change), carry);
    carry = hn::TableLookupLanes(sums, last);
    hn::StoreU(hn::Add(hn::LoadU(d, row), sums), d, row);
  }
};

// The sums of windows of a row of sums, which has a zero before it.
template <class Tag>
HWY_INLINE hn::Vec<Tag> window_sums(Tag d, const hn::TFromD<Tag>* row, int window) {
  return hn::Sub(hn::LoadU(d, row + window - 1), hn::LoadU(d, row - 1));
}

// Calls slide(first, end), fit(first, end) and give(first, end) for parts of a row of `pixels`
// columns, each once, from left to right, as soon as what they need is there: `fitted` windows of
// columns, `results` windows of models. All begin and end at multiples of `lanes`, or at the end.
struct RowParts {
  std::ptrdiff_t pixels, fitted, results;
  int window;
  std::ptrdiff_t lanes;
  static constexpr std::ptrdiff_t block = 64;  // pixels, whose sums stay in the first-level cache

  template <class Slide, class Fit, class Give>
  HWY_INLINE void run(const Slide& slide, const Fit& fit, const Give& give) const {
    std::ptrdiff_t fits = 0, gives = 0;
    for (std::ptrdiff_t x = 0; x < pixels; x += block) {
      const std::ptrdiff_t end = std::min(x + block, pixels);
      slide(x, end);
      const std::ptrdiff_t models = complete(end, pixels, fitted);
      fit(fits, models);
      fits = models;
      const std::ptrdiff_t means = complete(models, fitted, results);
      give(gives, means);
      gives = means;
    }
  }

 private:
  std::ptrdiff_t complete(std::ptrdiff_t done, std::ptrdiff_t count, std::ptrdiff_t wanted) const {
    if (done >= count) return wanted;
    const std::ptrdiff_t windows = std::max<std::ptrdiff_t>(done - window + 1, 0);
    return std::min(windows / lanes * lanes, wanted);
  }
};

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SELVAGE_LANE_SUMS_INL_H_
