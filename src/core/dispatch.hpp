// SPDX-License-Identifier: Apache-2.0
#pragma once
// Turns run-time facts (pixel type, channel count) into template arguments. No other file does.

#include <cstdint>
#include <stdexcept>
#include <utility>

#include "core/half.hpp"
#include "selvage/image.hpp"

namespace selvage {

// Calls f.operator()<T>() for the storage type that `type` names.
template <class F>
decltype(auto) with_pixel_type(PixelType type, F&& f) {
  switch (type) {
    case PixelType::u8: return std::forward<F>(f).template operator()<std::uint8_t>();
    case PixelType::u16: return std::forward<F>(f).template operator()<std::uint16_t>();
    case PixelType::f16: return std::forward<F>(f).template operator()<Half>();
    case PixelType::f32: return std::forward<F>(f).template operator()<float>();
  }
  throw std::logic_error("unknown pixel type");
}

// Calls f.operator()<C>() for a count of 1..4, as a constant.
template <class F>
decltype(auto) with_count(int count, F&& f) {
  switch (count) {
    case 1: return std::forward<F>(f).template operator()<1>();
    case 2: return std::forward<F>(f).template operator()<2>();
    case 3: return std::forward<F>(f).template operator()<3>();
    case 4: return std::forward<F>(f).template operator()<4>();
    default: throw std::logic_error("count outside 1..4");
  }
}

}  // namespace selvage
