// SPDX-License-Identifier: Apache-2.0
#include "d3d11_compute_chapter/images.hpp"

#include <cmath>
#include <cstdint>
#include <numbers>

#include "runner/pictures.hpp"

namespace selvage::studies::d3d11 {
namespace {

template <class View>
auto* sample(const View& view, int x, int y, int c) {
  if constexpr (std::is_same_v<View, ImageView>)
    return reinterpret_cast<float*>(view.at(x, y, c));
  else
    return reinterpret_cast<const float*>(view.at(x, y, c));
}

template <class F>
void for_pixels(const ConstImageView& view, F f) {
  for (int y = 0; y < view.height; ++y)
    for (int x = 0; x < view.width; ++x) f(x, y);
}

// Uniform in 0..1, neither end included: splitmix64, whose numbers are the same everywhere.
class Uniform {
 public:
  double next() {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return (static_cast<double>(z >> 11) + 0.5) * 0x1p-53;
  }

 private:
  std::uint64_t state_ = 1;
};

}  // namespace

Image chapter_scene(Session& session, int width, int height) {
  Image image = scene(session, PixelType::f32, width, height, 4);
  const ImageView view = image.view();
  for_pixels(view, [&](int x, int y) { *sample(view, x, y, 3) = 1.0f - *sample(view, x, y, 0); });
  return image;
}

Image with_noise(const ConstImageView& image, float sigma) {
  Image noisy(PixelType::f32, image.width, image.height, image.channels);
  Uniform uniform;
  for_pixels(image, [&](int x, int y) {
    for (int c = 0; c < image.channels; ++c) {
      const double length = std::sqrt(-2.0 * std::log(uniform.next()));
      const double angle = 2.0 * std::numbers::pi * uniform.next();
      *sample(noisy.view(), x, y, c) =
          *sample(image, x, y, c) + sigma * static_cast<float>(length * std::cos(angle));
    }
  });
  return noisy;
}

Image colours(const ConstImageView& image) {
  Image result(PixelType::f32, image.width, image.height, 3);
  for_pixels(image, [&](int x, int y) {
    for (int c = 0; c < 3; ++c) *sample(result.view(), x, y, c) = *sample(image, x, y, c);
  });
  return result;
}

Image transposed(const ConstImageView& image) {
  Image result(PixelType::f32, image.height, image.width, image.channels);
  for_pixels(image, [&](int x, int y) {
    for (int c = 0; c < image.channels; ++c)
      *sample(result.view(), y, x, c) = *sample(image, x, y, c);
  });
  return result;
}

}  // namespace selvage::studies::d3d11
