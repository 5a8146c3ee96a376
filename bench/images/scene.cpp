// SPDX-License-Identifier: Apache-2.0
#include "images/scene.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <stdexcept>
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

// Calls byte(x, y, c) for every sample, channels innermost.
template <class F>
Image made_of(const Form& form, const Size& size, F byte) {
  Image image(PixelType::u8, size.width, size.height, form.channels);
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x)
      for (int c = 0; c < form.channels; ++c)
        *image.view().at(x, y, c) = std::byte(static_cast<std::uint8_t>(byte(x, y, c)));
  return form.type == PixelType::u8 ? std::move(image) : convert(image, form.type);
}

// Draws from a table: large images need many.
class Noise {
 public:
  explicit Noise(std::mt19937& random) : random_(random) {
    std::normal_distribution<double> normal(0.0, 3.0);
    for (double& value : values_) value = normal(random);
  }
  double operator()() { return values_[random_() % values_.size()]; }

 private:
  std::mt19937& random_;
  std::array<double, 4096> values_;
};

// Returns a function of (x, y, c).
auto mosaic(const std::filesystem::path& photos, std::mt19937& random) {
  return [loaded = load_photos(photos), noise = Noise(random)](int x, int y, int c) mutable {
    return std::lround(std::clamp(sample(loaded, x, y, c) + noise(), 0.0, 255.0));
  };
}

Image salted(const std::filesystem::path& photos, const Form& form, const Size& size,
             std::mt19937& random) {
  constexpr unsigned one_of = 100;
  bool white = false;
  return made_of(form, size, [&, photo = mosaic(photos, random)](int x, int y, int c) mutable {
    if (c == 0) white = random() % one_of == 0;
    const auto value = photo(x, y, c);
    return white ? 255 : value;
  });
}

}  // namespace

bool has_photos(const std::filesystem::path& photos) {
  return !load_photos(photos).empty();
}

Image make_scene(Scene scene, const std::filesystem::path& photos, const Form& form,
                 const Size& size, unsigned seed) {
  std::mt19937 random(seed);
  switch (scene) {
    case Scene::photos: return made_of(form, size, mosaic(photos, random));
    case Scene::salt: return salted(photos, form, size, random);
    case Scene::noise: return made_of(form, size, [&](int, int, int) { return random() & 255u; });
    case Scene::checkerboard:
      return made_of(form, size, [](int x, int y, int) { return (x + y) % 2 * 255; });
    case Scene::flat: return made_of(form, size, [](int, int, int) { return 100; });
  }
  throw std::logic_error("a scene without an image");
}

}  // namespace selvage::bench
