// SPDX-License-Identifier: Apache-2.0
#include "images/input_images.hpp"

#include <algorithm>
#include <cstring>
#include <random>

#include "images/scene.hpp"

namespace selvage::bench {
namespace {

// Draws value(x, y, c) plus noise between 0 and `noise`.
template <class Value>
Image drawn(const Size& size, int channels, float noise, Value value) {
  Image image(PixelType::f32, size.width, size.height, channels);
  std::mt19937 random(1);
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x)
      for (int c = 0; c < channels; ++c) {
        const float v = value(x, y, c) + noise * static_cast<float>(random() >> 8) * 0x1p-24f;
        std::memcpy(image.view().at(x, y, c), &v, sizeof v);
      }
  return image;
}

Image normals(const Size& size) {
  return drawn(size, 3, 0.01f, [](int x, int y, int c) {
    return static_cast<float>((x / 64 + y / 64 + c) % 3) - 0.9f;
  });
}

Image depth(const Size& size) {
  return drawn(size, 1, 0.001f,
               [](int x, int y, int) { return 1.0f + static_cast<float>((x / 64 + y / 64) % 2); });
}

}  // namespace

InputImages make_inputs(const Case& c, const std::filesystem::path& photos) {
  InputImages made{.image = make_scene(c.scene, photos, c.image, image_size(c))};
  if (std::ranges::any_of(ports(c.filter), [](const Port& p) { return p.name == "guide"; }))
    made.guide = make_scene(c.scene, photos, c.guide, c.size, 2);
  if (const auto* geometry = std::get_if<GeometryGuided>(&c.filter);
      geometry && !geometry->edge_threshold) {
    made.normals = normals(c.size);
    made.depth = depth(c.size);
  }
  return made;
}

}  // namespace selvage::bench
