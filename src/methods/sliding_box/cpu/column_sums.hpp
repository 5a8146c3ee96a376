// SPDX-License-Identifier: Apache-2.0
#pragma once
// Adds rows element by element. Exactly `count` numbers are read and written.

#include <cstddef>
#include <cstdint>

namespace selvage::cpu {

// Sums of integers are exact, so rows can be subtracted again. Terms are samples or, where alpha
// weights the colours, their products with alpha, and alpha.
template <class Sample, class Sum, class Term = Sample>
struct IntegerSums {
  void (*add)(const Term* row, std::ptrdiff_t count, Sum* sum) = nullptr;
  void (*replace)(const Term* in, const Term* out, std::ptrdiff_t count, Sum* sum) = nullptr;
  void (*to_floats)(const Sum* sum, std::ptrdiff_t count, float* to) = nullptr;
  // Of interleaved pixels, whose last channel is alpha; null: terms are samples.
  void (*products)(const Sample* row, std::ptrdiff_t pixels, int channels, Term* to) = nullptr;
};

// The functions of one instruction set.
struct ColumnLoops {
  IntegerSums<std::uint8_t, std::uint16_t> bytes = {};       // up to 257 rows
  IntegerSums<std::uint8_t, std::uint32_t> many_bytes = {};  //
  IntegerSums<std::uint16_t, std::uint32_t> words = {};      //
  IntegerSums<std::uint8_t, std::uint32_t, std::uint32_t> weighted_bytes = {};
  IntegerSums<std::uint16_t, double, double> weighted_words = {};  // whole numbers below 2^53
  // to[i] = from[i] + row[i]
  void (*add)(const double* from, const float* row, std::ptrdiff_t count, double* to) = nullptr;
  // to[i] = a[i] + b[i]
  void (*total)(const double* a, const double* b, std::ptrdiff_t count, float* to) = nullptr;
};

// Returns the functions of a target of simd_targets().
ColumnLoops column_sums(std::int64_t target);

}  // namespace selvage::cpu
