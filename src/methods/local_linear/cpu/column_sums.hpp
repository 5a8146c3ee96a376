// SPDX-License-Identifier: Apache-2.0
#pragma once
// Sums of the last rows, element by element, in the order of BinarySum.

#include "backends/cpu/aligned_numbers.hpp"
#include "methods/local_linear/cpu/linear_loops.hpp"

namespace selvage::cpu {

class ColumnSums {
 public:
  // Sums of `window` rows of `numbers` doubles.
  ColumnSums(int window, std::size_t numbers, const LinearLoops& loops);

  // sums[i]: of `row` and the window - 1 rows before it, for the first `count` numbers. The first
  // window - 1 results mean nothing.
  void push(const double* row, std::size_t count, double* sums);

 private:
  double* slot(int level, int row) {
    return rows_.data() + (std::size_t{1} << level) * numbers_ - numbers_ +
           static_cast<std::size_t>(row) * numbers_;
  }

  BinarySum sum_;
  std::size_t numbers_;
  void (*add_)(const ColumnSumJob& job);
  AlignedNumbers<double> rows_;  // of level 0, 1, ...: 1, 2, 4 ... of them; then those of the last
  unsigned row_ = 0;
};

}  // namespace selvage::cpu
