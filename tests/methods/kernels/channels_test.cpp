// SPDX-License-Identifier: Apache-2.0
// Separable kernels of more than four channels on the first device that there is, against the
// reference.
#include "methods/kernels/linear_on_device.hpp"

namespace selvage::gpu {
namespace {

using testing::Holes;

using ChannelsOnDevice = LinearOnDevice;

// Units of a pixel that fill a sector, or a part of it; channels that are no whole units, and
// images that end within a group.
TEST_F(ChannelsOnDevice, StreamingIsRightAtAllBorders) {
  const std::tuple<PixelType, int, int> formats[] = {
      {PixelType::u8, 32, 2},  {PixelType::u8, 24, 3},  {PixelType::u8, 7, 1},
      {PixelType::u16, 16, 4}, {PixelType::f16, 12, 2}, {PixelType::f32, 16, 2},
      {PixelType::f32, 8, 5},  {PixelType::f32, 6, 4},  {PixelType::f32, 9, 9},
      {PixelType::f32, 8, 0}};
  for (const auto& [type, channels, radius] : formats)
    for (const Border border :
         {Border::reflect101, Border::wrap, Border::constant, Border::shrink, Border::copy}) {
      SCOPED_TRACE(::testing::Message() << name(type) << channels << name(border));
      const Filter mean = Gaussian{.radius = radius, .border = border, .border_value = 0.3f};
      const auto whole = scene(type, channels, false, Holes::none, 47, 21);
      expect_right(whole, {.filter = mean});
      if (is_integer(type)) continue;
      expect_right(scene(type, channels, false, Holes::nan, 47, 21), {.filter = mean});
    }
}

TEST_F(ChannelsOnDevice, Holes) {
  for (const Holes holes : {Holes::nan, Holes::infinity, Holes::value, Holes::mask})
    for (const int channels : {8, 9}) {
      SCOPED_TRACE(testing::hole_names[static_cast<std::size_t>(holes)]);
      const std::optional<float> invalid =
          holes == Holes::value ? std::optional(testing::hole_value) : std::nullopt;
      const auto s = scene(PixelType::f32, channels, false, holes, 83, 61);
      for (const LinearGpuTuning& tuning : {once, twice})
        expect_right(s, {.filter = Box{.radius = 4, .invalid = invalid}, .tuning = tuning});
    }
}

// Neither the kernel that serves, nor layout, groups and regions change a bit.
TEST_F(ChannelsOnDevice, BitsStay) {
  for (const PixelType type : {PixelType::u8, PixelType::f32})
    for (const int radius : {2, 6})
      for (const int channels : {8, 32, 35})
        for (const Holes holes : {Holes::none, Holes::nan}) {
          if (is_integer(type) && holes != Holes::none) continue;
          SCOPED_TRACE(::testing::Message() << name(type) << channels << ' ' << radius);
          const auto s = scene(type, channels, false, holes, 83, 61);
          const Filter mean = Gaussian{.radius = radius};
          const Trial tiles{.filter = mean, .streams = false};
          expect_same(s, tiles, {.filter = mean});
          expect_same(s, tiles, {.filter = mean, .planar = true});
          expect_same(s, tiles, {.filter = mean, .region = {5, 7, 70, 11}});
          expect_same(s, tiles, {.filter = mean, .ring = false});
          LinearGpuTuning low = once;  // several launches, of which each sets flags of its own
          low.launch_height = 16;
          expect_same(s, tiles, {.filter = mean, .tuning = low, .left_over = std::byte{0}});
        }
}

// A hole in the last channel is one in all channels of the pixels whose windows have it, and leaves
// other pixels as they were, in an image of several groups.
TEST_F(ChannelsOnDevice, AHoleChangesItsNeighboursAlone) {
  constexpr int channels = 11, at_x = 70, at_y = 64, radius = 3;
  auto s = scene(PixelType::f32, channels, false, Holes::none, 150, 140);
  for (const bool streams : {true, false}) {
    const Trial trial{.filter = Gaussian{.radius = radius}, .streams = streams};
    const Image before = run(s, trial);
    testing::write(s.image.view(), at_x, at_y, channels - 1, 0, std::nan(""));
    const Image after = run(s, trial);
    int wrong = 0;
    for (int y = 0; y < before.height(); ++y)
      for (int x = 0; x < before.width(); ++x) {
        const bool near = std::abs(x - at_x) <= radius && std::abs(y - at_y) <= radius;
        for (int c = 0; c < channels; ++c) {
          const auto* sample = before.view().at(x, y, c);
          wrong += (std::memcmp(sample, after.view().at(x, y, c), sizeof(float)) == 0) == near;
        }
      }
    EXPECT_EQ(wrong, 0);
    testing::write(s.image.view(), at_x, at_y, channels - 1, 0, 0.5);
  }
}

}  // namespace
}  // namespace selvage::gpu
