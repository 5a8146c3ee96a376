// SPDX-License-Identifier: Apache-2.0
// Reads JPEG XL: still images, gray or RGB, of integers to 16 bits or floats, with or without
// alpha. libjxl decodes the whole image, turned as the file says.

#include <jxl/decode.h>
#include <jxl/version.h>

#include <algorithm>
#include <cstring>

#include "core/checked.hpp"
#include "io/bytes/failures.hpp"
#include "io/bytes/iso_boxes.hpp"
#include "io/jxl/jxl.hpp"
#include "io/metadata/exif.hpp"
#include "io/metadata/metadata.hpp"

namespace selvage {
namespace {

struct JxlDestroy {
  void operator()(JxlDecoder* decoder) const { JxlDecoderDestroy(decoder); }
};
using JxlOwnedDecoder = std::unique_ptr<JxlDecoder, JxlDestroy>;

class JxlReader final : public RowReader {
 public:
  JxlReader(ByteSource& source, const Limits& limits)
      : source_(source), most_metadata_(most_metadata(limits)) {
    read_header();
    take_boxes();
  }

  void start() override;
  void read_row(std::byte* row) override {
    std::memcpy(row, pixels_.data() + row_ * row_bytes_, row_bytes_);
    ++row_;
  }

 private:
  JxlOwnedDecoder decoder(int events) const;
  JxlDecoderStatus next(JxlDecoder* decoder) const;
  void read_header();
  void describe(const JxlBasicInfo& basic);
  void take_colours(const JxlDecoder* decoder);
  void take_boxes();
  void take_box(const IsoBox& box);
  JxlPixelFormat pixel_format() const;

