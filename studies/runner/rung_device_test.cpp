// SPDX-License-Identifier: Apache-2.0
// Rungs and textures on a device.

#include <array>

#include "core/test_errors.hpp"
#include "runner/testing/device_session.hpp"
#include "runner/texture.hpp"

namespace selvage::studies {
namespace {

#include "runner/testing/amount.h"

using RungTest = DeviceTest;

std::vector<float> counted(std::size_t count) {
  std::vector<float> values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(static_cast<float>(i) + 0.25f);
  return values;
}

TEST_F(RungTest, GridCoversWhatIsNoWholeNumberOfGroups) {
  constexpr int width = 13, height = 7;
  const std::vector<float> in = counted(width * height);
  const auto from = upload(in);
  const auto to = upload(std::vector<float>(in.size(), -1.0f));
  const Rung rung(*session, {.file = "01_scaled.cl",
                             .group = {8, 4},
                             .defines = {{"DEPTH", "2"}},
                             .tables = {{"TABLE", {1.0f, 10.0f, 0.1f}}}});
  const std::array<const gpu::Buffer*, 2> buffers{from.get(), to.get()};
  rung.enqueue(*session->place().stream, width, height, buffers, Amount{width, height, 0.5f}, 0, 2);
  const std::vector<float> out = download(*to, in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    const float entry = std::array{1.0f, 10.0f, 0.1f}[i % width % 3];
    EXPECT_FLOAT_EQ(out[i], entry * 0.5f * in[i] * in[i] + 1.0f) << i;
  }
}

TEST_F(RungTest, LocalMemoryIsTheLaunchs) {
  const auto from = upload({1, 2, 3, 4, 5, 6, 7, 8});
  const auto to = upload(std::vector<float>(8));
  const Rung rung(*session, {.file = "04_reversed.cl", .group = {4, 1}});
  const std::array<const gpu::Buffer*, 2> buffers{from.get(), to.get()};
  const auto bytes_before = rung.facts(64).local_bytes;
  rung.enqueue(*session->place().stream, 8, 1, buffers, Amount{8, 1, 1.0f}, 4 * sizeof(float));
  EXPECT_EQ(rung.facts(64).local_bytes, bytes_before);  // not those of the launch
  EXPECT_EQ(download(*to, 8), (std::vector<float>{4, 3, 2, 1, 8, 7, 6, 5}));
}

TEST_F(RungTest, FactsAreWhatTheDriverSays) {
  const Rung rung(*session, {.file = "04_reversed.cl", .group = {4, 1}});
  const CodeFacts facts = rung.facts(64);
  ASSERT_TRUE(facts.local_bytes.has_value());
  EXPECT_GE(*facts.local_bytes, 64);
  const bool cuda = session->facts().backend == "cuda";
  EXPECT_EQ(facts.registers.has_value(), cuda);
  EXPECT_EQ(facts.occupancy.has_value(), cuda);
}

TEST_F(RungTest, CompilersComplaintNamesTheFile) {
  const Error error = error_of([&] {
    const Rung rung(*session, {.file = "mine.cl",
                               .text = "KERNEL(GROUP_WIDTH, GROUP_HEIGHT)\n"
                                       "void mine(GLOBAL float* out) { out[0] = missing; }\n"});
  });
  EXPECT_EQ(error.code(), Errc::device);
  EXPECT_NE(std::string(error.what()).find("mine.cl"), std::string::npos) << error.what();
}

class TextureTest : public DeviceTest, public ::testing::WithParamInterface<int> {
 protected:
  // Of a pixel's texel the sum of its channels.
  std::vector<float> sums(const std::vector<float>& values) const {
    const auto channels = static_cast<std::size_t>(GetParam());
    std::vector<float> all(values.size() / channels);
    for (std::size_t i = 0; i < values.size(); ++i) all[i / channels] += values[i];
    return all;
  }
};

TEST_P(TextureTest, LineShowsTheBuffer) {
  constexpr int width = 37;
  const auto texels = counted(static_cast<std::size_t>(width * GetParam()));
  const auto data = upload(texels);
  const auto to = upload(std::vector<float>(width));
  const auto texture = make_line_texture(*session, *data, width, GetParam());
  const Rung rung(*session, {.file = "02_line.cl",
                             .group = {16, 1},
                             .defines = {{"CHANNELS", std::to_string(GetParam())}}});
  const std::array<const gpu::Buffer*, 2> buffers{&texture->argument(), to.get()};
  rung.enqueue(*session->place().stream, width, 1, buffers, Amount{width, 1, 1.0f});
  EXPECT_EQ(download(*to, width), sums(texels));
}

TEST_P(TextureTest, PlaneIsZeroOutside) {
  constexpr int width = 21, height = 10;
  const auto texels = counted(static_cast<std::size_t>(width * height * GetParam()));
  const auto data = upload(texels);
  const auto to = upload(std::vector<float>(width * height));
  const auto texture = make_plane_texture(*session, *data, width, height, GetParam());
  const Rung rung(*session, {.file = "03_plane.cl",
                             .group = {8, 8},
                             .defines = {{"CHANNELS", std::to_string(GetParam())}}});
  const std::array<const gpu::Buffer*, 2> buffers{&texture->argument(), to.get()};
  rung.enqueue(*session->place().stream, width, height, buffers, Amount{width, height, 2.0f});
  const std::vector<float> out = download(*to, width * height), in = sums(texels);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const bool inside = x + 1 < width && y + 1 < height;
      const float expected =
          inside ? 2.0f * in[static_cast<std::size_t>((y + 1) * width + x + 1)] : 0.0f;
      EXPECT_EQ(out[static_cast<std::size_t>(y * width + x)], expected) << x << " " << y;
    }
}

INSTANTIATE_TEST_SUITE_P(Channels, TextureTest, ::testing::Values(1, 4));

}  // namespace
}  // namespace selvage::studies
