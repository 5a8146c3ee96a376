// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the HEIF codec has in builds with and without libheif.

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "io/codec/codec.hpp"

namespace selvage {

constexpr std::string_view heif_title = "HEIF";
constexpr std::string_view heif_extensions[] = {".heic", ".heif", ".avif"};

// HEIC and AVIF files begin with a box "ftyp" that has one of these brands.
inline bool recognises_heif(std::span<const std::byte> start) {
  constexpr std::array brands{"avif", "avis", "heic", "heix", "heim", "heis", "hevc",
                              "hevx", "hevm", "hevs", "mif1", "msf1", "miaf"};
  return holds(start, "ftyp", 4) &&
         std::ranges::any_of(brands, [&](const char* brand) { return holds(start, brand, 8); });
}

}  // namespace selvage
