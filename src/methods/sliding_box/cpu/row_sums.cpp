// SPDX-License-Identifier: Apache-2.0
#include "methods/sliding_box/cpu/row_sums.hpp"

#include <algorithm>

#include "methods/convolution/sum_order.hpp"

namespace selvage::cpu {

RowSums::RowSums(int count, int step, std::size_t numbers, const LineSums& sums)
    : count_(count), step_(step), sums_(sums) {
  const FourfoldSum order = fourfold_sum(count);
  for (int i = 0; i < order.levels; ++i) levels_.emplace_back(numbers);
  terms_.resize(static_cast<std::size_t>(std::max(order.terms, 4)));
  ones_.assign(terms_.size(), 1.0f);
}

void RowSums::sum(const float* row, std::ptrdiff_t results, float* out) {
  const float* below = row;
  std::ptrdiff_t covers = 1;  // how many numbers a sum of the level covers
  for (AlignedNumbers<float>& level : levels_) {
    for (std::size_t i = 0; i < 4; ++i)
      terms_[i] = below + static_cast<std::ptrdiff_t>(i) * covers * step_;
    covers *= 4;
    sums_.taps({terms_.data(), ones_.data(), 4}, results + (count_ - covers) * step_, level.data());
    below = level.data();
  }
  std::ptrdiff_t done = 0;
  int terms = 0;
  for (std::size_t level = levels_.size() + 1; level > 0; --level, covers /= 4) {
    const float* const sums = level > 1 ? levels_[level - 2].data() : row;
    for (; done + covers <= count_; done += covers)
      terms_[static_cast<std::size_t>(terms++)] = sums + done * step_;
  }
  sums_.taps({terms_.data(), ones_.data(), terms}, results, out);
}

}  // namespace selvage::cpu
