// SPDX-License-Identifier: Apache-2.0
#include "io/heif/made_heif.hpp"

#include <libheif/heif.h>

#include <cstring>

namespace selvage::testing {
namespace {

void check(const heif_error& error) {
  if (error.code != heif_error_Ok) throw std::runtime_error(error.message);
}

heif_image* filled(const ConstImageView& image, const HeifKind& kind) {
  const bool wide = kind.bits > 8;
  heif_image* made = nullptr;
  check(heif_image_create(
      image.width, image.height, heif_colorspace_RGB,
      wide ? (kind.alpha ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RRGGBB_LE)
           : (kind.alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB),
      &made));
  check(heif_image_add_plane(made, heif_channel_interleaved, image.width, image.height, kind.bits));
  int stride = 0;
  std::uint8_t* plane = heif_image_get_plane(made, heif_channel_interleaved, &stride);
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x)
      for (int c = 0; c < image.channels; ++c) {
        std::uint8_t* to = plane + y * stride + (x * image.channels + c) * (wide ? 2 : 1);
        if (wide) {
          std::uint16_t value = 0;
          std::memcpy(&value, image.at(x, y, c), 2);
          value = static_cast<std::uint16_t>(value >> (16 - kind.bits));
          std::memcpy(to, &value, 2);
        } else {
          *to = std::to_integer<std::uint8_t>(*image.at(x, y, c));
        }
      }
  return made;
}

}  // namespace

Bytes make_heif(const ConstImageView& image, const HeifKind& kind) {
  heif_context* const context = heif_context_alloc();
  heif_image* const made = filled(image, kind);
  const Metadata& m = kind.metadata;
  if (!m.icc.empty())
    check(heif_image_set_raw_color_profile(made, "prof", m.icc.data(), m.icc.size()));
  heif_encoder* encoder = nullptr;
  check(heif_context_get_encoder_for_format(
      context, kind.avif ? heif_compression_AV1 : heif_compression_HEVC, &encoder));
  check(heif_encoder_set_lossless(encoder, kind.lossless ? 1 : 0));
  if (!kind.lossless) check(heif_encoder_set_lossy_quality(encoder, 98));
  check(heif_encoder_set_parameter_string(encoder, "chroma", "444"));
  if (kind.avif) check(heif_encoder_set_parameter_integer(encoder, "speed", 9));
  heif_encoding_options* const options = heif_encoding_options_alloc();
  options->image_orientation = static_cast<heif_orientation>(kind.orientation);
  heif_image_handle* handle = nullptr;
  check(heif_context_encode_image(context, made, encoder, options, &handle));
  if (!m.exif.empty())
    check(heif_context_add_exif_metadata(context, handle, m.exif.data(),
                                         static_cast<int>(m.exif.size())));
  if (!m.xmp.empty())
    check(heif_context_add_XMP_metadata(context, handle, m.xmp.data(),
                                        static_cast<int>(m.xmp.size())));
  Bytes file;
  heif_writer writer{.writer_api_version = 1,
                     .write = [](heif_context*, const void* data, std::size_t size, void* user) {
                       const auto* first = static_cast<const std::byte*>(data);
                       static_cast<Bytes*>(user)->assign(first, first + size);
                       return heif_error{heif_error_Ok, heif_suberror_Unspecified, ""};
                     }};
  check(heif_context_write(context, &writer, &file));
  heif_encoding_options_free(options);
  heif_image_handle_release(handle);
  heif_encoder_release(encoder);
  heif_image_release(made);
  heif_context_free(context);
  return seed(file);
}

}  // namespace selvage::testing
