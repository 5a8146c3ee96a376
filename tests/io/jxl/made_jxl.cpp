// SPDX-License-Identifier: Apache-2.0
#include "io/jxl/made_jxl.hpp"

#include <jxl/encode.h>

namespace selvage::testing {
namespace {

void check(JxlEncoderStatus status) {
  if (status != JXL_ENC_SUCCESS) throw std::runtime_error("libjxl does not encode");
}

JxlDataType data_type(PixelType type) {
  switch (type) {
    case PixelType::u8: return JXL_TYPE_UINT8;
    case PixelType::u16: return JXL_TYPE_UINT16;
    case PixelType::f16: return JXL_TYPE_FLOAT16;
    default: return JXL_TYPE_FLOAT;
  }
}

void add_box(JxlEncoder* encoder, const char* name, Bytes data) {
  if (data.empty()) return;
  if (std::string_view(name) == "Exif") data.insert(data.begin(), 4, std::byte{0});
  check(JxlEncoderAddBox(encoder, name, reinterpret_cast<const std::uint8_t*>(data.data()),
                         data.size(), JXL_FALSE));
}

}  // namespace

Bytes make_jxl(const ConstImageView& image, const JxlKind& kind) {
  JxlEncoder* const encoder = JxlEncoderCreate(nullptr);
  const bool floats = !is_integer(image.type);
  const auto bits =
      static_cast<std::uint32_t>(kind.bits > 0 ? kind.bits : 8 * sample_bytes(image.type));
  JxlBasicInfo info;
  JxlEncoderInitBasicInfo(&info);
  info.xsize = static_cast<std::uint32_t>(image.width);
  info.ysize = static_cast<std::uint32_t>(image.height);
  info.bits_per_sample = bits;
  info.exponent_bits_per_sample = !floats ? 0 : image.type == PixelType::f16 ? 5 : 8;
  info.num_color_channels = static_cast<std::uint32_t>(image.colour_channels());
  info.num_extra_channels = info.alpha_bits = 0;
  if (image.alpha) {
    info.num_extra_channels = 1;
    info.alpha_bits = bits;
    info.alpha_exponent_bits = info.exponent_bits_per_sample;
  }
  info.uses_original_profile = kind.lossless ? JXL_TRUE : JXL_FALSE;
  info.orientation = static_cast<JxlOrientation>(kind.orientation);
  if (kind.container) check(JxlEncoderUseContainer(encoder, JXL_TRUE));
  if (!kind.exif.empty() || !kind.xmp.empty()) check(JxlEncoderUseBoxes(encoder));
  if (image.type != PixelType::u8) check(JxlEncoderSetCodestreamLevel(encoder, 10));
  check(JxlEncoderSetBasicInfo(encoder, &info));
  JxlColorEncoding colours;
  JxlColorEncodingSetToSRGB(&colours, image.colour_channels() == 1 ? JXL_TRUE : JXL_FALSE);
  check(JxlEncoderSetColorEncoding(encoder, &colours));
  add_box(encoder, "Exif", kind.exif);
  add_box(encoder, "xml ", kind.xmp);
  JxlEncoderFrameSettings* const settings = JxlEncoderFrameSettingsCreate(encoder, nullptr);
  check(JxlEncoderSetFrameLossless(settings, kind.lossless ? JXL_TRUE : JXL_FALSE));
  check(JxlEncoderFrameSettingsSetOption(settings, JXL_ENC_FRAME_SETTING_EFFORT, 3));
  const JxlPixelFormat format{static_cast<std::uint32_t>(image.channels), data_type(image.type),
                              JXL_NATIVE_ENDIAN, 0};
  const std::size_t size =
      static_cast<std::size_t>(image.stride.row) * static_cast<std::size_t>(image.height);
  check(JxlEncoderAddImageFrame(settings, &format, image.data, size));
  JxlEncoderCloseInput(encoder);
  Bytes file(std::size_t{1} << 20);
  auto* next = reinterpret_cast<std::uint8_t*>(file.data());
  std::size_t left = file.size();
  check(JxlEncoderProcessOutput(encoder, &next, &left));
  file.resize(file.size() - left);
  JxlEncoderDestroy(encoder);
  return seed(file);
}

}  // namespace selvage::testing
