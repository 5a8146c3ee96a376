// SPDX-License-Identifier: Apache-2.0
// Candidate "separable_tensor" from hand-made facts.
#include <gmock/gmock.h>

#include "methods/test_offers.hpp"
#include "planner/test_gpus.hpp"

namespace selvage::planner {
namespace {

using ::testing::HasSubstr;

Problem problem(const Filter& filter, PixelType type = PixelType::u8, int channels = 3) {
  return {.filter = filter, .type = type, .width = 3840, .height = 2160, .channels = channels};
}

std::string_view taken(const Problem& p, const Request& request = {}) {
  return plan(p, big_gpu(), request).candidate->name;
}

TEST(GpuTensor, IsTakenForMeansOfBytes) {
  for (const int channels : {1, 2, 3, 4})
    for (const int radius : {4, 8, 10})
      EXPECT_EQ(taken(problem(Gaussian{.radius = radius}, PixelType::u8, channels)),
                "separable_tensor");
  for (const int radius : {2, 3, 24})
    EXPECT_EQ(taken(problem(Gaussian{.radius = radius}, PixelType::u8, 1)), "separable_tensor")
        << radius;
  EXPECT_EQ(taken(problem(Box{.radius = 5})), "separable_tensor");
  EXPECT_EQ(taken(problem(Gaussian{.radius = 1})), "separable");  // fewer instructions
  Problem gray = problem(Gaussian{.radius = 1}, PixelType::u8, 1);
  EXPECT_EQ(taken(gray),
            "separable_tensor");  // in a small image the last groups determine the time
  gray.width *= 2;
  gray.height *= 2;
  EXPECT_EQ(taken(gray), "separable");
}

TEST(GpuTensor, LeavesToOthersWhatItCannotProve) {
  EXPECT_EQ(taken(problem(Gaussian{}), {.exact = true}), "separable");
  EXPECT_GT(offer_of("separable_tensor", problem(Gaussian{}), big_gpu()).error,
            allowed_error(problem(Gaussian{}), {.exact = true}));
  for (const int radius : {1, 8, 24})
    EXPECT_LT(offer_of("separable_tensor",
                       problem(Gaussian{.sigma_space = 20, .radius = radius}, PixelType::u8, 1),
                       big_gpu())
                  .error,
              0.3 / 255.0);
}

TEST(GpuTensor, SaysWhatItCannotDo) {
  const auto why = [](const Filter& filter, PixelType type = PixelType::u8) {
    return refusal_of("separable_tensor", problem(filter, type), big_gpu());
  };
  EXPECT_EQ(why(Gaussian{.border = Border::constant}), "");
  EXPECT_EQ(why(SeparableConvolution{.row = {0.5f, 0.5f, 0.0f}}), "");
  EXPECT_THAT(why(Gaussian{}, PixelType::u16), HasSubstr("only 8-bit"));
  EXPECT_THAT(why(Gaussian{.iterations = 2}), HasSubstr("one iteration"));
  EXPECT_THAT(why(Gaussian{.border = Border::shrink}), HasSubstr("border shrink"));
  EXPECT_THAT(why(Gaussian{.border = Border::copy}), HasSubstr("border copy"));
  EXPECT_THAT(why(Gaussian{.radius = 14}), HasSubstr("40 samples"));
  EXPECT_THAT(why(Gaussian{.window = Window::disc}), HasSubstr("disc"));
  EXPECT_THAT(why(SeparableConvolution{.row = {-1, 3, -1}}), HasSubstr("non-negative"));
  Problem p = problem(Gaussian{}, PixelType::u8, 4);
  p.alpha = true;
  EXPECT_THAT(refusal_of("separable_tensor", p, big_gpu()), HasSubstr("alpha"));
  p = problem(Gaussian{});
  p.mask = true;
  EXPECT_THAT(refusal_of("separable_tensor", p, big_gpu()), HasSubstr("every tap"));
  EXPECT_THAT(refusal_of("separable_tensor", problem(Gaussian{}), small_gpu()),
              HasSubstr("the device"));
}

// On a CPU device work-items multiply through local memory: for tests, never for speed.
TEST(GpuTensor, ServesAProcessorButIsNotTakenThere) {
  DeviceFacts facts = small_gpu();
  facts.gpu.is_processor = true;
  EXPECT_EQ(refusal_of("separable_tensor", problem(Gaussian{}), facts), "");
  EXPECT_EQ(plan(problem(Gaussian{}), facts).candidate->name, "separable");
}

}  // namespace
}  // namespace selvage::planner
