// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace selvage {

// What is wrong with a colour profile for images of so many colour channels ("it is cut short");
// empty: nothing. As strict as libpng, so that a profile that passes can be written to any format.
std::string_view profile_fault(std::span<const std::byte> icc, int colour_channels);

}  // namespace selvage
