// SPDX-License-Identifier: Apache-2.0
#include "io/tiff/tiff_tags.hpp"

#include <tiff.h>

#include <algorithm>
#include <limits>
#include <string_view>

#include "io/bytes/failures.hpp"

namespace selvage {
namespace {

// Which types a tag may have (TIFF 6.0, section 8; BigTIFF adds LONG8).
enum class Types { shorts, longs, bytes };
enum class Count { one, two, each_sample, extra_samples, colours, any };

struct PixelTag {
  std::uint16_t tag;
  std::string_view name;
  Types types;
  Count count;
};

constexpr PixelTag pixel_tags[] = {
    {254, "NewSubfileType", Types::longs, Count::one},
    {255, "SubfileType", Types::longs, Count::one},
    {256, "ImageWidth", Types::longs, Count::one},
    {257, "ImageLength", Types::longs, Count::one},
    {TIFFTAG_BITSPERSAMPLE, "BitsPerSample", Types::shorts, Count::each_sample},
    {259, "Compression", Types::shorts, Count::each_sample},
    {TIFFTAG_PHOTOMETRIC, "PhotometricInterpretation", Types::shorts, Count::one},
    {266, "FillOrder", Types::shorts, Count::one},
    {273, "StripOffsets", Types::longs, Count::any},
    {TIFFTAG_SAMPLESPERPIXEL, "SamplesPerPixel", Types::shorts, Count::one},
    {278, "RowsPerStrip", Types::longs, Count::one},
    {279, "StripByteCounts", Types::longs, Count::any},
    {284, "PlanarConfiguration", Types::shorts, Count::one},
    {292, "T4Options", Types::longs, Count::one},
    {293, "T6Options", Types::longs, Count::one},
    {317, "Predictor", Types::shorts, Count::one},
    {320, "ColorMap", Types::shorts, Count::colours},
    {322, "TileWidth", Types::longs, Count::one},
    {323, "TileLength", Types::longs, Count::one},
    {324, "TileOffsets", Types::longs, Count::any},
    {325, "TileByteCounts", Types::longs, Count::any},
    {338, "ExtraSamples", Types::shorts, Count::extra_samples},
    {339, "SampleFormat", Types::shorts, Count::each_sample},
    {347, "JPEGTables", Types::bytes, Count::any},
    {530, "YCbCrSubSampling", Types::shorts, Count::two},
    {32997, "ImageDepth", Types::longs, Count::one},
};
// The parameters of the JPEG compression of TIFF 6.0, and how YCbCr is coded.
constexpr std::uint16_t first_jpeg_tag = 512, last_jpeg_tag = 532;

const PixelTag* find_pixel_tag(std::uint16_t tag) {
  const auto at = std::ranges::find(pixel_tags, tag, &PixelTag::tag);
  return at == std::end(pixel_tags) ? nullptr : at;
}

class PixelTagCheck {
 public:
  PixelTagCheck(ByteSource& source, const TiffHeader& header, const TiffDirectory& directory)
      : source_(source),
        header_(header),
        directory_(directory),
        samples_(number(TIFFTAG_SAMPLESPERPIXEL)),
        bits_(number(TIFFTAG_BITSPERSAMPLE)),
        colours_(number(TIFFTAG_PHOTOMETRIC)) {}

  void check(const PixelTag& tag, const TiffEntry& entry) const {
    if (!has_right_type(tag.types, entry))
      throw_corrupt(source_.name(), "TIFF",
                    fmt::format("{} has a value of the wrong type ({})", tag.name, entry.type));
    if (!has_right_count(tag.count, entry.count))
      throw_corrupt(source_.name(), "TIFF",
                    fmt::format("{} has the wrong number of values ({})", tag.name, entry.count));
  }

 private:
  // The first value of a tag; 1 where it is missing, which is the default of those asked for here.
  std::uint64_t number(std::uint16_t tag) const {
    const TiffEntry* const entry = directory_.find(tag);
    return entry == nullptr ? 1 : tiff_number(source_, header_, *entry);
  }

  bool has_right_type(Types types, const TiffEntry& entry) const {
    switch (types) {
      case Types::shorts:
        // Some writers store one number in 32 bits.
        return entry.type == TIFF_SHORT ||
               (entry.type == TIFF_LONG && entry.count == 1 &&
                tiff_number(source_, header_, entry) <= std::numeric_limits<std::uint16_t>::max());
      case Types::longs:
        return entry.type == TIFF_SHORT || entry.type == TIFF_LONG ||
               (entry.type == TIFF_LONG8 && header_.big);
      case Types::bytes: return entry.type == TIFF_BYTE || entry.type == TIFF_UNDEFINED;
    }
    return false;
  }

  bool has_right_count(Count rule, std::uint64_t count) const {
    switch (rule) {
      case Count::one: return count == 1;
      case Count::two: return count == 2;
      case Count::each_sample: return count == 1 || count >= samples_;
      case Count::extra_samples: return has_right_extra_count(count);
      case Count::colours:
        return colours_ != PHOTOMETRIC_PALETTE ||
               (bits_ <= 16 && count == std::uint64_t{3} << bits_);
      case Count::any: return count >= 1;
    }
    return false;
  }

  // The samples of a pixel that are not its colours.
  bool has_right_extra_count(std::uint64_t count) const {
    switch (colours_) {
      case PHOTOMETRIC_MINISWHITE:
      case PHOTOMETRIC_MINISBLACK:
      case PHOTOMETRIC_PALETTE: return count + 1 == samples_;
      case PHOTOMETRIC_RGB:
      case PHOTOMETRIC_YCBCR: return count + 3 == samples_;
      default: return count <= samples_;
    }
  }

  ByteSource& source_;
  const TiffHeader& header_;
  const TiffDirectory& directory_;
  std::uint64_t samples_, bits_;
  std::uint64_t colours_;  // PHOTOMETRIC_...
};

}  // namespace

bool matters_for_pixels(std::uint16_t tag) {
  return find_pixel_tag(tag) != nullptr || (tag >= first_jpeg_tag && tag <= last_jpeg_tag);
}

std::vector<TiffEntry> too_large_tags(const TiffDirectory& directory, const std::string& name,
                                      std::size_t most) {
  constexpr std::uint64_t kinds = 3;
  std::vector<TiffEntry> left_out;
  std::uint64_t total = 0;
  for (const TiffEntry& entry : directory.entries) {
    if (matters_for_pixels(entry.tag)) continue;
    const std::uint64_t bytes = entry.count * tiff_value_bytes(entry.type);
    total += bytes;
    if (bytes <= most && total <= kinds * most) continue;
    total -= bytes;
    left_out.push_back(entry);
  }
  if (!left_out.empty() && left_out.front().at == directory.entries.front().at)
    throw_corrupt(name, "TIFF",
                  fmt::format("a directory begins with the unknown tag {}", left_out.front().tag));
  return left_out;
}

void check_pixel_tags(ByteSource& source, const TiffHeader& header,
                      const TiffDirectory& directory) {
  const PixelTagCheck checks(source, header, directory);
  for (const TiffEntry& entry : directory.entries)
    if (const PixelTag* const tag = find_pixel_tag(entry.tag)) checks.check(*tag, entry);
}

}  // namespace selvage
