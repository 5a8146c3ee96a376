// SPDX-License-Identifier: Apache-2.0
#pragma once
// Arguments that both libraries have, as C++ takes them. All throw Error{invalid_argument} that
// names what is wrong.

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "selvage/error.hpp"
#include "selvage/image.hpp"
#include "selvage/selvage.h"

namespace selvage::capi {

std::string text_of(const char* text);  // NULL: empty

// `view` NULL: no image.
ConstImageView view_of(const selvage_const_view* view, std::string_view what);
ImageView view_of(const selvage_view* view, std::string_view what);

// One of an enumeration's values, which begin with 0.
template <class Enum>
Enum choice(std::string_view what, std::int32_t value, Enum last) {
  if (value < 0 || value > static_cast<std::int32_t>(last))
    throw Error(Errc::invalid_argument,
                fmt::format("{} {} is outside 0..{}", what, value, static_cast<int>(last)));
  return static_cast<Enum>(value);
}

}  // namespace selvage::capi
