// SPDX-License-Identifier: Apache-2.0
#include "gpu/rival.hpp"

#include <gtest/gtest.h>

#include "backends/cuda/nvrtc.hpp"

namespace selvage::bench {
namespace {

TEST(Rival, DoesWhatOpencvDoes) {
  const GpuFacts gpu{.largest_group = 256};
  EXPECT_TRUE(rival_can(make_case(PixelType::u8, 3, Norm::l1, Window::disc, 4), 5, 5, gpu));
  EXPECT_FALSE(rival_can(make_case(PixelType::u8, 3, Norm::l1, Window::disc, 4), 4, 5, gpu));
  EXPECT_FALSE(rival_can(make_case(PixelType::u8, 3, Norm::l2, Window::disc, 4), 50, 50, gpu));
  EXPECT_TRUE(rival_can(make_case(PixelType::f32, 1, Norm::l2, Window::square, 4), 50, 50, gpu));
  EXPECT_FALSE(rival_can(make_case(PixelType::u16, 1, Norm::l2, Window::square, 4), 50, 50, gpu));
}

// It runs in match_test.cpp, on OpenCL.
TEST(Rival, CompilesForCuda) {
  const auto nvrtc = cuda::Nvrtc::open(13, 90);
  if (!nvrtc) GTEST_SKIP() << "this machine has no NVRTC";
  const DeviceFacts facts{.backend = "cuda"};
  for (const Case& c : {make_case(PixelType::u8, 3, Norm::l1, Window::disc, 4),
                        make_case(PixelType::f32, 1, Norm::l2, Window::square, 4)}) {
    const gpu::Code code = rival_code(c, facts);
    EXPECT_FALSE(nvrtc->compile(code.source, code.options, {90, true}).empty());
  }
}

}  // namespace
}  // namespace selvage::bench
