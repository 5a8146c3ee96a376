// SPDX-License-Identifier: Apache-2.0
// The images that studies filter.

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <system_error>

#include "core/dispatch.hpp"
#include "core/sample.hpp"
#include "runner/pictures.hpp"
#include "selvage/io.hpp"

namespace selvage::studies {
namespace {

namespace fs = std::filesystem;

constexpr const char* photo_name = "astronaut.png";  // 512x512, RGB
constexpr int made_side = 512;                       // pixels, of a made scene

// Of the repository where that is the working folder, or of a bundle beside the program.
fs::path find_photo() {
  std::error_code ignored;
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
  for (const fs::path& folder :
       {fs::path("photos"), program.parent_path() / "../share/golden/photos"})
    if (fs::exists(folder / photo_name, ignored)) return folder / photo_name;
  return {};
}

// Waves, squares and noise: flat, smooth and sharp parts.
double made(int x, int y, int c) {
  const auto word = static_cast<std::uint32_t>((y * made_side + x) * 4 + c);
  const std::uint32_t noise = (word * 1664525u + 1013904223u) * 22695477u;
  const double wave = 0.2 * std::sin(0.021 * x + c) * std::cos(0.017 * y);
  const double square = (x / 48 + y / 48) % 2 == 0 ? 0.14 : -0.14;
  return 0.5 + wave + square + 0.03 * ((noise >> 8) * 0x1p-24 - 0.5);
}

Image made_scene() {
  Image image(PixelType::u8, made_side, made_side, 3);
  for (int y = 0; y < made_side; ++y)
    for (int x = 0; x < made_side; ++x)
      for (int c = 0; c < 3; ++c)
        write_sample(image.view().at(x, y, c), round_sample<std::uint8_t>(255.0 * made(x, y, c)));
  return image;
}

// 0..1 at a pixel: gray of colours where one channel is wanted; the fourth is 1.
double value_at(const ConstImageView& image, int x, int y, int c, int channels) {
  if (c == 3) return 1.0;
  return with_pixel_type(image.type, [&]<class T>() {
    const auto sample = [&](int channel) {
      return double{read_sample<T>(image.at(x, y, channel))} / full_scale(image.type);
    };
    if (image.colour_channels() < 3) return sample(0);
    if (channels >= 3) return sample(c);
    return 0.299 * sample(0) + 0.587 * sample(1) + 0.114 * sample(2);
  });
}

// How far a place lies in a row of pictures that are mirrored in turn.
int mirrored(int at, int size) {
  const int place = at % (2 * size);
  return place < size ? place : 2 * size - 1 - place;
}

// Which part of the source a sample shows: its area where the scene is smaller, else one pixel.
class Scaled {
 public:
  Scaled(const ConstImageView& source, int width, int height, int channels)
      : source_(source),
        scale_(std::max({double(width) / source.width, double(height) / source.height})),
        left_((source.width - width / scale_) / 2),
        top_((source.height - height / scale_) / 2),
        channels_(channels) {}

  double at(int x, int y, int c) const {
    if (scale_ >= 1.0)
      return value_at(source_, mirrored(x, source_.width), mirrored(y, source_.height), c,
                      channels_);
    const double step = 1.0 / scale_;
    double sum = 0.0, weight = 0.0;
    const double x0 = left_ + x * step, y0 = top_ + y * step;
    for (int v = static_cast<int>(y0); v < std::min<double>(y0 + step, source_.height); ++v)
      for (int u = static_cast<int>(x0); u < std::min<double>(x0 + step, source_.width); ++u) {
        const double share = (std::min(u + 1.0, x0 + step) - std::max<double>(u, x0)) *
                             (std::min(v + 1.0, y0 + step) - std::max<double>(v, y0));
        sum += share * value_at(source_, u, v, c, channels_);
        weight += share;
      }
    return sum / weight;
  }

 private:
  ConstImageView source_;
  double scale_, left_, top_;
  int channels_;
};

}  // namespace

Image scene(Session& session, PixelType type, int width, int height, int channels) {
  const std::string& wanted = session.options().image;
  const fs::path file = wanted.empty() ? find_photo() : fs::path(wanted);
  const Image source = file.empty() ? made_scene() : load(file);
  const Scaled scaled(source, width, height, channels);
  // Bytes first, so that the scene of every type shows the same.
  Image image(PixelType::u8, width, height, channels);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < channels; ++c)
        write_sample(image.view().at(x, y, c),
                     round_sample<std::uint8_t>(255.0 * scaled.at(x, y, c)));
  return type == PixelType::u8 ? std::move(image) : convert(image, type);
}

}  // namespace selvage::studies
