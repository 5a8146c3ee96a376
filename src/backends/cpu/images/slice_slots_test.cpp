// SPDX-License-Identifier: Apache-2.0
#include "backends/cpu/images/slice_slots.hpp"

#include <gmock/gmock.h>

#include <map>

namespace selvage::cpu {
namespace {

using ::testing::ElementsAre;

constexpr Rect tile{0, 0, 8, 8};

// A volume of 6 slices.
struct Volume {
  Source source{.image = {}, .mask = {}, .frame = Frame::whole(8, 8, 6)};
  WindowMean step;

  explicit Volume(Border border, ThirdAxis axis = ThirdAxis::space) {
    step.radius_z = 2;
    step.border = border;
    step.third_axis = axis;
  }
  WindowSlices window(int z) const { return {source, step, z}; }
};

TEST(SliceSlots, AWindowThatGoesOnLoadsOneSlice) {
  const Volume volume(Border::clamp);
  SliceSlots slots;
  slots.assign(tile, 0, volume.window(2), 5);
  EXPECT_THAT(slots.missing(), ElementsAre(-2, -1, 0, 1, 2));
  slots.assign(tile, 0, volume.window(3), 5);
  EXPECT_THAT(slots.missing(), ElementsAre(2));
  slots.assign(tile, 0, volume.window(4), 5);
  EXPECT_THAT(slots.missing(), ElementsAre());  // the last slice stands for the one outside
  EXPECT_EQ(slots.of(1), slots.of(2));
}

TEST(SliceSlots, OtherTilesImagesAndRunsLoadAll) {
  const Volume volume(Border::clamp);
  SliceSlots slots;
  const auto missing_of = [&](const Rect& rect, int batch) {
    slots.assign(rect, batch, volume.window(3), 5);
    return slots.missing().size();
  };
  EXPECT_EQ(missing_of(tile, 0), 5u);
  EXPECT_EQ(missing_of(tile, 0), 0u);
  EXPECT_EQ(missing_of({8, 0, 8, 8}, 0), 5u);
  EXPECT_EQ(missing_of({8, 0, 8, 8}, 1), 5u);
  slots.forget();
  EXPECT_EQ(missing_of({8, 0, 8, 8}, 1), 5u);
}

// In any order of slices, for every border, a slot holds the slice that stands for its tap.
TEST(SliceSlots, HoldTheSlicesOfTheWindow) {
  for (const Border border : {Border::reflect101, Border::reflect, Border::clamp, Border::wrap,
                              Border::constant, Border::shrink, Border::copy})
    for (const ThirdAxis axis : {ThirdAxis::space, ThirdAxis::causal}) {
      const Volume volume(border, axis);
      SliceSlots slots;
      std::map<int, int> loaded;  // the slice in each slot
      for (const int z : {0, 1, 2, 3, 4, 5, 0, 5, 2, 4, 1, 1, 3}) {
        const WindowSlices window = volume.window(z);
        slots.assign(tile, 0, window, volume.step.slice_count());
        for (const int dz : slots.missing()) loaded[slots.of(dz)] = window.index(dz);
        for (int dz = window.first(); dz <= window.last(); ++dz) {
          ASSERT_LT(slots.of(dz), volume.step.slice_count());
          EXPECT_EQ(loaded.at(slots.of(dz)), window.index(dz)) << name(border) << ' ' << z;
        }
      }
    }
}

}  // namespace
}  // namespace selvage::cpu
