// SPDX-License-Identifier: Apache-2.0
// The taps of a row of pixels with weights from tables, for AVX-512 with VBMI and VNNI.

#if defined(SELVAGE_LOOKUP_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SELVAGE_LOOKUP_ROWS_INL_H_
#undef SELVAGE_LOOKUP_ROWS_INL_H_
#else
#define SELVAGE_LOOKUP_ROWS_INL_H_
#endif

#include <array>
#include <cstring>
#include <vector>

#include "backends/cpu/aligned_numbers.hpp"
#include "hwy/highway.h"
#include "methods/direct/cpu/row_filter.hpp"
#include "methods/direct/lookup_weights.hpp"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

#if HWY_TARGET <= HWY_AVX3

namespace hn = hwy::HWY_NAMESPACE;

using Bytes = hn::Vec<hn::ScalableTag<std::int8_t>>;
using Sums32 = hn::Vec<hn::ScalableTag<std::int32_t>>;
using Floats32 = hn::Vec<hn::ScalableTag<float>>;

// table[index & 127] for each byte; `table` has 128. The intrinsics of these instructions require
// functions compiled for a larger instruction set.
HWY_INLINE Bytes look_up_bytes(Bytes index, const std::uint8_t* table) {
  const hn::ScalableTag<std::int8_t> d;
  const auto* const bytes = reinterpret_cast<const std::int8_t*>(table);
  const Bytes low = hn::Load(d, bytes), high = hn::Load(d, bytes + 64);
  asm("vpermi2b %2, %1, %0" : "+v"(index.raw) : "v"(low.raw), "v"(high.raw));
  return index;
}

// As look_up_bytes, but 0 outside the mask.
HWY_INLINE Bytes look_up_bytes_in(hn::Mask<hn::ScalableTag<std::int8_t>> mask, Bytes index,
                                  const std::uint8_t* table) {
  const hn::ScalableTag<std::int8_t> d;
  const auto* const bytes = reinterpret_cast<const std::int8_t*>(table);
  const Bytes low = hn::Load(d, bytes), high = hn::Load(d, bytes + 64);
  asm("vpermi2b %2, %1, %0 %{%3%}%{z%}"
      : "+v"(index.raw)
      : "v"(low.raw), "v"(high.raw), "Yk"(mask.raw));
  return index;
}

// Bytes 0..31 of a and b in turns.
HWY_INLINE Bytes in_turns(Bytes a, Bytes b) {
  HWY_ALIGN static constexpr std::array<std::uint8_t, 64> order = [] {
    std::array<std::uint8_t, 64> bytes{};
    for (std::size_t i = 0; i < 64; ++i) bytes[i] = static_cast<std::uint8_t>(i / 2 + (i % 2) * 64);
    return bytes;
  }();
  const hn::ScalableTag<std::int8_t> d;
  const Bytes index = hn::Load(d, reinterpret_cast<const std::int8_t*>(order.data()));
  asm("vpermt2b %2, %1, %0" : "+v"(a.raw) : "v"(index.raw), "v"(b.raw));
  return a;
}

// Returns total + the sum of the products of four neighbouring bytes, unsigned x signed.
HWY_INLINE Sums32 add_byte_products(Sums32 total, Bytes weights, Bytes values) {
  asm("vpdpbusd %2, %1, %0" : "+v"(total.raw) : "v"(weights.raw), "v"(values.raw));
  return total;
}

