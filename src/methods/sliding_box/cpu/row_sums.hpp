// SPDX-License-Identifier: Apache-2.0
#pragma once
// Sums of neighbours in a row: any number of them with few additions, by the fourfold sums of
// methods/convolution/sum_order.hpp. A sum depends only on its own numbers.

#include <vector>

#include "backends/cpu/aligned_numbers.hpp"
#include "methods/convolution/cpu/line_sums.hpp"

namespace selvage::cpu {

// The buffers and sums of one thread.
class RowSums {
 public:
  // Sums of `count` numbers that are `step` apart, in rows of up to `numbers` numbers.
  RowSums(int count, int step, std::size_t numbers, const LineSums& sums);

  // out[i] = row[i] + row[i + step] + ..., for `results` values of i.
  void sum(const float* row, std::ptrdiff_t results, float* out);

 private:
  int count_, step_;
  std::vector<AlignedNumbers<float>> levels_;  // sums of 4, 16, ...
  std::vector<const float*> terms_;
  std::vector<float> ones_;
  LineSums sums_;
};

}  // namespace selvage::cpu
