// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <limits>

#include "core/dispatch.hpp"
#include "core/sample.hpp"
#include "io/rows/row_copies.hpp"
#include "selvage/io.hpp"

namespace selvage {
namespace {

// Computes in double, so that the only visible rounding is the one to the new type.
template <class From, class To>
void convert_row(const ConstImageView& from, const ImageView& to, int y, int b) {
  constexpr double full_from = sample_scale<From>, full_to = sample_scale<To>;
  for (int x = 0; x < from.width; ++x)
    for (int c = 0; c < from.channels; ++c) {
      const double value = read_sample<From>(from.at(x, y, c, b));
      write_sample(to.at(x, y, c, b), round_sample<To>(value / full_from * full_to));
    }
}

}  // namespace

Image convert(const ConstImageView& image, PixelType type) {
  const Limits unlimited{.max_pixels = std::numeric_limits<std::int64_t>::max(),
                         .max_side = std::numeric_limits<std::int64_t>::max()};
  Image result(type, image.width, image.height, image.channels, image.alpha, image.batch,
               unlimited);
  with_pixel_type(image.type, [&]<class From>() {
    with_pixel_type(type, [&]<class To>() {
      for (int b = 0; b < image.batch; ++b)
        for (int y = 0; y < image.height; ++y) convert_row<From, To>(image, result.view(), y, b);
    });
  });
  return result;
}

void divide_by_alpha(const ImageView& image) {
  if (!image.alpha) return;
  const auto width = static_cast<std::size_t>(image.width);
  const auto channels = static_cast<std::size_t>(image.channels);
  RowPacker stored(image);
  RowUnpacker divided(image);
  for (int y = 0; y < image.height; ++y) {
    std::byte* row = divided.begin(y);
    const std::byte* from = stored.row(y);
    if (from != row) std::memcpy(row, from, width * channels * sample_bytes(image.type));
    divide_by_alpha(row, image.type, width, channels);
    divided.end(y);
  }
}

}  // namespace selvage
