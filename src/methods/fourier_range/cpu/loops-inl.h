// SPDX-License-Identifier: Apache-2.0
// The loops of FourierLoops for each instruction set.

#if defined(SELVAGE_SERIES_LOOPS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SELVAGE_SERIES_LOOPS_INL_H_
#undef SELVAGE_SERIES_LOOPS_INL_H_
#else
#define SELVAGE_SERIES_LOOPS_INL_H_
#endif

#include <algorithm>

#include "hwy/highway.h"
#include "methods/fourier_range/cpu/loops.hpp"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using FourierTag = hn::CappedTag<float, 8>;
using FourierVector = hn::Vec<FourierTag>;
// The number of pixels computed together, with three vectors of sums each. With their items and a
// weight they fill 32 registers, or 16.
constexpr int fourier_block = HWY_TARGET <= HWY_AVX3 || HWY_ARCH_ARM_A64 ? 4 : 3;
constexpr int fourier_vectors = 3;

// Adds an item, weighted for each pixel.
template <int vectors>
HWY_INLINE void add_item(const float* item, const float* weight,
                         FourierVector (&sum)[fourier_block][vectors]) {
  const FourierTag d;
  constexpr int lanes = static_cast<int>(hn::MaxLanes(d));
  FourierVector v[vectors];
  for (int i = 0; i < vectors; ++i) v[i] = hn::Load(d, item + i * lanes);
  for (int b = 0; b < fourier_block; ++b) {
    const FourierVector w = hn::Set(d, weight[-b]);
    for (int i = 0; i < vectors; ++i) sum[b][i] = hn::MulAdd(w, v[i], sum[b][i]);
  }
}

template <int vectors>
HWY_INLINE void clear(FourierVector (&sum)[fourier_block][vectors]) {
  for (int b = 0; b < fourier_block; ++b)
    for (int i = 0; i < vectors; ++i) sum[b][i] = hn::Zero(FourierTag());
}

// Sums from the first tap up to the centre and from the last tap down to it, then adds both. The
// order of a pixel's taps does not depend on its place in the block, since items beyond its own
// have weight 0.
template <int vectors, class Items>
HWY_INLINE void sum_items(const Items& items, const FourierTaps& taps,
                          FourierVector (&sum)[fourier_block][vectors]) {
  FourierVector left[fourier_block][vectors];
  clear(left);
  for (int p = 0; p < taps.radius + fourier_block - 1; ++p)
    add_item(items.at(p), taps.before + FourierTaps::beyond + p, left);
  clear(sum);
  const int last = 2 * taps.radius + fourier_block - 1;
  for (int p = last; p >= taps.radius; --p)
    add_item(items.at(p), taps.after + FourierTaps::beyond + p - taps.radius, sum);
  for (int b = 0; b < fourier_block; ++b)
    for (int i = 0; i < vectors; ++i) sum[b][i] = hn::Add(left[b][i], sum[b][i]);
}

// The items of levels in a column.
struct LevelItems {
  HWY_INLINE const float* at(int p) const { return table + numbers * levels[p * stride]; }
  const float* table;
  std::ptrdiff_t numbers;
  const Level* levels;
  std::ptrdiff_t stride;
};

template <int vectors>
HWY_INLINE void columns_part(const FourierColumns& job, int first) {
  const FourierTag d;
  constexpr int lanes = static_cast<int>(hn::MaxLanes(d));
  const std::ptrdiff_t numbers = job.numbers;
  for (int x = 0; x < job.pixels; ++x) {
    FourierVector sum[fourier_block][vectors];
    sum_items(LevelItems{job.table + first, numbers, job.levels + x, job.stride}, job.taps, sum);
    for (int b = 0; b < fourier_block; ++b)
      for (int i = 0; i < vectors; ++i)
        hn::Store(sum[b][i], d, job.sums + b * job.sums_row + x * numbers + first + i * lanes);
  }
}

inline void fourier_columns(const FourierColumns& job) {
  constexpr int lanes = static_cast<int>(hn::MaxLanes(FourierTag()));
  for (int first = 0; first < job.numbers; first += fourier_vectors * lanes)
    switch (std::min((job.numbers - first) / lanes, fourier_vectors)) {
      case 1: columns_part<1>(job, first); break;
      case 2: columns_part<2>(job, first); break;
      default: columns_part<3>(job, first); break;
    }
}

// The sums of neighbouring columns.
struct ColumnItems {
  HWY_INLINE const float* at(int p) const { return sums + p * numbers; }
  const float* sums;
  std::ptrdiff_t numbers;
};

// The sums of D^ and N^ for a block's pixels, spread over the lanes of a vector each.
struct BlockSums {
  FourierVector weights[fourier_block], differences[fourier_block];
};

template <int vectors>
HWY_INLINE void row_part(const FourierRow& job, int x, int first, BlockSums& block) {
  const FourierTag d;
  constexpr int lanes = static_cast<int>(hn::MaxLanes(d));
  const std::ptrdiff_t numbers = job.numbers;
  FourierVector sum[fourier_block][vectors];
  sum_items(ColumnItems{job.sums + x * numbers + first, numbers}, job.taps, sum);
  for (int b = 0; b < fourier_block; ++b) {
    const std::ptrdiff_t at = numbers * job.centres[x + b] + first;
    for (int i = 0; i < vectors; ++i) {
      block.weights[b] =
          hn::MulAdd(sum[b][i], hn::Load(d, job.weights + at + i * lanes), block.weights[b]);
      block.differences[b] = hn::MulAdd(sum[b][i], hn::Load(d, job.differences + at + i * lanes),
                                        block.differences[b]);
    }
  }
}

inline void fourier_row(const FourierRow& job) {
  const FourierTag d;
  constexpr int lanes = static_cast<int>(hn::MaxLanes(d));
  for (int x = 0; x < job.pixels; x += fourier_block) {
    BlockSums block;
    for (int b = 0; b < fourier_block; ++b) block.weights[b] = block.differences[b] = hn::Zero(d);
    for (int first = 0; first < job.numbers; first += fourier_vectors * lanes)
      switch (std::min((job.numbers - first) / lanes, fourier_vectors)) {
        case 1: row_part<1>(job, x, first, block); break;
        case 2: row_part<2>(job, x, first, block); break;
        default: row_part<3>(job, x, first, block); break;
      }
    for (int b = 0; b < fourier_block; ++b)
      job.means[x + b] =
          hn::GetLane(hn::SumOfLanes(d, block.differences[b])) /
          std::max(job.constant + hn::GetLane(hn::SumOfLanes(d, block.weights[b])), 1.0f);
  }
}

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
