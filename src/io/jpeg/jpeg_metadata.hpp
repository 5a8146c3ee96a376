// SPDX-License-Identifier: Apache-2.0
#pragma once
// Metadata in JPEG segments.

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "io/codec/codec.hpp"

namespace selvage {

constexpr std::size_t largest_segment = 65533;  // bytes of data

// Prefixes of APP1 segments.
constexpr std::string_view exif_prefix{"Exif\0\0", 6};
constexpr std::string_view xmp_prefix{"http://ns.adobe.com/xap/1.0/\0", 29};

// Stores the metadata of an APP1 segment in `info`, if it is EXIF or XMP of at most
// `most` bytes.
void read_app1(FileInfo& info, std::span<const std::byte> data, std::size_t most);
// Returns the data of an APP1 segment.
std::vector<std::byte> app1(std::string_view prefix, std::span<const std::byte> content);

// A resolution in the units of JFIF.
struct JfifDensity {
  int unit = 0;  // 0: none, 1: pixels per inch, 2: per centimetre
  int x = 1, y = 1;
};
// Converts densities in pixels per metre to the unit in which integers come closest.
JfifDensity jfif_density(double x, double y);
void take_jfif_density(FileInfo& info, const JfifDensity& density);

}  // namespace selvage
