// SPDX-License-Identifier: Apache-2.0
// Tests when the Fourier range kernel serves.
#include <gmock/gmock.h>

#include <utility>

#include "core/test_errors.hpp"
#include "methods/test_offers.hpp"
#include "selvage/error.hpp"

namespace selvage::planner {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

DeviceFacts cpu() {
  return {.backend = "cpu", .threads = 2, .simd = "AVX3", .simd_floats = 16};
}

Problem problem(const Bilateral& filter, PixelType type = PixelType::u8, int channels = 1) {
  return {.filter = filter, .type = type, .width = 1920, .height = 1080, .channels = channels};
}

std::string taken(const Problem& p, const Request& request = {}) {
  return std::string(plan(p, cpu(), request).candidate->name);
}

std::string why_not(const Problem& p) {
  try {
    (void)plan(p, cpu(), {.method = Method::bounded});
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(FourierRange, ServesLargeWindows) {
  EXPECT_EQ(taken(problem({.sigma_space = 4.0f})), "fourier_range");
  for (const float sigma : {10.0f, 16.0f, 33.0f, 60.0f})
    EXPECT_EQ(taken(problem({.sigma_space = sigma})), "fourier_multirate") << sigma;
  EXPECT_EQ(taken(problem({.sigma_space = 10.0f, .norm = Norm::per_channel}, PixelType::u8, 3)),
            "fourier_multirate");
  EXPECT_EQ(taken(problem({.sigma_space = 1.0f})), "int16");
}

TEST(FourierRange, KeepsTheRequest) {
  const Problem p = problem({.sigma_space = 8.0f});
  EXPECT_LE(plan(p, cpu()).offer.error, 0.5 / 255);
  EXPECT_NE(taken(p, {.exact = true}), "fourier_range");
  EXPECT_NE(taken(p, {.method = Method::direct}), "fourier_range");
  // Single precision is not enough for this many taps, unless the request allows a larger error.
  const Problem wide = problem({.sigma_space = 30.0f});
  const auto bound = [&](double allowed) {
    return plan(wide, cpu(), {.max_error = allowed, .use = "fourier_range"}).offer.error;
  };
  EXPECT_EQ(error_of([&] { (void)bound(0.5 / 255); }).code(), Errc::unsupported);
  EXPECT_GT(bound(4.0 / 255), 0.5 / 255);
  EXPECT_LE(plan(wide, cpu()).offer.error, 0.5 / 255);  // whose pixels have certificates
}

TEST(FourierRange, SaysWhyNot) {
  EXPECT_EQ(why_not(problem({})), "");
  EXPECT_THAT(why_not(problem({}, PixelType::f32)), HasSubstr("serve only u8"));
  EXPECT_THAT(why_not(problem({}, PixelType::u8, 3)), HasSubstr("serves only one channel"));
  EXPECT_THAT(why_not(problem({.window = Window::disc})), HasSubstr("not a product"));
  EXPECT_THAT(why_not(problem({.invalid = 0.0f, .fill = true})), HasSubstr("does not fill"));
  EXPECT_THAT(why_not(problem({.iterations = 2})), HasSubstr("one iteration"));
  EXPECT_THAT(why_not(problem({.sigma_range = 0.01f})),
              HasSubstr("needs a sigma_range of at least 0.031"));
  EXPECT_THAT(why_not(problem({.radius = 300})), HasSubstr("radii up to 256"));
}

TEST(FourierRange, ServesMissingTaps) {
  EXPECT_EQ(taken(problem({.sigma_space = 16.0f, .border = Border::shrink})), "fourier_multirate");
  EXPECT_EQ(taken(problem({.sigma_space = 16.0f, .invalid = 0.0f})), "fourier_multirate");
  EXPECT_EQ(why_not(problem({.sigma_space = 2.0f, .border = Border::copy})), "");
}

TEST(FourierRange, ServesSixteenBitsWithinHalfALevel) {
  const Problem p = problem({.sigma_space = 16.0f}, PixelType::u16);
  EXPECT_EQ(taken(p, {.max_error = 0.5 / 255}), "fourier_multirate");
  EXPECT_NE(taken(p), "fourier_multirate");  // half a step of 65535
  EXPECT_LE(plan(p, cpu(), {.max_error = 0.5 / 255}).offer.error, 0.5 / 255);
}

// The error of floats is that of 1, or of the largest sample if that is larger.
TEST(FourierRange, ServesFloatsWithinHalfALevel) {
  for (const PixelType type : {PixelType::f16, PixelType::f32}) {
    Problem p = problem({.sigma_space = 16.0f}, type);
    const Request request{.max_error = 0.5 / 255};
    EXPECT_EQ(taken(p, request), "fourier_multirate");
    EXPECT_NE(taken(p), "fourier_multirate");
    EXPECT_LE(plan(p, cpu(), request).offer.error, 0.5 / 255);
    p.sample_extent = 0.25;  // a dark image has no larger error
    EXPECT_LE(plan(p, cpu(), request).offer.error, 0.5 / 255);
    p.sample_extent = 4.0;  // a bright one may have one four times as large
    EXPECT_LE(4.0 * plan(p, cpu(), request).offer.error, 0.5 / 255);
    p.sample_extent = 0.01;
    EXPECT_EQ(taken(p, {.max_error = 0.03 / 255}), "simd");
    EXPECT_THAT(error_of([&] {
                  (void)plan(p, cpu(), {.max_error = 0.03 / 255, .use = "fourier_multirate"});
                }).what(),
                HasSubstr("not accurate enough"));
  }
}

TEST(FourierRange, SaysWhatFiltersColours) {
  const Problem colours = problem({}, PixelType::u8, 3);
  const auto hint = [&](const Request& request) {
    return error_of([&] { (void)plan(colours, cpu(), request); }).hint();
  };
  EXPECT_THAT(hint({.method = Method::bounded}), HasSubstr("Bilateral::norm per_channel"));
  EXPECT_THAT(hint({.use = "fourier_range"}), HasSubstr("Bilateral::norm per_channel"));
  EXPECT_THAT(hint({.max_error = 1e-15}), Not(HasSubstr("per_channel")));  // nobody asked for it
}

Problem joint(const JointBilateral& filter, PixelType type = PixelType::u8, int channels = 3) {
  Problem p{.filter = filter, .type = type, .width = 1920, .height = 1080, .channels = channels};
  p.shapes.image = {.type = type, .width = 1920, .height = 1080, .channels = channels};
  p.shapes.guide = {.type = PixelType::u8, .width = 1920, .height = 1080, .channels = 1};
  return p;
}

TEST(FourierRange, ServesJointFiltersOfGrayGuides) {
  EXPECT_EQ(taken(joint({.sigma_space = 16.0f})), "fourier_multirate");
  EXPECT_EQ(taken(joint({.sigma_space = 16.0f}, PixelType::u8, 1)), "fourier_multirate");
  EXPECT_NE(taken(joint({.sigma_space = 4.0f})), "fourier_multirate");
  EXPECT_EQ(taken(joint({.sigma_space = 16.0f}, PixelType::u16), {.max_error = 0.5 / 255}),
            "fourier_multirate");
  // One set of sums for the guide, and one for each channel.
  const auto seconds = [](int channels) {
    return plan(joint({.sigma_space = 16.0f}, PixelType::u8, channels), cpu(),
                {.use = "fourier_multirate"})
        .offer.seconds;
  };
  EXPECT_NEAR(seconds(3) / seconds(1), 2.0, 0.3);
}

TEST(FourierRange, SaysWhyNotWithAGuide) {
  EXPECT_EQ(why_not(joint({.sigma_space = 8.0f})), "");
  EXPECT_THAT(why_not(joint({.sigma_space = 2.0f})), HasSubstr("radius of at least 12"));
  EXPECT_THAT(why_not(joint({.sigma_space = 8.0f, .invalid = 0.0f, .fill = true})),
              HasSubstr("does not fill"));
  EXPECT_THAT(why_not(joint({.sigma_space = 8.0f, .window = Window::disc})),
              HasSubstr("not a product"));
  EXPECT_THAT(why_not(joint({.sigma_space = 8.0f}, PixelType::f32)), HasSubstr("only u8 and u16"));
  for (const auto& [type, channels] : {std::pair{PixelType::u8, 3}, {PixelType::u16, 1}}) {
    Problem p = joint({.sigma_space = 8.0f});
    p.shapes.guide.type = type;
    p.shapes.guide.channels = channels;
    EXPECT_THAT(why_not(p), HasSubstr("guides of one channel of u8"));
  }
  Problem volume = joint({.sigma_space = 8.0f});
  volume.depth = volume.whole_depth = 5;
  EXPECT_THAT(why_not(volume), HasSubstr("third axis"));
}

TEST(FourierRange, CountsItsMemory) {
  const Problem p = problem({.sigma_space = 8.0f});
  const Decision choice = plan(p, cpu(), {.use = "fourier_range"});
  // Tiles of 512 x 32 with their halo, four rows of sums of 24 coefficients for each of two
  // threads.
  EXPECT_GT(choice.offer.scratch.host, 2u * 4 * 24 * 4 * 560);
  EXPECT_LT(choice.offer.scratch.host, 3u << 19);
}

}  // namespace
}  // namespace selvage::planner
