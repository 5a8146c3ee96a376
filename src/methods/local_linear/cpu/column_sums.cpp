// SPDX-License-Identifier: Apache-2.0
#include "methods/local_linear/cpu/column_sums.hpp"

#include "core/checked.hpp"

namespace selvage::cpu {

ColumnSums::ColumnSums(int window, std::size_t numbers, const LinearLoops& loops)
    : sum_(window),
      numbers_(numbers),
      add_(loops.column_sums),
      rows_(checked_mul(window - 1, numbers)) {}

void ColumnSums::push(const double* row, std::size_t count, double* sums) {
  ColumnSumJob job{.levels = sum_.levels,
                   .numbers = static_cast<std::ptrdiff_t>(count),
                   .row = row,
                   .sums = sums};
  const auto index = [&](unsigned back, unsigned rows) {
    return static_cast<int>((row_ - back) % rows);
  };
  for (int k = 0; k < sum_.levels; ++k) {
    const unsigned rows = 1u << k;
    const auto level = static_cast<std::size_t>(k);
    job.older[level] = slot(k, index(0, rows));
    if (k > 0 && sum_.has(k))
      job.parts[level] = slot(k, index(static_cast<unsigned>(sum_.behind(k)), rows));
  }
  if (sum_.levels > 0)
    job.last = slot(sum_.levels, index(0, static_cast<unsigned>(sum_.behind(sum_.levels))));
  add_(job);
  ++row_;
}

}  // namespace selvage::cpu
