// SPDX-License-Identifier: Apache-2.0
#include "backends/cpu/images/row_convert.hpp"

#include <cmath>

#include "core/dispatch.hpp"
#include "core/sample.hpp"

namespace selvage::cpu {
namespace {

template <class T>
bool load(const std::byte* from, std::ptrdiff_t samples, double* to) {
  bool finite = true;
  for (std::ptrdiff_t i = 0; i < samples; ++i) {
    const float value = read_sample<T>(from + i * std::ptrdiff_t{sizeof(T)});
    if constexpr (!is_integer_sample<T>) finite &= std::isfinite(value);
    to[i] = value;
  }
  return finite;
}

template <class T>
void store(const double* from, std::ptrdiff_t samples, double gain, double offset, std::byte* to,
           bool) {
  for (std::ptrdiff_t i = 0; i < samples; ++i)
    write_sample(to + i * std::ptrdiff_t{sizeof(T)}, round_sample<T>(from[i] * gain + offset));
}

}  // namespace

RowConvert<double> plain_convert(PixelType reads, PixelType writes) {
  RowConvert<double> convert;
  with_pixel_type(reads, [&]<class T>() { convert.load = load<T>; });
  with_pixel_type(writes, [&]<class T>() { convert.store = store<T>; });
  return convert;
}

}  // namespace selvage::cpu
