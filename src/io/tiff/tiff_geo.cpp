// SPDX-License-Identifier: Apache-2.0
#include "io/tiff/tiff_geo.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "io/bytes/byte_order.hpp"
#include "io/bytes/failures.hpp"
#include "io/metadata/notes.hpp"

namespace selvage {
namespace {

template <class T>
struct GeoTag {
  std::uint16_t tag;
  const char* name;
  T GeoTags::* member;
};
constexpr std::array<GeoTag<std::vector<double>>, 4> number_tags{{
    {33550, "ModelPixelScale", &GeoTags::pixel_scale},
    {33922, "ModelTiepoint", &GeoTags::tie_points},
    {34264, "ModelTransformation", &GeoTags::transformation},
    {34736, "GeoDoubleParams", &GeoTags::double_params},
}};
constexpr std::array<GeoTag<std::vector<std::uint16_t>>, 1> key_tags{
    {{34735, "GeoKeyDirectory", &GeoTags::keys}}};
constexpr std::array<GeoTag<std::string>, 2> text_tags{{
    {34737, "GeoAsciiParams", &GeoTags::ascii_params},
    {42113, "GDAL_NODATA", &GeoTags::no_data},
}};
constexpr std::uint16_t gdal_metadata_tag = 42112;

// Calls `act` with each tag.
void for_each_geo_tag(auto&& act) {
  for (const auto& tag : number_tags) act(tag);
  for (const auto& tag : key_tags) act(tag);
  for (const auto& tag : text_tags) act(tag);
}

std::uint16_t type_of(const std::vector<double>&) {
  return TIFF_DOUBLE;
}
std::uint16_t type_of(const std::vector<std::uint16_t>&) {
  return TIFF_SHORT;
}
std::uint16_t type_of(const std::string&) {
  return TIFF_ASCII;
}

void to_native(std::vector<double>& values, std::endian order) {
  if (order == std::endian::native) return;
  for (double& value : values)
    value = std::bit_cast<double>(__builtin_bswap64(std::bit_cast<std::uint64_t>(value)));
}
void to_native(std::vector<std::uint16_t>& values, std::endian order) {
  if (order == std::endian::little)
    to_native_order<std::endian::little>(std::span(values));
  else
    to_native_order<std::endian::big>(std::span(values));
}
// A text ends at its first zero byte.
void to_native(std::string& text, std::endian) {
  text.resize(std::min(text.find('\0'), text.size()));
}

template <class T>
void read_values(ByteSource& source, std::endian order, const TiffEntry& entry, T& values) {
  values.resize(entry.count);
  const std::span bytes = std::as_writable_bytes(std::span(values.data(), values.size()));
  if (source.read_at(entry.place, bytes) != bytes.size()) throw_cut_short(source.name());
  to_native(values, order);
}

void set(TIFF* tiff, std::uint16_t tag, const std::string& text) {
  TIFFSetField(tiff, tag, text.c_str());
}
void set(TIFF* tiff, std::uint16_t tag, const auto& values) {
  TIFFSetField(tiff, tag, static_cast<std::uint32_t>(values.size()), values.data());
}

}  // namespace

bool is_geo_tag(std::uint16_t tag) {
  bool found = tag == gdal_metadata_tag;
  for_each_geo_tag([&](const auto& known) { found = found || known.tag == tag; });
  return found;
}

void read_geo_tags(ByteSource& source, const TiffHeader& header, std::uint64_t place,
                   std::size_t most, FileInfo& info) {
  const TiffDirectory directory = read_tiff_directory(source, header, place);
  GeoTags& geo = info.metadata.geo;
  for_each_geo_tag([&](const auto& tag) {
    auto& values = geo.*tag.member;
    const bool is_missing =
        std::ranges::find(directory.missing, tag.tag) != directory.missing.end();
    const TiffEntry* const entry = directory.find(tag.tag);
    if (entry == nullptr && !is_missing) return;
    const bool is_sound = entry != nullptr && entry->type == type_of(values) &&
                          entry->count * tiff_value_bytes(entry->type) <= most;
    if (is_sound)
      read_values(source, header.order, *entry, values);
    else
      add_note(info.notes, fmt::format("its {} is not kept: it is damaged or too large", tag.name));
  });
  if (directory.find(gdal_metadata_tag) != nullptr)
    add_note(info.notes, "its GDAL_METADATA is not kept: statistics of the bands change");
}

std::size_t bytes_of(const GeoTags& geo) {
  std::size_t bytes = 0;
  for_each_geo_tag([&](const auto& tag) {
    const auto& values = geo.*tag.member;
    bytes += values.size() * sizeof values[0];
  });
  return bytes;
}

// libtiff does not know these tags, and forgets them with every page.
void write_geo_tags(TIFF* tiff, const GeoTags& geo) {
  if (geo == GeoTags{}) return;
  std::vector<TIFFFieldInfo> fields;
  for_each_geo_tag([&](const auto& tag) {
    const std::uint16_t type = type_of(geo.*tag.member);
    const bool is_text = type == TIFF_ASCII;
    const auto count = static_cast<short>(is_text ? TIFF_VARIABLE : TIFF_VARIABLE2);
    fields.push_back({tag.tag, count, count, static_cast<TIFFDataType>(type), FIELD_CUSTOM, 1,
                      static_cast<unsigned char>(is_text ? 0 : 1), const_cast<char*>(tag.name)});
  });
  TIFFMergeFieldInfo(tiff, fields.data(), static_cast<std::uint32_t>(fields.size()));
  for_each_geo_tag([&](const auto& tag) {
    if (!(geo.*tag.member).empty()) set(tiff, tag.tag, geo.*tag.member);
  });
}

}  // namespace selvage
