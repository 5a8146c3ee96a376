// SPDX-License-Identifier: Apache-2.0
#pragma once
// The launches of a kernel of gradients.

#include <algorithm>
#include <cstddef>
#include <span>

#include "backends/gpu/launches.hpp"
#include "backends/gpu/parts.hpp"
#include "methods/direct_gradient/gpu/gradient_code.hpp"

namespace selvage::gpu {

// Launches for some images at a time, each of at most `height` rows. The stream and the controls
// must outlive them.
class GradientLaunches {
 public:
  GradientLaunches(Stream& stream, const Controls& controls, int images, int height)
      : stream_(stream), controls_(controls), images_(images), height_(height) {}

  // `rows`: of a group. `local`: bytes of its local memory.
  void run(Function& function, std::span<const Buffer* const> buffers, SelvageGradient a,
           const Rect& rect, int rows, std::size_t local = 0) const {
    const int height = std::clamp(height_ / rows, 1, 65535) * rows;
    a.x0 = rect.x;
    a.x1 = rect.x + rect.width;
    const int end = rect.y + rect.height;
    for (int y = rect.y; y < end; y = a.y1) {
      throw_if_cancelled(controls_);
      a.y0 = y;
      a.y1 = std::min(y + height, end);
      stream_.launch(function, {.groups_x = groups(rect.width, gradient_group_width),
                                .groups_y = groups(a.y1 - a.y0, rows),
                                .groups_z = images_,
                                .group_width = gradient_group_width,
                                .group_height = gradient_group_height,
                                .local_bytes = local,
                                .buffers = buffers,
                                .arguments = std::as_bytes(std::span(&a, 1))});
      if (controls_.cancel.stop_possible()) stream_.wait();
    }
  }

 private:
  Stream& stream_;
  const Controls& controls_;
  int images_, height_;
};

}  // namespace selvage::gpu
