// SPDX-License-Identifier: Apache-2.0
#include "frame.hpp"

#include <atomic>
#include <cstring>
#include <thread>
#include <vector>

#include "path.hpp"
#include "random.hpp"

namespace render {
namespace {

using selvage::Image;
using selvage::PixelType;

// Pixels are square; the middle of the picture lies on the camera's axis.
Ray centre_ray(const Camera& camera, Size size, int x, int y) {
  const double pixel = 2 * camera.half_height / size.height;
  const Vec3 way{(x + 0.5 - size.width / 2.0) * pixel, (size.height / 2.0 - y - 0.5) * pixel, -1};
  return {camera.place, normalized(way)};
}

void put(Image& image, int x, int y, const Vec3& value) {
  const float samples[] = {static_cast<float>(value.x), static_cast<float>(value.y),
                           static_cast<float>(value.z)};
  std::memcpy(image.view().at(x, y), samples,
              sizeof(float) * static_cast<std::size_t>(image.channels()));
}

Vec3 mean_radiance(const Scene& scene, Size size, const Sampling& sampling, int x, int y) {
  const Hit hit = first_hit(scene, centre_ray(scene.camera, size, x, y));
  Vec3 sum;
  for (int i = 0; i < sampling.samples; ++i) {
    Random random{sampling.seed, static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y),
                  static_cast<std::uint64_t>(i)};
    sum = sum + sample_radiance(scene, hit, random);
  }
  return sum * (1.0 / sampling.samples);
}

}  // namespace

Buffers render_buffers(const Scene& scene, Size size) {
  Buffers buffers{.normals = Image(PixelType::f32, size.width, size.height, 3),
                  .depth = Image(PixelType::f32, size.width, size.height, 1),
                  .albedo = Image(PixelType::f32, size.width, size.height, 3)};
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      const Hit hit = first_hit(scene, centre_ray(scene.camera, size, x, y));
      put(buffers.normals, x, y, hit.normal);
      put(buffers.depth, x, y, {scene.camera.place.z - hit.position.z, 0, 0});
      put(buffers.albedo, x, y, hit.albedo);
    }
  return buffers;
}

Image render_radiance(const Scene& scene, Size size, const Sampling& sampling) {
  Image image(PixelType::f32, size.width, size.height, 3);
  std::atomic<int> next_row = 0;
  const auto render_rows = [&] {
    for (int y = next_row++; y < size.height; y = next_row++)
      for (int x = 0; x < size.width; ++x)
        put(image, x, y, mean_radiance(scene, size, sampling, x, y));
  };
  std::vector<std::jthread> others;
  for (int i = 1; i < sampling.threads; ++i) others.emplace_back(render_rows);
  render_rows();
  others.clear();  // waits for them
  return image;
}

}  // namespace render
