// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace selvage {

// Returns the reason why the colour profile does not suit an image with this many colour channels
// ("it is damaged"); empty: it does. The check is as strict as libpng's, so a profile that passes
// can be written to any format.
std::string_view profile_fault(std::span<const std::byte> icc, int colour_channels);

}  // namespace selvage
