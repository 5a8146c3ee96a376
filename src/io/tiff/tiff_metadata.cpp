// SPDX-License-Identifier: Apache-2.0
#include "io/tiff/tiff_metadata.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "io/metadata/metadata.hpp"
#include "io/tiff/tiff_exif.hpp"
#include "io/tiff/tiff_geo.hpp"
#include "selvage/error.hpp"

namespace selvage {
namespace {

constexpr double metres_of_an_inch = 0.0254, metres_of_a_centimetre = 0.01;
constexpr std::uint16_t orientation_tag = 274;

std::span<const std::byte> bytes_of(const TiffFile& tiff, ttag_t tag) {
  std::uint32_t count = 0;
  const std::byte* data = nullptr;
  if (TIFFGetField(tiff.get(), tag, &count, &data) == 0 || data == nullptr) return {};
  return {data, count};
}

void read_density(const TiffFile& tiff, FileInfo& info) {
  const auto unit = tiff.field<std::uint16_t>(TIFFTAG_RESOLUTIONUNIT, RESUNIT_INCH);
  if (unit != RESUNIT_INCH && unit != RESUNIT_CENTIMETER) return;
  const double metres = unit == RESUNIT_INCH ? metres_of_an_inch : metres_of_a_centimetre;
  const auto density = [&](ttag_t tag) {
    const double value = double{tiff.field<float>(tag, 0.0f)} / metres;
    return std::isfinite(value) && value > 0 ? value : 0.0;
  };
  take_density(info, density(TIFFTAG_XRESOLUTION), density(TIFFTAG_YRESOLUTION));
}

// Uses inches if they give an integer, as in most files.
void write_density(TIFF* tiff, const Metadata& metadata) {
  if (!(metadata.x_density > 0) || !(metadata.y_density > 0)) return;
  const double of_an_inch = metadata.x_density * metres_of_an_inch;
  const bool inches = std::fabs(of_an_inch - std::round(of_an_inch)) < 0.01;
  const double metres = inches ? metres_of_an_inch : metres_of_a_centimetre;
  TIFFSetField(tiff, TIFFTAG_RESOLUTIONUNIT, inches ? RESUNIT_INCH : RESUNIT_CENTIMETER);
  TIFFSetField(tiff, TIFFTAG_XRESOLUTION, metadata.x_density * metres);
  TIFFSetField(tiff, TIFFTAG_YRESOLUTION, metadata.y_density * metres);
}

void write_bytes(TIFF* tiff, ttag_t tag, const std::vector<std::byte>& bytes) {
  if (!bytes.empty())
    TIFFSetField(tiff, tag, static_cast<std::uint32_t>(bytes.size()), bytes.data());
}

// Returns the tags of an EXIF block; none if it cannot be read.
ExifTags parse_exif(const std::vector<std::byte>& block) {
  try {
    ByteSource source(block, "EXIF");
    const TiffHeader header = read_tiff_header(source);
    return read_exif_tags(source, header, header.first, largest_metadata);
  } catch (const Error&) {
    return {};
  }
}

void write_image_tag(TIFF* tiff, const ExifValue& value, std::endian order) {
  if (value.tag == orientation_tag) {
    if (value.type != TIFF_SHORT || value.bytes.size() != 2) return;
    const std::byte low = value.bytes[order == std::endian::little ? 0 : 1];
    TIFFSetField(tiff, TIFFTAG_ORIENTATION, std::to_integer<int>(low));
  } else if (value.type == TIFF_ASCII) {
    const std::string text(reinterpret_cast<const char*>(value.bytes.data()), value.bytes.size());
    TIFFSetField(tiff, value.tag, text.c_str());
  }
}

// libtiff only writes tags that it knows, so this writes the directory itself.
void write_directory(TIFF* tiff, ttag_t tag, const std::vector<ExifValue>& values,
                     std::endian order, ByteSink& sink) {
  if (values.empty()) return;
  const TiffHeader header{.order = std::endian::native, .big = TIFFIsBigTIFF(tiff) != 0};
  if (sink.size() % 2 != 0) sink.write(std::array{std::byte{0}});
  const std::uint64_t place = sink.size();
  sink.write(make_tiff_directory(values, order, header, place));
  TIFFSetField(tiff, tag, toff_t{place});
}

}  // namespace

std::string name_of_metadata(std::uint16_t tag) {
  switch (tag) {
    case TIFFTAG_ICCPROFILE: return "colour profile";
    case TIFFTAG_XMLPACKET: return "XMP";
    default: return fmt::format("tag {}", tag);
  }
}

void read_tiff_metadata(const TiffFile& tiff, ByteSource& source, const TiffHeader& header,
                        std::uint64_t place, std::size_t most, FileInfo& info) {
  if (const auto icc = bytes_of(tiff, TIFFTAG_ICCPROFILE); !icc.empty())
    take_profile(info, icc, most);
  take_xmp(info, bytes_of(tiff, TIFFTAG_XMLPACKET), most);
  read_density(tiff, info);
  const int orientation = tiff.field<std::uint16_t>(TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
  const auto is_default = [&](const ExifValue& value) {  // says nothing: any TIFF may have it
    return value.tag == orientation_tag && orientation == ORIENTATION_TOPLEFT;
  };
  read_geo_tags(source, header, place, most, info);
  ExifTags tags = read_exif_tags(source, header, place, most);
  std::erase_if(tags.image, is_default);
  if (!tags.empty()) take_exif(info, make_exif_block(tags), most);
  if (!tags.complete)
    add_note(info.notes, "its EXIF is not kept in full: it is damaged or too large");
  if (orientation != ORIENTATION_TOPLEFT)
    add_note(info.notes, fmt::format("its orientation ({}) is not applied", orientation));
}

void write_tiff_metadata(TiffFile& tiff, const Metadata& metadata, ByteSink& sink) {
  const ExifTags tags = metadata.exif.empty() ? ExifTags{} : parse_exif(metadata.exif);
  try {
    tiff.call([&](TIFF* handle) {
      write_bytes(handle, TIFFTAG_ICCPROFILE, metadata.icc);
      write_bytes(handle, TIFFTAG_XMLPACKET, metadata.xmp);
      write_density(handle, metadata);
      write_geo_tags(handle, metadata.geo);
      for (const ExifValue& value : tags.image) write_image_tag(handle, value, tags.order);
      return true;
    });
  } catch (const TiffFailure&) {
    // Values that libtiff rejects are left out.
  }
  write_directory(tiff.get(), TIFFTAG_EXIFIFD, tags.exif, tags.order, sink);
  write_directory(tiff.get(), TIFFTAG_GPSIFD, tags.gps, tags.order, sink);
}

}  // namespace selvage
