// SPDX-License-Identifier: Apache-2.0
#pragma once
// Sums of neighbours in a row, whatever their number in a few additions:
// methods/convolution/sum_order.hpp's fourfold sums. A sum depends on its own numbers alone.

#include <vector>

#include "backends/cpu/aligned_numbers.hpp"
#include "methods/convolution/cpu/line_sums.hpp"

namespace selvage::cpu {

// Of one thread.
class RowSums {
 public:
  // Sums of `count` numbers that lie `step` apart; rows of up to `numbers` numbers.
  RowSums(int count, int step, std::size_t numbers, const LineSums& sums);

  // out[i] = row[i] + row[i + step] + ... , `results` of them.
  void sum(const float* row, std::ptrdiff_t results, float* out);

 private:
  int count_, step_;
  std::vector<AlignedNumbers<float>> levels_;  // sums of 4, 16, ...
  std::vector<const float*> terms_;
  std::vector<float> ones_;
  LineSums sums_;
};

}  // namespace selvage::cpu
