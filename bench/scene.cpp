// SPDX-License-Identifier: Apache-2.0
#include "scene.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "selvage/io.hpp"

namespace selvage::bench {
namespace {

std::vector<Image> load_photos(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  std::error_code missing;
  for (const auto& entry : std::filesystem::directory_iterator(folder, missing))
    if (entry.path().extension() == ".png") paths.push_back(entry.path());
  std::ranges::sort(paths);
  std::vector<Image> photos;
  for (const auto& path : paths)
    if (Image photo = load(path); photo.type() == PixelType::u8) photos.push_back(std::move(photo));
  return photos;
}

// Returns 0..255 at (x, y) of channel c.
double drawn(int x, int y, int c) {
  const double wave = 60.0 * std::sin(0.021 * x + c) * std::cos(0.017 * y);
  return 128.0 + wave + ((x / 48 + y / 48) % 2 == 0 ? 35.0 : -35.0);
}

double sample(const std::vector<Image>& photos, int x, int y, int c) {
  constexpr int cell = 300;  // pixels: the smallest photo's height
  if (photos.empty()) return drawn(x, y, c);
  const auto index = static_cast<std::size_t>(x / cell + y / cell);
  const ConstImageView photo = photos[index % photos.size()];
  int px = x % cell, py = y % cell;
  if ((x / cell) % 2 == 1) px = cell - 1 - px;
  if ((y / cell) % 2 == 1) py = cell - 1 - py;
  px += std::max(0, photo.width - cell) / 2;
  py += std::max(0, photo.height - cell) / 2;
  const int channel = std::min(c, photo.colour_channels() - 1);
  return std::to_integer<int>(
      *photo.at(std::min(px, photo.width - 1), std::min(py, photo.height - 1), channel));
}

// Calls byte(x, y) for every sample, channels innermost.
template <class F>
Image made_of(PixelType type, int width, int height, int channels, F byte) {
  Image image(PixelType::u8, width, height, channels);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < channels; ++c)
        *image.view().at(x, y, c) = std::byte(static_cast<std::uint8_t>(byte(x, y)));
  return type == PixelType::u8 ? std::move(image) : convert(image, type);
}

}  // namespace

bool has_photos(const std::filesystem::path& photos) {
  return !load_photos(photos).empty();
}

Image scene(const std::filesystem::path& photos, PixelType type, int width, int height,
            int channels) {
  const std::vector<Image> loaded = load_photos(photos);
  Image image(PixelType::u8, width, height, channels);
  std::mt19937 random(1);
  std::normal_distribution<double> noise(0.0, 3.0);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < channels; ++c) {
        const double value = std::clamp(sample(loaded, x, y, c) + noise(random), 0.0, 255.0);
        *image.view().at(x, y, c) = std::byte(static_cast<std::uint8_t>(std::lround(value)));
      }
  return type == PixelType::u8 ? std::move(image) : convert(image, type);
}

Image noise(PixelType type, int width, int height, int channels) {
  std::mt19937 random(1);
  return made_of(type, width, height, channels, [&](int, int) { return random() & 255; });
}

Image checkerboard(PixelType type, int width, int height, int channels) {
  return made_of(type, width, height, channels, [](int x, int y) { return (x + y) % 2 * 255; });
}

}  // namespace selvage::bench
