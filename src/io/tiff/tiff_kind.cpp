// SPDX-License-Identifier: Apache-2.0
#include "io/tiff/tiff_kind.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

#include "io/bytes/failures.hpp"
#include "io/metadata/notes.hpp"
#include "io/rows/inks.hpp"

namespace selvage {
namespace {

constexpr int known_compressions[] = {
    COMPRESSION_NONE, COMPRESSION_CCITTRLE, COMPRESSION_CCITTFAX3, COMPRESSION_CCITTFAX4,
    COMPRESSION_LZW,  COMPRESSION_JPEG,     COMPRESSION_DEFLATE,   COMPRESSION_ADOBE_DEFLATE,
    COMPRESSION_LZMA, COMPRESSION_ZSTD,     COMPRESSION_PACKBITS};

class KindReader {
 public:
  KindReader(TiffFile& tiff, const std::string& name) : tiff_(tiff), name_(name) {}

  TiffKind read() {
    read_size();
    read_compression();
    read_sample_type();
    read_channels();
    read_colours();
    return std::move(kind_);
  }

 private:
  [[noreturn]] void refuse(std::string_view kind,
                           const char* hint = "convert it to 8 or 16-bit gray or RGB") const {
    throw_not_supported(name_, kind, hint);
  }
  int short_field(ttag_t tag, int otherwise) const {
    return tiff_.field<std::uint16_t>(tag, static_cast<std::uint16_t>(otherwise));
  }

  void read_size();
  void read_compression();
  void read_sample_type();
  void read_channels();
  void read_colours();
  void read_palette();
  void read_inks();