  ByteSource& source_;
  std::size_t most_metadata_;
  std::vector<std::byte> pixels_;
  std::size_t row_bytes_ = 0, row_ = 0;
};

JxlOwnedDecoder JxlReader::decoder(int events) const {
  JxlOwnedDecoder made(JxlDecoderCreate(nullptr));
  if (!made) throw_out_of_memory(source_.name());
  if (JxlDecoderSubscribeEvents(made.get(), events) != JXL_DEC_SUCCESS)
    throw Error(Errc::limit, "libjxl has another version than Selvage was built with");
  return made;
}

JxlDecoderStatus JxlReader::next(JxlDecoder* decoder) const {
  const JxlDecoderStatus status = JxlDecoderProcessInput(decoder);
  if (status == JXL_DEC_ERROR)
    throw_corrupt(source_.name(), jxl_title, "its pixels cannot be decoded");
  return status;
}

// Gives the decoder more and more of the file until it has seen the header.
void JxlReader::read_header() {
  const JxlOwnedDecoder reading = decoder(JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING);
  std::vector<std::byte> piece;
  std::uint64_t place = 0;
  for (bool described = false;;) {
    const JxlDecoderStatus status = next(reading.get());
    if (status == JXL_DEC_BASIC_INFO) {
      JxlBasicInfo basic;
      if (JxlDecoderGetBasicInfo(reading.get(), &basic) != JXL_DEC_SUCCESS)
        throw_corrupt(source_.name(), jxl_title, "it has no header");
      describe(basic);
      described = true;
    } else if (status == JXL_DEC_COLOR_ENCODING) {
      return take_colours(reading.get());
    } else if (status == JXL_DEC_NEED_MORE_INPUT) {
      const std::size_t rest = JxlDecoderReleaseInput(reading.get());
      place -= rest;
      constexpr std::size_t more = std::size_t{1} << 16;
      piece.resize(rest + more);
      const std::size_t count = source_.read_at(place, piece);
      if (count <= rest) throw_cut_short(source_.name());
      place += count;
      JxlDecoderSetInput(reading.get(), reinterpret_cast<const std::uint8_t*>(piece.data()), count);
    } else {
      if (!described) throw_corrupt(source_.name(), jxl_title, "it has no header");
      return;
    }
  }
}

void JxlReader::describe(const JxlBasicInfo& basic) {
  const auto refuse = [&](const std::string& kind) {
    throw_not_supported(source_.name(), kind, "convert it to PNG");
  };
  if (basic.have_animation != JXL_FALSE) refuse("an animated JPEG XL");
  const bool floats = basic.exponent_bits_per_sample > 0;
  const auto bits = static_cast<int>(basic.bits_per_sample);
  if (bits < 1 || bits > (floats ? 32 : 16))
    refuse(fmt::format("a JPEG XL of {} bits per sample", bits));
  constexpr std::uint32_t largest = 0x7fffffff;
  info_.format = "jxl";
  info_.width = static_cast<int>(std::min(basic.xsize, largest));
  info_.height = static_cast<int>(std::min(basic.ysize, largest));
  info_.alpha = basic.alpha_bits > 0;
  info_.channels = static_cast<int>(basic.num_color_channels) + (info_.alpha ? 1 : 0);
  info_.type = floats      ? (bits <= 16 ? PixelType::f16 : PixelType::f32)
               : bits <= 8 ? PixelType::u8
                           : PixelType::u16;
  info_.file_bits = bits;
  if (!floats && bits > 8 && bits < 16) info_.max_value = (1 << bits) - 1;
  const bool multiplied = info_.alpha && basic.alpha_premultiplied != JXL_FALSE;
  info_.premultiplied = multiplied && floats;
  if (multiplied && !floats)
    add_note(info_.notes, "its colours were multiplied by alpha: they are divided by it");
  if (basic.num_extra_channels > (info_.alpha ? 1u : 0u))
    add_note(info_.notes, "its channels beside colours and alpha are left out");
  info_.by_rows = false;
  // The decoder computes in floats, in two stages; then the image itself, and the file.
  info_.decoder_bytes =
      checked_add(checked_mul(info_.width, info_.height, info_.channels, 2 * sizeof(float)),
                  checked_mul(info_.width, info_.height, info_.channels, sample_bytes(info_.type)),
                  source_.size());
}

void JxlReader::take_colours(const JxlDecoder* decoder) {
#if JPEGXL_NUMERIC_VERSION >= JPEGXL_COMPUTE_NUMERIC_VERSION(0, 9, 0)
  const auto size_of = [&](std::size_t* size) {
    return JxlDecoderGetICCProfileSize(decoder, JXL_COLOR_PROFILE_TARGET_DATA, size);
  };
  const auto read = [&](std::vector<std::uint8_t>& icc) {
    return JxlDecoderGetColorAsICCProfile(decoder, JXL_COLOR_PROFILE_TARGET_DATA, icc.data(),
                                          icc.size());
  };
#else
  const JxlPixelFormat format = pixel_format();
  const auto size_of = [&](std::size_t* size) {
    return JxlDecoderGetICCProfileSize(decoder, &format, JXL_COLOR_PROFILE_TARGET_DATA, size);
  };
  const auto read = [&](std::vector<std::uint8_t>& icc) {
    return JxlDecoderGetColorAsICCProfile(decoder, &format, JXL_COLOR_PROFILE_TARGET_DATA,
                                          icc.data(), icc.size());
  };
#endif
  std::size_t size = 0;
  if (size_of(&size) != JXL_DEC_SUCCESS) return;
  if (size > most_metadata_) return note_too_large(info_, "colour profile", most_metadata_);
  std::vector<std::uint8_t> icc(size);
  if (read(icc) == JXL_DEC_SUCCESS)
    take_profile(info_, std::as_bytes(std::span(icc)), most_metadata_);
}

void JxlReader::take_boxes() {
  if (!holds(source_.peek(jxl_container.size()), jxl_container)) return;
  for (const IsoBox& box : iso_boxes(source_, jxl_title)) {
    if (box.is("brob")) add_note(info_.notes, "its compressed metadata is not kept");
    if (box.is("Exif") || box.is("xml ")) take_box(box);
  }
}

void JxlReader::take_box(const IsoBox& box) {
  constexpr std::size_t offset_bytes = 4;  // of the place of the TIFF header behind it
  const bool exif = box.is("Exif");
  if (box.size > most_metadata_)
    return note_too_large(info_, exif ? "EXIF" : "XMP", most_metadata_);
  std::vector<std::byte> data(static_cast<std::size_t>(box.size));
  if (source_.read_at(box.place, data) < data.size()) throw_cut_short(source_.name());
  if (!exif) return take_xmp(info_, data, most_metadata_);
  if (data.size() <= offset_bytes) return;
  take_exif(info_, std::span(data).subspan(offset_bytes), most_metadata_);
  info_.metadata.exif = upright_exif(info_.metadata.exif);
}

JxlPixelFormat JxlReader::pixel_format() const {
  const auto type = [&] {
    switch (info_.type) {
      case PixelType::u8: return JXL_TYPE_UINT8;
      case PixelType::u16: return JXL_TYPE_UINT16;
      case PixelType::f16: return JXL_TYPE_FLOAT16;
      default: return JXL_TYPE_FLOAT;
    }
  }();
  return {.num_channels = static_cast<std::uint32_t>(info_.channels),
          .data_type = type,
          .endianness = JXL_NATIVE_ENDIAN,
          .align = 0};
}

void JxlReader::start() {
  std::vector<std::byte> file(static_cast<std::size_t>(source_.size()));
  if (source_.read_at(0, file) < file.size()) throw_cut_short(source_.name());
  row_bytes_ = checked_mul(info_.width, info_.channels, sample_bytes(info_.type));
  pixels_.resize(checked_mul(row_bytes_, info_.height));
  const JxlOwnedDecoder reading = decoder(JXL_DEC_FULL_IMAGE);
  if (is_integer(info_.type)) JxlDecoderSetUnpremultiplyAlpha(reading.get(), JXL_TRUE);
  // Without JxlDecoderCloseInput, a file that is cut short is told from one that is corrupt.
  JxlDecoderSetInput(reading.get(), reinterpret_cast<const std::uint8_t*>(file.data()),
                     file.size());
  for (;;) {
    const JxlDecoderStatus status = next(reading.get());
    if (status == JXL_DEC_NEED_MORE_INPUT) throw_cut_short(source_.name());
    if (status == JXL_DEC_FULL_IMAGE) return;
    const JxlPixelFormat format = pixel_format();
    if (status != JXL_DEC_NEED_IMAGE_OUT_BUFFER ||
        JxlDecoderSetImageOutBuffer(reading.get(), &format, pixels_.data(), pixels_.size()) !=
            JXL_DEC_SUCCESS)
      throw_corrupt(source_.name(), jxl_title, "it has no image of the size that its header says");
  }
}

constexpr PixelType jxl_types[] = {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32};
constexpr Layout jxl_layouts[] = {{1, false}, {2, true}, {3, false}, {4, true}};

}  // namespace

const Codec jxl_codec{
    .format = "jxl",
    .title = jxl_title,
    .extensions = jxl_extensions,
    .types = jxl_types,
    .layouts = jxl_layouts,
    .recognises = recognises_jxl,
    .open = [](ByteSource& source, const Limits& limits) -> std::unique_ptr<RowReader> {
      return std::make_unique<JxlReader>(source, limits);
    }};

}  // namespace selvage
