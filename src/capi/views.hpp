// SPDX-License-Identifier: Apache-2.0
#pragma once
// Converts arguments that both C libraries share. All functions throw Error{invalid_argument} that
// names the argument at fault.

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "core/mirrors.hpp"
#include "selvage/error.hpp"
#include "selvage/image.hpp"
#include "selvage/selvage.h"

namespace selvage::capi {

std::string text_of(const char* text);  // NULL: empty

// `view` NULL: no image.
ConstImageView view_of(const selvage_const_view* view, std::string_view what);
ImageView view_of(const selvage_view* view, std::string_view what);

template <class Enum>
Enum choice(std::string_view what, std::int32_t value) {
  constexpr auto last = static_cast<std::int32_t>(last_of<Enum>);
  if (value < 0 || value > last)
    throw Error(Errc::invalid_argument, fmt::format("{} {} is outside 0..{}", what, value, last));
  return static_cast<Enum>(value);
}

}  // namespace selvage::capi
