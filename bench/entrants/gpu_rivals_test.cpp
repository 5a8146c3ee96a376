// SPDX-License-Identifier: Apache-2.0
#include "entrants/gpu_rivals.hpp"

#include <gtest/gtest.h>

#include "backends/cuda/nvrtc.hpp"

namespace selvage::bench {
namespace {

Case bilateral(PixelType type, int channels, Norm norm, Window window, Size size) {
  return {.image = {type, channels},
          .size = size,
          .filter = Bilateral{.radius = 4, .window = window, .norm = norm}};
}

TEST(Rival, DoesWhatOpencvDoes) {
  const GpuFacts gpu{.largest_group = 256};
  const auto serves = [&](PixelType type, int channels, Norm norm, Size size) {
    return has_opencv_structure(bilateral(type, channels, norm, Window::disc, size), gpu);
  };
  EXPECT_TRUE(serves(PixelType::u8, 3, Norm::l1, {5, 5}));
  EXPECT_FALSE(serves(PixelType::u8, 3, Norm::l1, {4, 5}));
  EXPECT_FALSE(serves(PixelType::u8, 3, Norm::l2, {50, 50}));
  EXPECT_TRUE(serves(PixelType::f32, 1, Norm::l2, {50, 50}));
  EXPECT_FALSE(serves(PixelType::u16, 1, Norm::l2, {50, 50}));
  EXPECT_FALSE(has_opencv_structure({.filter = Gaussian{}}, gpu));
}

// It runs in contest_test.cpp, on OpenCL.
TEST(Rival, CompilesForCuda) {
  const auto nvrtc = cuda::Nvrtc::open(13, 90);
  if (!nvrtc) GTEST_SKIP() << "this machine has no NVRTC";
  const DeviceFacts facts{.backend = "cuda"};
  for (const Case& c : {bilateral(PixelType::u8, 3, Norm::l1, Window::disc, {50, 50}),
                        bilateral(PixelType::f32, 1, Norm::l2, Window::square, {50, 50})}) {
    const gpu::Code code = opencv_structure_code(c, facts);
    EXPECT_FALSE(nvrtc->compile(code.source, code.options, {90, true}).empty());
  }
}

}  // namespace
}  // namespace selvage::bench