  TiffFile& tiff_;
  const std::string& name_;
  TiffKind kind_;
};

void KindReader::read_size() {
  const auto width = tiff_.field<std::uint32_t>(TIFFTAG_IMAGEWIDTH, 0);
  const auto height = tiff_.field<std::uint32_t>(TIFFTAG_IMAGELENGTH, 0);
  if (width == 0 || height == 0) throw_corrupt(name_, "TIFF", "a width or height of 0");
  constexpr int largest = std::numeric_limits<int>::max();  // exceeds every limit
  kind_.width = std::in_range<int>(width) ? static_cast<int>(width) : largest;
  kind_.height = std::in_range<int>(height) ? static_cast<int>(height) : largest;
  if (tiff_.field<std::uint32_t>(TIFFTAG_IMAGEDEPTH, 1) > 1) refuse("a TIFF with volumes");
}

void KindReader::read_compression() {
  kind_.compression = short_field(TIFFTAG_COMPRESSION, COMPRESSION_NONE);
  const bool known =
      std::ranges::find(known_compressions, kind_.compression) != std::end(known_compressions);
  if (known && TIFFIsCODECConfigured(static_cast<std::uint16_t>(kind_.compression)) != 0) return;
  const TIFFCodec* const codec = TIFFFindCODEC(static_cast<std::uint16_t>(kind_.compression));
  refuse(codec != nullptr ? fmt::format("a TIFF with {} compression", codec->name)
                          : fmt::format("a TIFF of compression {}", kind_.compression));
}

void KindReader::read_sample_type() {
  kind_.bits = short_field(TIFFTAG_BITSPERSAMPLE, 1);
  switch (short_field(TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT)) {
    case SAMPLEFORMAT_UINT:
    case SAMPLEFORMAT_VOID:
      if (kind_.bits < 1 || kind_.bits > 16)
        refuse(fmt::format("a TIFF of {}-bit integers", kind_.bits));
      kind_.type = kind_.bits <= 8 ? PixelType::u8 : PixelType::u16;
      break;
    case SAMPLEFORMAT_IEEEFP:
      if (kind_.bits != 16 && kind_.bits != 32)
        refuse(fmt::format("a TIFF of {}-bit floats", kind_.bits), "convert it to 32-bit floats");
      kind_.type = kind_.bits == 16 ? PixelType::f16 : PixelType::f32;
      break;
    case SAMPLEFORMAT_INT: refuse("a TIFF of signed integers");
    default: refuse("a TIFF of complex numbers");
  }
  if (kind_.compression == COMPRESSION_JPEG && (kind_.bits != 8 || !is_integer(kind_.type)))
    refuse("a JPEG-compressed TIFF that does not have 8 bits per sample");
}

void KindReader::read_channels() {
  kind_.stored_channels = short_field(TIFFTAG_SAMPLESPERPIXEL, 1);
  kind_.planar = kind_.stored_channels > 1 &&
                 short_field(TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) == PLANARCONFIG_SEPARATE;
  std::uint16_t count = 0;
  std::uint16_t* kinds = nullptr;
  if (TIFFGetField(tiff_.get(), TIFFTAG_EXTRASAMPLES, &count, &kinds) == 0 || count == 0) return;
  const auto is_alpha = [](std::uint16_t kind) {
    return kind == EXTRASAMPLE_ASSOCALPHA || kind == EXTRASAMPLE_UNASSALPHA;
  };
  const std::span extra(kinds, count);
  kind_.alpha = is_alpha(extra.back()) && kind_.stored_channels > 1;
  kind_.multiplied = kind_.alpha && extra.back() == EXTRASAMPLE_ASSOCALPHA;
  if (kind_.multiplied && is_integer(kind_.type))
    add_note(kind_.notes, "its colours were multiplied by alpha: they are divided by it");
  if (!kind_.alpha && std::ranges::any_of(extra, is_alpha))
    add_note(kind_.notes, "its alpha is not the last channel: it is treated as a plain one");
}

void KindReader::read_colours() {
  constexpr int missing = -1;
  int least = 1;  // channels
  switch (const int colours =
              tiff_.has(TIFFTAG_PHOTOMETRIC) ? short_field(TIFFTAG_PHOTOMETRIC, 0) : missing) {
    case missing:  // readers disagree about black and white then
      throw_corrupt(name_, "TIFF", "PhotometricInterpretation is missing");
    case PHOTOMETRIC_MINISBLACK: break;
    case PHOTOMETRIC_MINISWHITE:
      kind_.zero_is_white = true;
      if (!is_integer(kind_.type)) refuse("a float TIFF with white as 0");
      if (kind_.multiplied) refuse("a TIFF with white as 0 and colours multiplied by alpha");
      break;
    case PHOTOMETRIC_RGB: least = 3; break;
    case PHOTOMETRIC_YCBCR:
      least = 3;
      kind_.ycbcr = true;
      if (kind_.compression != COMPRESSION_JPEG) refuse("a YCbCr TIFF without JPEG compression");
      if (kind_.planar) refuse("a planar YCbCr TIFF");
      break;
    case PHOTOMETRIC_PALETTE: read_palette(); break;
    case PHOTOMETRIC_SEPARATED: read_inks(); break;
    case PHOTOMETRIC_CIELAB:
    case PHOTOMETRIC_ICCLAB:
    case PHOTOMETRIC_ITULAB: refuse("a Lab TIFF");
    case PHOTOMETRIC_LOGL:
    case PHOTOMETRIC_LOGLUV: refuse("a LogLuv TIFF");
    case PHOTOMETRIC_CFA: refuse("a TIFF of raw sensor data");
    default: refuse(fmt::format("a TIFF with photometric interpretation {}", colours));
  }
  if (kind_.stored_channels > (kind_.alpha ? 4 : max_channels))
    refuse(fmt::format("a TIFF with {} channels{}", kind_.stored_channels,
                       kind_.alpha ? " and alpha" : ""));
  if (kind_.stored_channels < least)
    throw_corrupt(name_, "TIFF",
                  fmt::format("{} channels, too few for its colours", kind_.stored_channels));
}

void KindReader::read_inks() {
  constexpr const char* hint = "convert it to RGB";
  if (short_field(TIFFTAG_INKSET, INKSET_CMYK) != INKSET_CMYK || kind_.stored_channels != 4)
    refuse(fmt::format("a TIFF of {} inks that are not CMYK alone", kind_.stored_channels), hint);
  if (kind_.alpha) refuse("a CMYK TIFF with alpha", hint);
  std::uint16_t others = 0;
  std::uint16_t* kinds = nullptr;
  if (TIFFGetField(tiff_.get(), TIFFTAG_EXTRASAMPLES, &others, &kinds) != 0 && others > 0)
    refuse("a TIFF of three inks and another channel", hint);
  if (!is_integer(kind_.type)) refuse("a CMYK TIFF of floats", hint);
  if (kind_.compression == COMPRESSION_JPEG) refuse("a JPEG-compressed CMYK TIFF", hint);
  kind_.cmyk = true;
  add_note(kind_.notes, note_on_cmyk);
}

void KindReader::read_palette() {
  if (kind_.bits > 8 || !is_integer(kind_.type) || kind_.stored_channels != 1)
    refuse(fmt::format("a palette TIFF with {} channels of {} bits", kind_.stored_channels,
                       kind_.bits));
  std::uint16_t *red = nullptr, *green = nullptr, *blue = nullptr;
  if (TIFFGetField(tiff_.get(), TIFFTAG_COLORMAP, &red, &green, &blue) == 0)
    throw_corrupt(name_, "TIFF", "its palette is missing");
  const std::size_t count = std::size_t{1} << kind_.bits;
  const auto all = [&](auto condition) {
    return std::ranges::all_of(std::array{red, green, blue}, [&](const std::uint16_t* channel) {
      return std::ranges::all_of(std::span(channel, count), condition);
    });
  };
  // Some writers store 8-bit colours here, as they are or times 256.
  const bool bytes = all([](auto v) { return v < 256; });
  const bool upper_bytes = all([](auto v) { return v % 256 == 0; });
  const auto sample = [=](unsigned v) {
    return static_cast<std::uint8_t>(bytes         ? v
                                     : upper_bytes ? v / 256
                                                   : (v * 255u + 32767u) / 65535u);
  };
  for (std::size_t i = 0; i < count; ++i)
    kind_.palette.push_back({sample(red[i]), sample(green[i]), sample(blue[i])});
}

}  // namespace

TiffKind read_tiff_kind(TiffFile& tiff, const std::string& name) {
  return KindReader(tiff, name).read();
}

}  // namespace selvage
