// SPDX-License-Identifier: Apache-2.0
#pragma once
// The fit of candidate "fourier_range" of GPUs: a Fourier range kernel (fit.hpp) whose cosines,
// weights and sums are integers of two bytes, and the certificate of each pixel.

#include <cstdint>
#include <vector>

#include "filters/window_mean.hpp"
#include "methods/fourier_range/level_form.hpp"
#include "methods/fourier_range/range_series.hpp"

namespace selvage {

// The spatial weights of one axis as integers W_t of two bytes, and how sums become means:
//   sum = 256 sum_t upper(W_t) upper(u_t) + sum_t (upper(W_t) lower(u_t) + lower(W_t) upper(u_t))
// of 16-bit integers u_t is sum_t W_t u_t / 256 less the products of lower bytes, which
// lower_products replaces by their middle: it errs by so much at most.
struct ByteAxis {
  int radius = 0;
  std::vector<int> weights;  // [radius + 1] of t = 0, 1, ...
  double total = 1.0;        // sum of W_t over the window
  double mass = 1.0;         // sum of w_t, the exact weights
  double variation = 0.0;    // sum of |W_t / total - w_t / mass|
  std::uint32_t lower_products = 0;
  double lower_error = 0.0;  // of sum
};

// Let u = round((cos + 1) 32767), and 32767 for a missing tap, whose cosine and sine are 0. A
// column's sum becomes an integer of two bytes,
//   mean = floor((column_scale sum + column_origin) / 2^32),
// and a row's sum of those becomes cos = row_scale floor(sum / 512) - row_shift.
// Of a joint filter, u = round(32766 cos(x) v / 32767) + 32767, where v is an integer for a value
// (joint_level.hpp), or 32767 for D^; what 32766 stands for is 1.
struct ByteFit {
  LevelForm form;
  RangeSeries series;
  ByteAxis across, down;
  std::uint32_t column_scale = 1;
  std::int64_t column_origin = 0;
  double row_scale = 1.0, row_shift = 1.0;
  double weights = 1.0;         // S
  double of_weights = 0.0;      // E_D of certified_fit.hpp
  double of_differences = 0.0;  // E_N
  double error = 0.0;           // of every result, in levels, before rounding
};

inline constexpr double largest_wave = 32767.0;  // the integers that stand for -1..1 are 0..65534
// Of a joint filter, so that the least value, -32768, has integers as well.
inline constexpr double largest_joint_wave = 32766.0;

// Returns the integer that stands for a cosine.
std::uint32_t wave_integer(double cosine);

ByteAxis byte_axis(double sigma, int radius);

// A band of weights has blocks of 32 taps for 64 sums.
inline int byte_blocks(int radius) {
  return 2 + (radius + 15) / 16;
}

// What a pixel costs, in cycles of a multiprocessor: on average, its sums, and more if it fails, as
// this share of the pixels is expected to.
double byte_cycles(const ByteFit& fit);
double byte_sum_cycles(const ByteFit& fit);
double byte_repair_cycles(const ByteFit& fit);
double repaired_share(const ByteFit& fit);

// Returns the fit that costs least for a square window. The radius is at most 256, sigma_range at
// least 1 / 32.
ByteFit byte_fit(const WindowMean& step, const LevelForm& form = {});

}  // namespace selvage
