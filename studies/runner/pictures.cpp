// SPDX-License-Identifier: Apache-2.0
#include "runner/pictures.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "core/dispatch.hpp"
#include "core/sample.hpp"

namespace selvage::studies {
namespace {

constexpr int gap = 4;  // pixels between images

void check_alike(const ConstImageView& a, const ConstImageView& b) {
  if (a.type != b.type || a.width != b.width || a.height != b.height || a.channels != b.channels)
    throw std::logic_error("images of different shapes are compared");
}

// Calls use(x, y, c, a, b) for each sample.
template <class Use>
void for_samples(const ConstImageView& a, const ConstImageView& b, Use use) {
  with_pixel_type(a.type, [&]<class T>() {
    for (int y = 0; y < a.height; ++y)
      for (int x = 0; x < a.width; ++x)
        for (int c = 0; c < a.channels; ++c)
          use(x, y, c, double{read_sample<T>(a.at(x, y, c))},
              double{read_sample<T>(b.at(x, y, c))});
  });
}

void write_byte(const ImageView& image, int x, int y, int c, double value) {
  write_sample(image.at(x, y, c), round_sample<std::uint8_t>(value));
}

// Channels that a picture shows: gray or colours.
int shown_channels(const ConstImageView& image) {
  return image.channels < 3 ? 1 : 3;
}

}  // namespace

Difference difference(const ConstImageView& a, const ConstImageView& b) {
  check_alike(a, b);
  Difference found;
  double sum = 0.0, squares = 0.0;
  std::size_t samples = 0;
  for_samples(a, b, [&](int, int, int, double va, double vb) {
    ++samples;
    if (std::isnan(va) || std::isnan(vb)) {
      ++found.nans;
      ++found.count;
      return;
    }
    const double d = va == vb ? 0.0 : std::fabs(va - vb);  // equal infinities do not differ
    if (d > 0.0) ++found.count;
    found.max = std::max(found.max, d);
    sum += d;
    squares += d * d;
  });
  const double counted = static_cast<double>(std::max<std::size_t>(samples - found.nans, 1));
  found.mean = sum / counted;
  found.psnr = squares > 0.0
                   ? 20.0 * std::log10(full_scale(a.type)) - 10.0 * std::log10(squares / counted)
                   : std::numeric_limits<double>::infinity();
  return found;
}

Image difference_picture(const ConstImageView& a, const ConstImageView& b, double scale) {
  check_alike(a, b);
  Image picture(PixelType::u8, a.width, a.height, shown_channels(a));
  const double to_byte = scale * 255.0 / full_scale(a.type);
  for_samples(a, b, [&](int x, int y, int c, double va, double vb) {
    if (c < picture.channels()) write_byte(picture, x, y, c, to_byte * std::fabs(va - vb));
  });
  return picture;
}

Image to_bytes(const ConstImageView& image) {
  Image picture(PixelType::u8, image.width, image.height, shown_channels(image));
  const double to_byte = 255.0 / full_scale(image.type);
  for_samples(image, image, [&](int x, int y, int c, double value, double) {
    if (c < picture.channels()) write_byte(picture, x, y, c, to_byte * value);
  });
  return picture;
}

Image side_by_side(const std::vector<Image>& images) {
  if (images.empty()) throw std::logic_error("no images to show");
  int channels = 1, width = -gap, height = 0;
  for (const Image& image : images) {
    if (image.type() != PixelType::u8) throw std::logic_error("pictures are of bytes");
    channels = std::max(channels, shown_channels(image));
    width += image.width() + gap;
    height = std::max(height, image.height());
  }
  Image all(PixelType::u8, width, height, channels);
  std::memset(all.view().data, 255, all.bytes());
  int left = 0;
  for (const Image& image : images) {
    const ConstImageView from = image;
    for (int y = 0; y < from.height; ++y)
      for (int x = 0; x < from.width; ++x)
        for (int c = 0; c < channels; ++c)
          *all.view().at(left + x, y, c) = *from.at(x, y, from.channels < 3 ? 0 : c);
    left += from.width + gap;
  }
  return all;
}

}  // namespace selvage::studies
