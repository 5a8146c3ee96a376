// SPDX-License-Identifier: Apache-2.0
// The compute shaders of a build that found no Vulkan headers or no glslang.

#include "d3d11_compute_chapter/experiments.hpp"

namespace selvage::studies::d3d11 {

void run_shaders(Run& run) {
  run.session.print(
      "the compute shaders are left out: this build found no Vulkan headers or no "
      "glslangValidator");
}

}  // namespace selvage::studies::d3d11
