// SPDX-License-Identifier: Apache-2.0
#include "selvage/noise.hpp"

#include <gmock/gmock.h>

#include <cstdint>
#include <string>
#include <vector>

#include "selvage/selvage.h"

namespace selvage {
namespace {

using ::testing::HasSubstr;

// A small scene of bytes that looks like noise.
std::vector<std::uint8_t> bytes() {
  std::vector<std::uint8_t> result(96 * 64 * 3);
  std::uint32_t state = 1;
  for (auto& byte : result) {
    state = state * 1664525u + 1013904223u;
    byte = static_cast<std::uint8_t>(100 + (state >> 28));
  }
  return result;
}

struct Call {
  std::vector<std::uint8_t> samples = bytes();
  selvage_const_view view = {};
  selvage_noise_options options = {};
  selvage_noise noise = {};
  std::string message = {};

  Call() {
    selvage_const_view_init(&view, sizeof view, samples.data(), SELVAGE_U8, 96, 64, 3);
    EXPECT_EQ(selvage_noise_options_init(&options, sizeof options), SELVAGE_OK);
    EXPECT_EQ(selvage_noise_init(&noise, sizeof noise), SELVAGE_OK);
  }
  selvage_status told(selvage_status status, selvage_error* error) {
    message = selvage_error_message(error);
    selvage_error_free(error);
    return status;
  }
  selvage_status estimate() {
    selvage_error* error = nullptr;
    const selvage_status status = selvage_estimate_noise(&view, &options, &noise, &error);
    return told(status, error);
  }
  selvage_status range(int32_t strength, float* result) {
    selvage_error* error = nullptr;
    const selvage_status status =
        selvage_automatic_sigma_range(&noise, 3.0, strength, result, &error);
    return told(status, error);
  }
};

TEST(NoiseOfC, IsThatOfTheLibrary) {
  Call call;
  ASSERT_EQ(call.estimate(), SELVAGE_OK) << call.message;
  const NoiseEstimate expected =
      estimate_noise(interleaved(call.samples.data(), PixelType::u8, 96, 64, 3));
  EXPECT_EQ(call.noise.planes, 3);
  for (std::size_t p = 0; p < 3; ++p) EXPECT_EQ(call.noise.sigma[p], expected.sigma[p]);
  EXPECT_EQ(call.noise.contrast, expected.contrast);
  EXPECT_EQ(call.noise.least_range, 0.5 / 255);
  float range = 0.0f;
  for (const auto& [strength, its_name] : names_of<Strength>) {
    ASSERT_EQ(call.range(static_cast<int32_t>(strength), &range), SELVAGE_OK) << its_name;
    EXPECT_EQ(range, automatic_sigma_range(expected, 3.0, strength));
  }
}

TEST(NoiseOfC, HasOptions) {
  Call call;
  call.options.norm = SELVAGE_NORM_LUMA;
  ASSERT_EQ(call.estimate(), SELVAGE_OK) << call.message;
  EXPECT_EQ(call.noise.planes, 1);
  EXPECT_EQ(call.noise.norm, SELVAGE_NORM_LUMA);
  call.options.has_invalid = 1;
  call.options.invalid = 2.0f;  // no byte can be 2 times the full scale
  EXPECT_EQ(call.estimate(), SELVAGE_ERROR_INVALID_ARGUMENT);
  EXPECT_THAT(call.message, HasSubstr("invalid"));
}

TEST(NoiseOfC, RefusesWhatDoesNotFit) {
  Call call;
  call.options.norm = 9;
  EXPECT_EQ(call.estimate(), SELVAGE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(call.message, "options: norm 9 is outside 0..4");
  call.options.norm = 0;
  float range = 0.0f;
  EXPECT_EQ(call.range(3, &range), SELVAGE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(call.message, "strength 3 is outside 0..2");
  EXPECT_EQ(call.range(1, nullptr), SELVAGE_ERROR_INVALID_ARGUMENT);
  call.noise.planes = 5;
  EXPECT_EQ(call.range(1, &range), SELVAGE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(call.message, "noise: planes 5 is outside 0..4");
  EXPECT_EQ(selvage_estimate_noise(nullptr, nullptr, &call.noise, nullptr),
            SELVAGE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(selvage_estimate_noise(&call.view, nullptr, nullptr, nullptr),
            SELVAGE_ERROR_INVALID_ARGUMENT);
}

TEST(NoiseOfC, ListsTheTiles) {
  EXPECT_EQ(selvage_noise_tile(100), 16);
  EXPECT_EQ(selvage_noise_tile_count(100), 6u);
  EXPECT_EQ(selvage_noise_tile_start(100, 5), 84);
  EXPECT_EQ(selvage_noise_tile_start(100, 6), 0);
  EXPECT_EQ(selvage_noise_tile_count(0), 0u);
  EXPECT_EQ(selvage_noise_tile(-1), 0);
}

}  // namespace
}  // namespace selvage