// Four bytes of a vector are four taps of one pixel that share a spatial weight. Pixel 8 l + 4 v +
// i of each 32 is lane 4 l + i of vector v, as interleaving leaves it.
//   bytes                          of a weight
//   distance_planes, value_planes  of a group; value_planes = 0: the distance planes are averaged
//   reach                          of the weights that are not 0
template <int bytes, int distance_planes, int value_planes, lookup::Reach reach>
class LookupRows final : public RowFilter<std::int8_t> {
 public:
  explicit LookupRows(const WindowMean& filter) {
    const auto rings = lookup::rings(filter);
    const auto range = lookup::range_weights(255.0 * double{filter.sigma_range});
    tables_ = AlignedNumbers<std::uint8_t>(rings.size() * table_bytes);
    std::uint8_t* table = tables_.data();
    for (const lookup::Ring& ring : rings) {
      if (groups_.empty() || groups_.back().doublings != ring.doublings)
        groups_.push_back({ring.doublings, std::ldexp(1.0f, -ring.doublings), quads_.size(), 0});
      const double scale = lookup::entry_scale(ring, bytes);
      for (int i = 0; i < entries; ++i) {
        const int weight = lookup::entry(scale, range[static_cast<std::size_t>(i)]);
        for (int b = 0; b < bytes; ++b)
          table[b * entries + i] = static_cast<std::uint8_t>(weight >> (8 * b) & 255);
      }
      const auto row = [&](const lookup::Row& r) { return tap_row(filter, r.dy, r.dz); };
      for (const lookup::Quad& q : ring.quads())
        quads_.push_back({table, row(q.row), row(q.left), row(q.right), q.dx, q.dx_other});
      groups_.back().last = quads_.size();
      table += table_bytes;
    }
  }

  int block() const override { return static_cast<int>(step); }

  void filter(const RowJob<std::int8_t>& job) const override {
    for (std::size_t x = 0; x < static_cast<std::size_t>(job.pixels); x += step)
      filter_block(job, x);
  }

 private:
  static constexpr hn::ScalableTag<std::int8_t> d{};
  static constexpr hn::ScalableTag<std::uint8_t> du{};
  static constexpr hn::ScalableTag<std::int16_t> d16{};
  static constexpr hn::ScalableTag<std::int32_t> d32{};
  static constexpr hn::ScalableTag<float> df{};
  // Pixels and vectors at a time: as many as keep sums in registers.
  static constexpr std::size_t step = bytes == 2 && distance_planes + value_planes == 1 ? 64 : 32;
  static constexpr int vectors = step / 16;
  static constexpr bool near = reach == lookup::Reach::near;
  static constexpr int entries = near ? lookup::half_table : lookup::distances;
  static constexpr int table_bytes = bytes * entries;  // the lowest bytes first
  static constexpr int planes = distance_planes + value_planes;
  static constexpr int sums = value_planes > 0 ? value_planes : distance_planes;
  static constexpr int first_value = planes - sums;

  // A lookup::Quad with its weights.
  struct Quad {
    const std::uint8_t* table;
    std::size_t row, left, right;  // in the window
    std::ptrdiff_t dx, dx_other;
  };
  // Quads whose sums have the same unit.
  struct Group {
    int doublings;
    float unit;  // 2^-doublings
    std::size_t first, last;
  };
  // Four bytes for each pixel of a block.
  struct Block {
    Bytes v[vectors];
  };
  // The integer sums of a group for each byte of the weights, and the sums of all groups. The last
  // of each are those of the weights alone.
  struct Integers {
    Sums32 of[bytes][vectors][sums + 1];
  };
  struct Totals {
    Floats32 of[vectors][sums + 1];
  };

  static HWY_INLINE Bytes load(const std::int8_t* from) {
    const hn::Half<decltype(d)> half;
    return hn::ZeroExtendVector(d, hn::LoadU(half, from));
  }

  static HWY_INLINE Block interleave(const std::int8_t* a, const std::int8_t* b,
                                     const std::int8_t* c, const std::int8_t* e) {
    Block block;
#pragma GCC unroll 2
    for (int v = 0; v < vectors; v += 2) {
      const auto left = hn::BitCast(d16, in_turns(load(a + 16 * v), load(b + 16 * v)));
      const auto right = hn::BitCast(d16, in_turns(load(c + 16 * v), load(e + 16 * v)));
      block.v[v] = hn::BitCast(d, hn::InterleaveLower(d16, left, right));
      block.v[v + 1] = hn::BitCast(d, hn::InterleaveUpper(d16, left, right));
    }
    return block;
  }

