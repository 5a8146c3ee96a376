// SPDX-License-Identifier: Apache-2.0
#pragma once
// Weighted sums of rows of numbers: out[i] = sum over taps of weight * tap[i]. The taps are
// neighbouring rows (a column of the window), or one row at several offsets (a row of the window).
// All functions may read and write up to LineShape::padding numbers past the end.

#include <array>
#include <cstddef>
#include <cstdint>

#include "backends/cpu/images/row_convert.hpp"
#include "methods/convolution/row_group.hpp"
#include "methods/convolution/sum_order.hpp"

namespace selvage::cpu {

// Pairs of taps of equal weight on both sides of the centre, the farthest first.
template <class In, class Out>
struct PairTaps {
  const In* const* before = nullptr;  // [pairs]
  const In* const* after = nullptr;   // [pairs]
  const Out* weight = nullptr;        // [pairs]
  int pairs = 0;
  const In* centre = nullptr;
  Out centre_weight = 0;
};

template <class In, class Out>
struct Taps {
  const In* const* at = nullptr;  // [count]
  const Out* weight = nullptr;    // [count]
  int count = 0;
};

// Sums of u16 that hold samples of u8 with 8 bits of fraction
// (methods/separable/int16_weights.hpp).
struct ByteTaps {
  const std::uint16_t* const* before = nullptr;
  const std::uint16_t* const* after = nullptr;
  const std::uint16_t* weight = nullptr;
  int pairs = 0;
  const std::uint16_t* centre = nullptr;
  std::uint16_t centre_weight = 0;
  std::uint16_t start = 0;  // the initial value of the sum
};

// The weights of a row and a column of equally many taps, symmetric: those of the pairs, the
// farthest first, then that of the centre.
struct PairWeights {
  const float* column = nullptr;
  const float* row = nullptr;
};

// Sums of windows of radius 1 and 2, [radius - 1]. Groups also depend on channels, [channels - 1],
// and return false if a result is not finite.
struct RowGroups {
  template <class Function>
  using ByRadius = std::array<Function, RowGroup::largest_radius>;
  template <class Function>
  using ByChannels = ByRadius<std::array<Function, RowGroup::most_channels>>;

  // Square stencils; weights in image order.
  ByChannels<bool (*)(const RowGroup& group, const float* weights)> stencil = {};
  // A row of the same results, bit for bit, before gain and offset. `rows` point to leftmost taps.
  ByRadius<void (*)(const float* const* rows, const float* weights, int channels,
                    std::ptrdiff_t numbers, float* out)>
      stencil_row = {};
  // Results as those of `pairs` of columns, then of rows. `sums` is RowGroup::rows rows of
  // RowGroup::chunk_room numbers.
  ByChannels<bool (*)(const RowGroup& group, const PairWeights& weights, float* sums)> pairs = {};
};

// The functions of one instruction set.
struct LineSums {
  void (*pairs)(const PairTaps<float, float>& taps, std::ptrdiff_t numbers, float* out) = nullptr;
  void (*taps)(const Taps<float, float>& taps, std::ptrdiff_t numbers, float* out) = nullptr;
  // In double precision; a column of weights is in single precision.
  void (*column_weights)(const PairTaps<float, double>& taps, std::ptrdiff_t numbers,
                         double* out) = nullptr;
  void (*wide_pairs)(const PairTaps<double, double>& taps, std::ptrdiff_t numbers,
                     double* out) = nullptr;
  void (*wide_taps)(const Taps<double, double>& taps, std::ptrdiff_t numbers,
                    double* out) = nullptr;
  // Sums of rows of samples times 128, and of their results.
  void (*byte_column)(const ByteTaps& taps, std::ptrdiff_t numbers, std::uint16_t* out) = nullptr;
  void (*byte_row)(const ByteTaps& taps, std::ptrdiff_t numbers, std::uint16_t* out) = nullptr;
  RowConvert<float> (*convert)(PixelType reads, PixelType writes) = nullptr;
  RowConvert<std::uint16_t> bytes = {};
  RowGroups groups = {};  // reads and writes only numbers of the group
};

// Returns the functions of a target of simd_targets().
LineSums line_sums(std::int64_t target);

}  // namespace selvage::cpu
