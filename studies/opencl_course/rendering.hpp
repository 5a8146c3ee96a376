// SPDX-License-Identifier: Apache-2.0
#pragma once
// The frame that task 3 filters: a path tracer's, with its normals and depth.

#include "selvage/image.hpp"

namespace selvage::studies::course {

struct RenderedFrame {
  Image noisy;           // linear radiance; none where no paths were asked for
  Image normals, depth;  // unit vectors; metres
};
// The same for any number of threads.
RenderedFrame render_frame(int width, int height, int paths);

}  // namespace selvage::studies::course
