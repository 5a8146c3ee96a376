// SPDX-License-Identifier: Apache-2.0
#pragma once
// Adds rows element by element. Exactly `count` numbers are read and written.

#include <cstddef>
#include <cstdint>

namespace selvage::cpu {

// Sums of integers are exact, so rows can be subtracted again.
template <class Sample, class Sum>
struct IntegerSums {
  void (*add)(const Sample* row, std::ptrdiff_t count, Sum* sum) = nullptr;
  void (*replace)(const Sample* in, const Sample* out, std::ptrdiff_t count, Sum* sum) = nullptr;
  void (*to_floats)(const Sum* sum, std::ptrdiff_t count, float* to) = nullptr;
};

// The functions of one instruction set.
struct ColumnSums {
  IntegerSums<std::uint8_t, std::uint16_t> bytes = {};       // up to 257 rows
  IntegerSums<std::uint8_t, std::uint32_t> many_bytes = {};  //
  IntegerSums<std::uint16_t, std::uint32_t> words = {};      //
  // to[i] = from[i] + row[i]
  void (*add)(const double* from, const float* row, std::ptrdiff_t count, double* to) = nullptr;
  // to[i] = a[i] + b[i]
  void (*total)(const double* a, const double* b, std::ptrdiff_t count, float* to) = nullptr;
};

// Returns the functions of a target of simd_targets().
ColumnSums column_sums(std::int64_t target);

}  // namespace selvage::cpu
