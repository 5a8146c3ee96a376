// SPDX-License-Identifier: Apache-2.0
#pragma once
// From the scene to images, which are f32.

#include <cstdint>
#include <selvage/image.hpp>

#include "scene.hpp"

namespace render {

struct Size {
  int width = 0, height = 0;  // pixels
};

// What the ray through each pixel's centre meets first.
struct Buffers {
  selvage::Image normals;  // unit vectors in the scene's axes, -1..1
  selvage::Image depth;    // metres along the camera's axis, > 0
  selvage::Image albedo;   // 0..1
};
Buffers render_buffers(const Scene& scene, Size size);

struct Sampling {
  int samples = 1;         // for each pixel
  std::uint64_t seed = 0;  // images of different seeds have independent noise
  int threads = 1;
};
// Linear radiance. All samples of a pixel go through its centre, so that the image's edges lie
// exactly where the buffers' are. Every bit is the same for any number of threads.
selvage::Image render_radiance(const Scene& scene, Size size, const Sampling& sampling);

}  // namespace render
