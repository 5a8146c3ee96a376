// SPDX-License-Identifier: Apache-2.0
#include "backends/cpu/pixel_store.hpp"

#include <type_traits>

#include "core/dispatch.hpp"
#include "core/sample.hpp"

namespace selvage::cpu {
namespace {

// A sample of one type in another: exact there and back for integers in f32.
template <class From, class To>
To convert_sample(const std::byte* at) {
  if constexpr (std::is_same_v<From, To>) {
    From value;
    std::memcpy(&value, at, sizeof value);
    return value;
  } else if constexpr (!is_integer_sample<From> && !is_integer_sample<To>) {
    return round_sample<To>(read_sample<From>(at));  // no arithmetic: signalling NaNs stay so
  } else {
    const double value = read_sample<From>(at);
    return round_sample<To>(value / double{sample_scale<From>} * double{sample_scale<To>});
  }
}

// `value` in stored units of To, rounded. The integers' path has no call and no branch.
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

template <class From, class To, class Real>
void store(const StoreRow<Real>& row) {
  constexpr Real scale = Real{sample_scale<To>} / Real{sample_scale<From>};
  for (int c = 0; c < row.from.channels; ++c) {
    const std::byte* from = row.from.at(0, 0, c);
    std::byte* to = row.to.at(0, 0, c);
    const Real* mean = row.mean_offset + c * row.mean_plane;
    const bool averaged = c < row.averaged;
    for (int x = 0; x < row.from.width;
         ++x, from += row.from.stride.pixel, to += row.to.stride.pixel) {
      if (!averaged || (row.computed && !row.computed[x])) {
        write_sample(to, convert_sample<From, To>(from));
        continue;
      }
      Real value = static_cast<Real>(read_sample<From>(from)) + mean[x] * row.mean_scale;
      if constexpr (scale != Real{1}) value *= scale;
      write_sample(to, round_fast<To>(value));
    }
  }
}

}  // namespace

template <class Real>
void store_row(const StoreRow<Real>& row) {
  with_pixel_type(row.from.type, [&]<class From>() {
    with_pixel_type(row.to.type, [&]<class To>() { store<From, To, Real>(row); });
  });
}

template void store_row(const StoreRow<float>&);
template void store_row(const StoreRow<double>&);

}  // namespace selvage::cpu