  // |a - b| as an unsigned byte; `near`: those above 126 become 127 or 128.
  static HWY_INLINE Bytes difference(Bytes a, Bytes b) {
    if constexpr (near) return hn::Abs(hn::SaturatedSub(a, b));
    return hn::Sub(hn::Max(a, b), hn::Min(a, b));
  }

  static HWY_INLINE Bytes saturated_sum(Bytes a, Bytes b) {
    return hn::BitCast(d, hn::SaturatedAdd(hn::BitCast(du, a), hn::BitCast(du, b)));
  }

  // The bytes of the weights of distances.
  static HWY_INLINE void weights_of(Bytes distance, const std::uint8_t* table,
                                    Bytes (&weights)[bytes]) {
    if constexpr (near) {
      constexpr std::uint8_t last = entries - 1;
      distance = hn::BitCast(d, hn::Min(hn::BitCast(du, distance), hn::Set(du, last)));
#pragma GCC unroll 3
      for (int b = 0; b < bytes; ++b) weights[b] = look_up_bytes(distance, table + b * entries);
    } else {
      const auto first = hn::Gt(distance, hn::Set(d, -1));  // signed: below 128
      constexpr int both_halves = reach == lookup::Reach::middle ? bytes - 1 : bytes;
#pragma GCC unroll 3
      for (int b = 0; b < bytes; ++b) {
        const std::uint8_t* const half = table + b * entries;
        weights[b] = b < both_halves
                         ? hn::IfThenElse(first, look_up_bytes(distance, half),
                                          look_up_bytes(distance, half + lookup::half_table))
                         : look_up_bytes_in(first, distance, half);
      }
    }
  }

  HWY_INLINE void add_quad(const RowJob<std::int8_t>& job, std::size_t x, const Quad& quad,
                           const Block (&centre)[distance_planes], Integers& integers) const {
    const std::int8_t* const row = job.rows[quad.row] + x;
    const std::int8_t* const left = job.rows[quad.left] + x;
    const std::int8_t* const right = job.rows[quad.right] + x;
    Block taps[planes];
#pragma GCC unroll 6
    for (int p = 0; p < planes; ++p) {
      const std::ptrdiff_t plane = p * job.rows_plane;
      taps[p] = interleave(row + plane - quad.dx, row + plane + quad.dx,
                           left + plane - quad.dx_other, right + plane + quad.dx_other);
    }
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) {
      Bytes distance = difference(taps[0].v[v], centre[0].v[v]);
#pragma GCC unroll 3
      for (int p = 1; p < distance_planes; ++p)
        distance = saturated_sum(distance, difference(taps[p].v[v], centre[p].v[v]));
      Bytes weights[bytes];
      weights_of(distance, quad.table, weights);
#pragma GCC unroll 4
      for (int s = 0; s <= sums; ++s) {
        const Bytes values = s < sums ? taps[s < sums ? first_value + s : 0].v[v] : hn::Set(d, 1);
#pragma GCC unroll 3
        for (int b = 0; b < bytes; ++b)
          integers.of[b][v][s] = add_byte_products(integers.of[b][v][s], weights[b], values);
      }
    }
  }

  HWY_INLINE void filter_block(const RowJob<std::int8_t>& job, std::size_t x) const {
    const auto load_centre = [&](int p) {
      const std::int8_t* const c = job.centre + p * job.centre_plane + x;
      return interleave(c, c, c, c);
    };
    Block centre[distance_planes];
    for (int p = 0; p < distance_planes; ++p) centre[p] = load_centre(p);
    Totals totals;
    for (int v = 0; v < vectors; ++v)
      for (int s = 0; s <= sums; ++s) totals.of[v][s] = hn::Zero(df);
    for (const Group& group : groups_) {
      const Integers integers = sums_of_group(job, x, group, centre);
      for (int v = 0; v < vectors; ++v)
        for (int s = 0; s <= sums; ++s) {
          Floats32 sum = hn::Zero(df);
          for (int b = bytes - 1; b >= 0; --b)
            sum = hn::MulAdd(sum, hn::Set(df, 256.0f), hn::ConvertTo(df, integers.of[b][v][s]));
          totals.of[v][s] = hn::MulAdd(hn::Set(df, group.unit), sum, totals.of[v][s]);
        }
    }
    for (int v = 0; v < vectors; ++v) {
      const Floats32 weight = totals.of[v][sums];
      const Floats32 all = hn::Add(weight, hn::Set(df, static_cast<float>(lookup::whole(bytes))));
      for (int s = 0; s < sums; ++s) {
        const Sums32 c = hn::BitCast(d32, load_centre(first_value + s).v[v]);
        const Floats32 value = hn::ConvertTo(df, hn::ShiftRight<24>(c));
        const Floats32 sum = hn::NegMulAdd(value, weight, totals.of[v][s]);
        store_lanes(hn::Div(sum, all),
                    job.mean_offset + s * job.mean_plane + x + 32 * (v / 2) + 4 * (v % 2));
      }
    }
  }

  HWY_INLINE Integers sums_of_group(const RowJob<std::int8_t>& job, std::size_t x,
                                    const Group& group,
                                    const Block (&centre)[distance_planes]) const {
    Integers integers;
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v)
#pragma GCC unroll 4
      for (int s = 0; s <= sums; ++s)
        for (int b = 0; b < bytes; ++b) integers.of[b][v][s] = hn::Zero(d32);
    const Quad* const quads = quads_.data();
    for (std::size_t q = group.first; q < group.last; ++q)
      add_quad(job, x, quads[q], centre, integers);
    return integers;
  }

  // Stores lanes 4 l..4 l + 3 at to + 8 l.
  static HWY_INLINE void store_lanes(Floats32 v, float* to) {
    HWY_ALIGN float lanes[16];
    hn::Store(v, df, lanes);
    for (std::size_t l = 0; l < 4; ++l) std::memcpy(to + 8 * l, lanes + 4 * l, 4 * sizeof(float));
  }

  AlignedNumbers<std::uint8_t> tables_;
  std::vector<Quad> quads_;
  std::vector<Group> groups_;
};

