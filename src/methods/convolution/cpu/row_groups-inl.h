// SPDX-License-Identifier: Apache-2.0
// Groups of rows of results for each instruction set. All functions read and write exactly the
// numbers of a group: the last vector of a row overlaps the one before it.

#if defined(SELVAGE_ROW_GROUPS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SELVAGE_ROW_GROUPS_INL_H_
#undef SELVAGE_ROW_GROUPS_INL_H_
#else
#define SELVAGE_ROW_GROUPS_INL_H_
#endif

#include <algorithm>
#include <type_traits>

#include "backends/cpu/images/stream-inl.h"
#include "hwy/highway.h"
#include "methods/convolution/cpu/line_sums-inl.h"
#include "methods/convolution/cpu/line_sums.hpp"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using GroupTag = hn::ScalableTag<float>;
using GroupVector = hn::Vec<GroupTag>;

// Scales and stores results, and remembers whether all were finite.
class GroupStore {
 public:
  HWY_INLINE explicit GroupStore(const RowGroup& group)
      : gain_(hn::Set(d_, group.gain)),
        offset_(hn::Set(d_, group.offset)),
        largest_(hn::Zero(di_)) {}

  HWY_INLINE void store(GroupVector sum, float* to, bool stream) {
    largest_ = hn::Max(largest_, hn::And(hn::BitCast(di_, sum), hn::Set(di_, 0x7fffffff)));
    store_or_stream(hn::MulAdd(sum, gain_, offset_), d_, to, stream);
  }
  HWY_INLINE bool finite() const {
    return hn::AllTrue(di_, hn::Lt(largest_, hn::Set(di_, 0x7f800000)));
  }

 private:
  static constexpr GroupTag d_ = {};
  static constexpr hn::RebindToSigned<GroupTag> di_ = {};
  GroupVector gain_, offset_;
  hn::Vec<hn::RebindToSigned<GroupTag>> largest_;  // magnitude, by bits
};

// Calls at(x, stream) for vectors that cover `numbers` results from `to`, most of them aligned.
template <class At>
HWY_INLINE void each_result(const float* to, std::ptrdiff_t numbers, bool stream, At&& at) {
  const auto lanes = static_cast<std::ptrdiff_t>(hn::Lanes(GroupTag()));
  std::ptrdiff_t x =
      samples_to_alignment<float>(reinterpret_cast<const std::byte*>(to), lanes, numbers);
  stream &= x < lanes;
  x = x < lanes ? x : 0;
  if (x > 0) at(0, std::false_type());
  if (stream)
    for (; x + lanes <= numbers; x += lanes) at(x, std::true_type());
  else
    for (; x + lanes <= numbers; x += lanes) at(x, std::false_type());
  if (x < numbers) at(numbers - lanes, std::false_type());
}

// The sums of a square stencil, column by column. Columns 3 and 4 have a sum of their own, which is
// added at the end: see grouped_roundings().
struct StencilOrder {
  static constexpr int columns[] = {0, 3, 1, 4, 2};  // the two sums take turns
  static constexpr bool second(int column) { return column >= 3; }
  static constexpr bool starts(int column) { return column == 0 || column == 3; }
};

// Adds the taps of one column for RowGroup::rows rows; each loaded vector serves up to `side` rows.
template <int side, int channels, int column>
HWY_INLINE void add_column(const float* const* from, std::ptrdiff_t x, const float* weights,
                           GroupVector* sum) {
  const GroupTag d;
  GroupVector weight[side];
  HWY_UNROLL(8)
  for (int y = 0; y < side; ++y) weight[y] = hn::Set(d, weights[y * side + column]);
  HWY_UNROLL(8)
  for (int i = 0; i < RowGroup::rows + side - 1; ++i) {
    const auto sample = hn::LoadU(d, from[i] + x + column * channels);
    HWY_UNROLL(8)
    for (int y = 0; y < side; ++y) {
      const int row = i - y;
      if (row < 0 || row >= RowGroup::rows) continue;
      const bool first = StencilOrder::starts(column) && y == 0;
      sum[row] = first ? hn::Mul(sample, weight[y]) : hn::MulAdd(sample, weight[y], sum[row]);
    }
  }
}

template <int side, int channels>
HWY_NOINLINE bool stencil_group(const RowGroup& group, const float* weights) {
  constexpr int rows = RowGroup::rows, taps = rows + side - 1;
  const GroupTag d;
  GroupStore store(group);
  const float* from[taps];
  float* to[rows];
  std::copy_n(group.from, taps, from);
  std::copy_n(group.to, rows, to);
  each_result(to[0], group.numbers, false, [&](std::ptrdiff_t x, auto) HWY_ATTR {
    GroupVector sum[rows];
    add_column<side, channels, 0>(from, x, weights, sum);
    if constexpr (side == 3) {
      add_column<side, channels, 1>(from, x, weights, sum);
      add_column<side, channels, 2>(from, x, weights, sum);
    } else {
      GroupVector second[rows];
      add_column<side, channels, 3>(from, x, weights, second);
      add_column<side, channels, 1>(from, x, weights, sum);
      add_column<side, channels, 4>(from, x, weights, second);
      add_column<side, channels, 2>(from, x, weights, sum);
      HWY_UNROLL(4)
      for (int r = 0; r < rows; ++r) sum[r] = hn::Add(sum[r], second[r]);
    }
    HWY_UNROLL(4)
    for (int r = 0; r < rows; ++r) store.store(sum[r], to[r] + x, false);
  });
  return store.finite();
}

