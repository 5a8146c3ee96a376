// SPDX-License-Identifier: Apache-2.0
#include "backends/cpu/images/pixel_store.hpp"

#include <algorithm>
#include <type_traits>

#include "backends/cpu/images/valid_means.hpp"
#include "core/dispatch.hpp"
#include "core/sample.hpp"
#include "core/samples.hpp"

namespace selvage::cpu {
namespace {

// Rounds `value`, in stored units of To. The path for integers has no call and no branch.
template <class To, class Real>
To round_fast(Real value) {
  if constexpr (is_integer_sample<To>) {
    // Adding 1.5 * 2^(mantissa bits) leaves no room for a fraction: the sum is rounded to nearest.
    constexpr Real magic =
        std::is_same_v<Real, float> ? Real(12582912.0) : Real(6755399441055744.0);
    constexpr Real top = sample_scale<To>;
    const Real inside = value > 0 ? (value < top ? value : top) : Real{0};  // NaN becomes 0
    return static_cast<To>(static_cast<int>((inside + magic) - magic));
  } else {
    return round_sample<To>(value);
  }
}

// Computes channel c of pixels first..last - 1.
template <class From, class To, bool weighted, class Real>
void store_means(const StoreRow<Real>& row, int c, int first, int last) {
  constexpr Real scale = Real{sample_scale<To>} / Real{sample_scale<From>};
  const Real* const mean = row.mean_offset + c * row.mean_plane;
  const std::byte* const from = row.from.at(0, 0, c);
  std::byte* const to = row.to.at(0, 0, c);
  const auto each = [&](auto from_stride, auto to_stride) {
    for (int x = first; x < last; ++x) {
      const std::byte* const own = from + x * from_stride;
      Real value = weighted ? mean[x] * row.mean_scale
                            : static_cast<Real>(read_sample<From>(own)) + mean[x] * row.mean_scale;
      if constexpr (scale != Real{1}) value *= scale;
      write_sample(to + x * to_stride, round_fast<To>(value));
    }
  };
  using FromStride = std::integral_constant<std::ptrdiff_t, sizeof(From)>;
  using ToStride = std::integral_constant<std::ptrdiff_t, sizeof(To)>;
  if (row.from.stride.pixel == FromStride() && row.to.stride.pixel == ToStride())
    each(FromStride(), ToStride());
  else
    each(row.from.stride.pixel, row.to.stride.pixel);
}

template <class From, class To, class Real>
void copy_sample(const StoreRow<Real>& row, int c, int x) {
  write_sample(row.to.at(x, 0, c), convert_sample<From, To>(row.from.at(x, 0, c)));
}

// Stores the part of a row that fills whole vectors.
template <class Real>
int store_vectors(const StoreRow<Real>& row) {
  if constexpr (std::is_same_v<Real, float>) {
    const VectorRows::Store store = row.vectors.store(row.to.type);
    if (store != nullptr && row.from.channels <= VectorRows::most_channels && !row.weighted &&
        row.from.type == row.to.type && row.computed == nullptr && rows_are_solid(row.from) &&
        rows_are_solid(row.to))
      return store(row.from.data, row.to.data, row.from.width, row.from.channels, row.averaged,
                   row.mean_scale, row.mean_offset, row.mean_plane);
  }
  return 0;
}

// Stores all channels of pixels first..last - 1.
template <class From, class To, class Real>
void store_pixels(const StoreRow<Real>& row, int first, int last) {
  for (int c = 0; c < row.from.channels; ++c) {
    if (c < row.averaged && row.weighted)
      store_means<From, To, true>(row, c, first, last);
    else if (c < row.averaged)
      store_means<From, To, false>(row, c, first, last);
    if (c < row.averaged && !row.computed) continue;
    for (int x = first; x < last; ++x)
      if (c >= row.averaged || (row.computed && !row.computed[x])) copy_sample<From, To>(row, c, x);
  }
}

template <class From, class To, class Real>
void store(const StoreRow<Real>& row) {
  constexpr int block = 32;  // pixels, whose interleaved samples stay in the cache
  const int width = row.from.width;
  const int step = row.from.channels > VectorRows::most_channels ? block : width;
  for (int first = store_vectors(row); first < width; first += step)
    store_pixels<From, To>(row, first, std::min(width, first + step));
}

}  // namespace

// Copies the colours of means that are transparent.
template <class From, class To, class Real>
void copy_transparent(const StoreRow<Real>& row) {
  const int alpha = row.averaged - 1;
  const Real* const mean = row.mean_offset + alpha * row.mean_plane;
  for (int x = 0; x < row.from.width; ++x)
    for (int c = 0; mean[x] == Real{0} && c < alpha; ++c)
      if (!row.computed || row.computed[x]) copy_sample<From, To>(row, c, x);
}

template <class Real>
void store_row(const StoreRow<Real>& row) {
  with_pixel_type(row.from.type, [&]<class From>() {
    with_pixel_type(row.to.type, [&]<class To>() {
      store<From, To, Real>(row);
      keep_means_valid(row.to, row.sentinel, row.computed);
      if (row.weighted) copy_transparent<From, To, Real>(row);
    });
  });
}

template void store_row(const StoreRow<float>&);
template void store_row(const StoreRow<double>&);

}  // namespace selvage::cpu
