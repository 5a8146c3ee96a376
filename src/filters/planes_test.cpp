// SPDX-License-Identifier: Apache-2.0
#include "filters/planes.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

using Distance = PlaneLayout::Distance;

struct Expected {
  Norm norm;
  int channels;
  bool alpha;
  Alpha rule;
  Distance distance;
  bool l1;
  int groups, distance_planes, value_planes, averaged;
};

void expect(const Expected& e) {
  const PlaneLayout layout =
      plane_layout(Bilateral{.norm = e.norm, .alpha = e.rule}, e.channels, e.alpha);
  const auto what = ::testing::Message() << name(e.norm) << ", " << e.channels << " channels"
                                         << (e.alpha ? " with alpha, " : ", ") << name(e.rule);
  EXPECT_EQ(layout.distance, e.distance) << what;
  EXPECT_EQ(layout.l1, e.l1) << what;
  EXPECT_EQ(layout.groups, e.groups) << what;
  EXPECT_EQ(layout.distance_planes, e.distance_planes) << what;
  EXPECT_EQ(layout.value_planes, e.value_planes) << what;
  EXPECT_EQ(layout.averaged, e.averaged) << what;
}

constexpr auto keep = Alpha::keep, filter = Alpha::filter, weight = Alpha::weight;
constexpr auto channels = Distance::channels, luma = Distance::luma, lab = Distance::lab;

// Columns: norm, channels, alpha, rule | distance, l1, groups, distance and value planes, averaged.
TEST(PlaneLayout, L2) {
  expect({Norm::l2, 1, false, keep, channels, false, 1, 1, 0, 1});
  expect({Norm::l2, 2, false, keep, channels, false, 1, 2, 0, 2});
  expect({Norm::l2, 3, false, keep, channels, false, 1, 3, 0, 3});
  expect({Norm::l2, 4, false, keep, channels, false, 1, 4, 0, 4});
  expect({Norm::l2, 2, true, keep, channels, false, 1, 1, 0, 1});
  expect({Norm::l2, 4, true, keep, channels, false, 1, 3, 0, 3});
  expect({Norm::l2, 4, true, filter, channels, false, 1, 4, 0, 4});
  expect({Norm::l2, 4, false, filter, channels, false, 1, 4, 0, 4});
}

TEST(PlaneLayout, L1OfOneChannelIsL2) {
  expect({Norm::l1, 1, false, keep, channels, false, 1, 1, 0, 1});
  expect({Norm::l1, 2, true, keep, channels, false, 1, 1, 0, 1});
  expect({Norm::l1, 2, true, filter, channels, true, 1, 2, 0, 2});
  expect({Norm::l1, 3, false, keep, channels, true, 1, 3, 0, 3});
  expect({Norm::l1, 4, true, keep, channels, true, 1, 3, 0, 3});
  expect({Norm::l1, 4, true, filter, channels, true, 1, 4, 0, 4});
}

TEST(PlaneLayout, PerChannelHasAGroupForEach) {
  expect({Norm::per_channel, 1, false, keep, channels, false, 1, 1, 0, 1});
  expect({Norm::per_channel, 3, false, keep, channels, false, 3, 1, 0, 3});
  expect({Norm::per_channel, 4, true, keep, channels, false, 3, 1, 0, 3});
  expect({Norm::per_channel, 4, true, filter, channels, false, 4, 1, 0, 4});
}

TEST(PlaneLayout, Luma) {
  expect({Norm::luma, 1, false, keep, channels, false, 1, 1, 0, 1});
  expect({Norm::luma, 2, true, keep, channels, false, 1, 1, 0, 1});
  expect({Norm::luma, 2, true, filter, channels, false, 1, 1, 2,
          2});  // distances over gray, both averaged
  expect({Norm::luma, 3, false, keep, luma, false, 1, 1, 3, 3});
  expect({Norm::luma, 4, true, keep, luma, false, 1, 1, 3, 3});
  expect({Norm::luma, 4, true, filter, luma, false, 1, 1, 4, 4});
}

TEST(PlaneLayout, Lab) {
  expect({Norm::lab, 3, false, keep, lab, false, 1, 3, 3, 3});
  expect({Norm::lab, 4, true, keep, lab, false, 1, 3, 3, 3});
  expect({Norm::lab, 4, true, filter, lab, false, 1, 3, 4, 4});
}

// Distances are between the colours alone, and have planes of their own.
TEST(PlaneLayout, WeightedByAlpha) {
  expect({Norm::l2, 2, true, weight, channels, false, 1, 1, 2, 2});
  expect({Norm::l2, 4, true, weight, channels, false, 1, 3, 4, 4});
  expect({Norm::l1, 2, true, weight, channels, false, 1, 1, 2, 2});
  expect({Norm::l1, 4, true, weight, channels, true, 1, 3, 4, 4});
  expect({Norm::per_channel, 2, true, weight, channels, false, 1, 1, 2, 2});
  expect({Norm::luma, 4, true, weight, luma, false, 1, 1, 4, 4});
  expect({Norm::lab, 4, true, weight, lab, false, 1, 3, 4, 4});
  expect({Norm::l2, 3, false, weight, channels, false, 1, 3, 0, 3});  // nothing to weigh by
  const auto weighs = [](Alpha rule, bool alpha) {
    return plane_layout(Gaussian{.alpha = rule}, 4, alpha).weighs;
  };
  EXPECT_TRUE(weighs(weight, true));
  EXPECT_FALSE(weighs(weight, false));
  EXPECT_FALSE(weighs(filter, true));
}

TEST(PlaneLayout, Counts) {
  const PlaneLayout values = plane_layout(Bilateral{.norm = Norm::lab, .alpha = filter}, 4, true);
  EXPECT_EQ(values.planes_of_group(), 7);
  EXPECT_EQ(values.planes(), 7);
  EXPECT_EQ(values.sums(), 4);
  const PlaneLayout groups = plane_layout(Bilateral{.norm = Norm::per_channel}, 3, false);
  EXPECT_EQ(groups.planes_of_group(), 1);
  EXPECT_EQ(groups.planes(), 3);
  EXPECT_EQ(groups.sums(), 1);
}

// Only distances with planes of their own are rounded.
TEST(PlaneLayout, SplitDistances) {
  const PlaneLayout split =
      plane_layout(Bilateral{.norm = Norm::lab, .alpha = filter}, 4, true, true);
  EXPECT_EQ(split.distance_planes, 3);
  EXPECT_EQ(split.first_value_plane(), 6);
  EXPECT_EQ(split.planes_of_group(), 10);
  EXPECT_EQ(split.sums(), 4);
  EXPECT_EQ(plane_layout(Bilateral{.norm = Norm::luma}, 3, false, true).planes(), 5);
  for (const Norm norm : {Norm::l2, Norm::l1, Norm::per_channel})
    EXPECT_EQ(plane_layout(Bilateral{.norm = norm}, 3, false, true).planes(), 3) << name(norm);
  EXPECT_EQ(plane_layout(Bilateral{.norm = Norm::lab}, 3, false).first_value_plane(), 3);
  EXPECT_EQ(plane_layout(Bilateral{.norm = Norm::l2}, 3, false).first_value_plane(), 0);
}

}  // namespace
}  // namespace selvage