template <int channels>
void byte_rows(const std::uint8_t* from, int pixels, int planes, std::int8_t* to,
               std::ptrdiff_t plane) {
  const hn::ScalableTag<std::uint8_t> d;
  const auto convert = [&](std::ptrdiff_t i) {
    hn::Vec<decltype(d)> v[4];
    const std::uint8_t* const first = from + i * channels;
    if constexpr (channels == 1)
      v[0] = hn::LoadU(d, first);
    else if constexpr (channels == 2)
      hn::LoadInterleaved2(d, first, v[0], v[1]);
    else if constexpr (channels == 3)
      hn::LoadInterleaved3(d, first, v[0], v[1], v[2]);
    else
      hn::LoadInterleaved4(d, first, v[0], v[1], v[2], v[3]);
    for (int p = 0; p < planes; ++p)
      hn::StoreU(hn::Xor(v[p], hn::Set(d, 128)), d,
                 reinterpret_cast<std::uint8_t*>(to) + p * plane + i);
  };
  const auto lanes = static_cast<std::ptrdiff_t>(hn::Lanes(d));
  for (std::ptrdiff_t i = 0; i + lanes < pixels; i += lanes) convert(i);
  convert(pixels - lanes);
}

// A ByteRows (byte_loader.hpp).
inline bool load_bytes(const std::byte* from, int pixels, int channels, int planes, std::int8_t* to,
                       std::ptrdiff_t plane) {
  const auto* const samples = reinterpret_cast<const std::uint8_t*>(from);
  if (pixels < static_cast<int>(hn::MaxLanes(hn::ScalableTag<std::uint8_t>()))) return false;
  switch (channels) {
    case 1: byte_rows<1>(samples, pixels, planes, to, plane); break;
    case 2: byte_rows<2>(samples, pixels, planes, to, plane); break;
    case 3: byte_rows<3>(samples, pixels, planes, to, plane); break;
    default: byte_rows<4>(samples, pixels, planes, to, plane);
  }
  return true;
}

#endif  // HWY_TARGET <= HWY_AVX3

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SELVAGE_LOOKUP_ROWS_INL_H_
