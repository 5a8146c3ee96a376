// SPDX-License-Identifier: Apache-2.0
// The list of file formats: the supported ones, and those that are only recognised.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "io/codec/codec.hpp"
#include "selvage/error.hpp"

namespace selvage {
namespace {

constexpr std::array<const Codec*, 16> list{
    &png_codec, &jpeg_codec,  &pnm_codec,        &pam_codec,  &pfm_codec,  &tiff_codec,
    &bmp_codec, &hdr_codec,   &exr_codec,        &webp_codec, &heif_codec, &jxl_codec,
    &y4m_codec, &nifti_codec, &nifti_gzip_codec, &raw_codec};

// An unsupported format, recognised by the bytes at an offset.
struct ForeignFormat {
  std::string_view title;
  std::size_t offset;
  std::string_view bytes;
};

using namespace std::string_view_literals;
constexpr ForeignFormat foreign_formats[] = {
    {"GIF", 0, "GIF8"},           {"DPX", 0, "SDPX"},
    {"JPEG 2000", 4, "jP  \r\n"}, {"JPEG 2000", 0, "\xff\x4f\xff\x51"},
    {"DPX", 0, "XPDS"},           {"Photoshop", 0, "8BPS"},
    {"QOI", 0, "qoif"},           {"DDS", 0, "DDS "},
    {"ICO", 0, "\0\0\1\0"sv},     {"FITS", 0, "SIMPLE  ="},
    {"DICOM", 128, "DICM"},       {"farbfeld", 0, "farbfeld"},
    {"MNG", 0, "\x8aMNG"},        {"GIMP", 0, "gimp xcf"},
    {"NumPy", 0, "\x93NUMPY"},    {"PDF", 0, "%PDF"},
    {"SVG", 0, "<svg"},           {"XML (perhaps SVG)", 0, "<?xml"},
};

std::string readable_titles() {
  std::vector<std::string_view> titles;
  for (const Codec* codec : list)
    if (codec->absent.empty() && codec->recognises) titles.push_back(codec->title);
  return fmt::format("{}", fmt::join(titles, ", "));
}

}  // namespace

bool holds(std::span<const std::byte> start, std::string_view bytes, std::size_t offset) {
  if (start.size() < offset + bytes.size()) return false;
  return std::ranges::equal(start.subspan(offset, bytes.size()), std::as_bytes(std::span(bytes)));
}

bool Codec::can_hold(PixelType type) const {
  return std::ranges::find(types, type) != types.end();
}

bool Codec::can_hold(Layout layout) const {
  const bool many = layout.channels > 4 && layout.channels <= most_channels && !layout.alpha;
  return many || std::ranges::find(layouts, layout) != layouts.end();
}

std::span<const Codec* const> codecs() {
  return list;
}

void check_built(const Codec& codec, const std::string& name, Errc code) {
  if (codec.absent.empty()) return;
  throw Error(code, fmt::format("{}: this build has no {}", name, codec.title),
              std::string(codec.absent));
}

const Codec& recognise(ByteSource& source) {
  std::span<const std::byte> start;
  for (const std::size_t bytes :
       {256, 512}) {  // small images of a stream have no more than the first
    start = source.peek(bytes);
    for (const Codec* codec : list)
      if (codec->recognises && codec->recognises(start)) {
        check_built(*codec, source.name(), Errc::input);
        return *codec;
      }
  }
  const std::string hint = fmt::format("convert it to a supported format: {}", readable_titles());
  if (start.empty())
    throw Error(Errc::input, fmt::format("{}: file is empty", source.name()),
                "check the program that should have written it");
  for (const ForeignFormat& format : foreign_formats)
    if (holds(start, format.bytes, format.offset))
      throw Error(Errc::input,
                  fmt::format("{}: {} files are not supported", source.name(), format.title), hint);
  throw Error(Errc::input, fmt::format("{}: not an image of a known format", source.name()), hint);
}

const std::vector<FormatName>& formats() {
  static const std::vector<FormatName> names = [] {
    std::vector<FormatName> all;
    for (const Codec* codec : list) {
      if (!codec->absent.empty()) continue;
      FormatName name{.format = std::string(codec->format),
                      .extensions = {codec->extensions.begin(), codec->extensions.end()},
                      .can_load = codec->recognises != nullptr,
                      .can_save = codec->create != nullptr,
                      .types = {codec->types.begin(), codec->types.end()},
                      .max_channels = std::max(codec->most_channels, 1),
                      .pages = codec->pages,
                      .frames = codec->frames,
                      .writes_by_rows = codec->writes_by_rows};
      for (const Layout layout : codec->layouts) {
        name.max_channels = std::max(name.max_channels, layout.channels);
        name.alpha = name.alpha || layout.alpha;
      }
      all.push_back(std::move(name));
    }
    return all;
  }();
  return names;
}

}  // namespace selvage