// The same sums for one row that is not stored.
template <int side>
HWY_NOINLINE void stencil_row(const float* const* rows, const float* weights, int channels,
                              std::ptrdiff_t numbers, float* out) {
  const GroupTag d;
  const auto lanes = static_cast<std::ptrdiff_t>(hn::Lanes(d));
  each_vector_group<float>(numbers, [&](auto vectors, std::ptrdiff_t x) HWY_ATTR {
    constexpr int count = decltype(vectors)::value;
    GroupVector part[2][count];
    HWY_UNROLL(8)
    for (const int column : StencilOrder::columns) {
      if (column >= side) continue;
      GroupVector* const sum = part[StencilOrder::second(column) ? 1 : 0];
      for (int y = 0; y < side; ++y) {
        const auto weight = hn::Set(d, weights[y * side + column]);
        const float* const from = rows[y] + x + std::ptrdiff_t{column} * channels;
        const bool first = StencilOrder::starts(column) && y == 0;
        for (int v = 0; v < count; ++v) {
          const auto sample = hn::LoadU(d, from + v * lanes);
          sum[v] = first ? hn::Mul(sample, weight) : hn::MulAdd(sample, weight, sum[v]);
        }
      }
    }
    for (int v = 0; v < count; ++v)
      hn::StoreU(side > 3 ? hn::Add(part[0][v], part[1][v]) : part[0][v], d, out + x + v * lanes);
  });
}

// Sums `numbers` columns for all rows of a group, in the order of PairTerms.
template <int pairs>
HWY_INLINE void column_pairs(const float* const* rows, std::ptrdiff_t first, std::ptrdiff_t numbers,
                             const float* weights, float* sums) {
  constexpr int taps = RowGroup::rows + 2 * pairs;
  const GroupTag d;
  const auto lanes = static_cast<std::ptrdiff_t>(hn::Lanes(d));
  const float* from[taps];
  for (int i = 0; i < taps; ++i) from[i] = rows[i] + first;
  GroupVector weight[pairs + 1];
  for (int i = 0; i <= pairs; ++i) weight[i] = hn::Set(d, weights[i]);
  const auto at = [&](std::ptrdiff_t x) HWY_ATTR {
    GroupVector sample[taps];
    HWY_UNROLL(8)
    for (int i = 0; i < taps; ++i) sample[i] = hn::LoadU(d, from[i] + x);
    HWY_UNROLL(4)
    for (int r = 0; r < RowGroup::rows; ++r) {
      auto sum = hn::Mul(sample[r + pairs], weight[pairs]);
      HWY_UNROLL(4)
      for (int i = 0; i < pairs; ++i)
        sum = hn::MulAdd(hn::Add(sample[r + i], sample[r + 2 * pairs - i]), weight[i], sum);
      hn::StoreU(sum, d, sums + r * RowGroup::chunk_room + x);
    }
  };
  std::ptrdiff_t x = 0;
  for (; x + lanes <= numbers; x += lanes) at(x);
  if (x < numbers) at(numbers - lanes);
}

// Column sums, then sums along the rows, a chunk at a time.
template <int pairs, int channels>
HWY_NOINLINE bool pair_group(const RowGroup& group, const PairWeights& weights, float* sums) {
  constexpr std::ptrdiff_t margin = 2 * pairs * channels, least = RowGroup::least;
  const GroupTag d;
  GroupStore store(group);
  GroupVector weight[pairs + 1];
  for (int i = 0; i <= pairs; ++i) weight[i] = hn::Set(d, weights.row[i]);
  // The first chunk ends where a cache line of the first row of results does.
  std::ptrdiff_t chunk =
      RowGroup::chunk - least +
      samples_to_alignment<float>(reinterpret_cast<const std::byte*>(group.to[0]), least, least);
  for (std::ptrdiff_t first = 0; first < group.numbers;) {
    const std::ptrdiff_t left = group.numbers - first;
    const std::ptrdiff_t start = left < least ? group.numbers - least : first;
    const std::ptrdiff_t count = std::clamp(left, least, chunk);
    column_pairs<pairs>(group.from, start, count + margin, weights.column, sums);
    for (int r = 0; r < RowGroup::rows; ++r) {
      const float* const row = sums + r * RowGroup::chunk_room;
      float* const to = group.to[r] + start;
      each_result(to, count, group.stream, [&](std::ptrdiff_t x, auto streams) HWY_ATTR {
        auto sum = hn::Mul(hn::LoadU(d, row + x + pairs * channels), weight[pairs]);
        HWY_UNROLL(4)
        for (int i = 0; i < pairs; ++i)
          sum = hn::MulAdd(hn::Add(hn::LoadU(d, row + x + i * channels),
                                   hn::LoadU(d, row + x + (2 * pairs - i) * channels)),
                           weight[i], sum);
        store.store(sum, to + x, decltype(streams)::value);
      });
    }
    first = start + count;
    chunk = RowGroup::chunk;
  }
  return store.finite();
}

inline RowGroups row_groups() {
  return {.stencil = {{{stencil_group<3, 1>, stencil_group<3, 2>, stencil_group<3, 3>,
                        stencil_group<3, 4>},
                       {stencil_group<5, 1>, stencil_group<5, 2>, stencil_group<5, 3>,
                        stencil_group<5, 4>}}},
          .stencil_row = {stencil_row<3>, stencil_row<5>},
          .pairs = {{{pair_group<1, 1>, pair_group<1, 2>, pair_group<1, 3>, pair_group<1, 4>},
                     {pair_group<2, 1>, pair_group<2, 2>, pair_group<2, 3>, pair_group<2, 4>}}}};
}

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SELVAGE_ROW_GROUPS_INL_H_
