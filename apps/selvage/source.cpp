// SPDX-License-Identifier: Apache-2.0
#include "source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "selvage/error.hpp"
#include "selvage/io.hpp"

namespace selvage::cli {
namespace {

void load_pixels(Source& source, const Limits& limits) {
  const Stopwatch decoding;
  source.image = load(source.name, limits);
  source.decode_s += decoding.seconds();
  source.notes = source.image.file.notes;
  source.traits = source.image.file;
}

bool is_zero(const std::byte* sample, PixelType type) {
  if (type == PixelType::f32) {
    float value = 0.0f;
    std::memcpy(&value, sample, sizeof value);
    return value == 0.0f;
  }
  return std::all_of(sample, sample + sample_bytes(type),
                     [](std::byte b) { return b == std::byte{}; });
}

}  // namespace

Source open_source(const std::string& name, const Limits& limits) {
  Source source;
  source.name = name;
  if (name == "-") {
    load_pixels(source, limits);
    source.shape = source.image.view();
    source.shape.data = nullptr;
    source.format = source.traits.format;
    return source;
  }
  const FileInfo header = info(name, limits);
  source.shape = shape_of(header.type, header.width, header.height, header.channels, header.alpha);
  source.format = header.format;
  source.notes = header.notes;
  return source;
}

void decode(Source& source, PixelType type, const Limits& limits) {
  if (!source.image) load_pixels(source, limits);
  const Stopwatch converting;
  if (source.image.type() != type) source.image = convert(source.image, type);
  source.decode_s += converting.seconds();
}

Image load_mask(const std::string& name, const Limits& limits) {
  const Image image = load(name, limits);
  const ConstImageView gray = image.view();
  if (gray.colour_channels() != 1)
    throw Error(Errc::invalid_argument,
                fmt::format("--mask {}: has {} channels", name, gray.colour_channels()),
                "a mask is a gray image");
  Image mask(PixelType::u8, gray.width, gray.height, 1, false, 1, limits);
  const ImageView out = mask.view();
  for (int y = 0; y < gray.height; ++y)
    for (int x = 0; x < gray.width; ++x)
      *out.at(x, y) = is_zero(gray.at(x, y), gray.type) ? std::byte{0} : std::byte{255};
  return mask;
}

ConstImageView shape_of(PixelType type, int width, int height, int channels, bool alpha) {
  ConstImageView shape =
      interleaved(static_cast<const void*>(nullptr), type, width, height, channels);
  shape.alpha = alpha;
  return shape;
}

std::size_t bytes_of(const ConstImageView& shape) {
  return sample_bytes(shape.type) * static_cast<std::size_t>(shape.channels) *
         static_cast<std::size_t>(shape.width) * static_cast<std::size_t>(shape.height);
}

}  // namespace selvage::cli
