// SPDX-License-Identifier: Apache-2.0
#include "opencl_course/rendering.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include "frame.hpp"
#include "room.hpp"

namespace selvage::studies::course {

RenderedFrame render_frame(int width, int height, int paths) {
  const render::Scene room = render::make_room();
  const render::Size size{.width = width, .height = height};
  render::Buffers buffers = render::render_buffers(room, size);
  const auto threads = static_cast<int>(std::thread::hardware_concurrency());
  return {.noisy = paths > 0 ? render::render_radiance(
                                   room, size,
                                   {.samples = paths, .seed = 1, .threads = std::max(1, threads)})
                             : Image(),
          .normals = std::move(buffers.normals),
          .depth = std::move(buffers.depth)};
}

}  // namespace selvage::studies::course
