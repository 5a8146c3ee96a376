// SPDX-License-Identifier: Apache-2.0
#pragma once
// Metadata in JPEG segments.

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "io/codec.hpp"

namespace selvage {

constexpr std::size_t largest_segment = 65533;  // bytes of data

// What an APP1 segment begins with.
constexpr std::string_view exif_prefix{"Exif\0\0", 6};
constexpr std::string_view xmp_prefix{"http://ns.adobe.com/xap/1.0/\0", 29};

// Takes an APP1 segment into `info`: EXIF, XMP, or neither.
void read_app1(FileInfo& info, std::span<const std::byte> data);
// The data of an APP1 segment.
std::vector<std::byte> app1(std::string_view prefix, std::span<const std::byte> content);

// A resolution in JFIF's units.
struct JfifDensity {
  int unit = 0;  // 0: none, 1: pixels per inch, 2: per centimetre
  int x = 1, y = 1;
};
// In the unit in which whole numbers say it best. Densities in pixels per metre.
JfifDensity jfif_density(double x, double y);
void take_jfif_density(FileInfo& info, const JfifDensity& density);

}  // namespace selvage
