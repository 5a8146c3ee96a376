// SPDX-License-Identifier: Apache-2.0
// Results and flags that were made by hand.
#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "methods/edge_stopping/scenes.hpp"

namespace selvage::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::FloatNear;
using ::testing::Pointwise;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

using Flags = std::vector<int>;

MATCHER_P(IsAbout, expected, "") {
  return ::testing::ExplainMatchResult(Pointwise(FloatNear(1e-5f), expected), arg, result_listener);
}
using Values = std::vector<float>;

TEST(Geometry, WalksStopAtAnEdge) {
  const std::vector<float> row{1, 2, 3, 10, 11};
  const Inputs across{.image = view_of(row, 5, 1)}, along{.image = view_of(row, 1, 5)};
  EXPECT_EQ(flags_of(box(2, 5.0f), across), (Flags{13, 12, 14, 13, 14}));
  EXPECT_EQ(flags_of(box(2, 5.0f), along), (Flags{7, 3, 11, 7, 11}));
  for (const Inputs& inputs : {across, along}) {
    EXPECT_THAT(result_of<float>(box(2, 5.0f), inputs), IsAbout(Values{2, 2, 2, 10.5, 10.5}));
    EXPECT_THAT(result_of<float>(box(1, 5.0f), inputs), IsAbout(Values{1.5, 2, 2.5, 10.5, 10.5}));
    EXPECT_EQ(result_of<float>(box(0, 5.0f), inputs), row);
  }
}

TEST(Geometry, ADifferenceOfTheThresholdIsNoEdge) {
  const std::vector<float> row{1, 2, 3, 10, 11};
  const Inputs inputs{.image = view_of(row, 5, 1)};
  EXPECT_EQ(flags_of(box(1, 7.0f), inputs), (Flags{13, 12, 12, 12, 14}));
  EXPECT_EQ(flags_of(box(1, std::nextafter(7.0f, 0.0f)), inputs), (Flags{13, 12, 14, 13, 14}));
  const std::vector<float> same{3, 3};
  EXPECT_EQ(flags_of(box(1, 0.0f), {.image = view_of(same, 2, 1)}), (Flags{13, 14}));
  // 30 / 255 as a float is above 30 of 255 by a hair; the float before it is below.
  const std::vector<std::uint8_t> bytes{10, 40};
  const Inputs of_bytes{.image = view_of(bytes, 2, 1)};
  EXPECT_EQ(flags_of(box(1, 30 / 255.0f), of_bytes), (Flags{13, 14}));
  EXPECT_EQ(flags_of(box(1, std::nextafter(30 / 255.0f, 0.0f)), of_bytes), (Flags{15, 15}));
}

// A difference that single precision rounds to the threshold, and is above it.
TEST(Geometry, DifferencesAreExact) {
  const std::vector<float> row{1.0f, -0x1p-30f};
  EXPECT_EQ(flags_of(box(1, 1.0f), {.image = view_of(row, 2, 1)}), (Flags{15, 15}));
  const std::vector<float> near{1.0f, 0x1p-30f};
  EXPECT_EQ(flags_of(box(1, 1.0f), {.image = view_of(near, 2, 1)}), (Flags{13, 14}));
}

TEST(Geometry, RowThenColumn) {
  const std::vector<float> image{0, 60, 20, 30};
  const Inputs inputs{.image = view_of(image, 2, 2)};
  EXPECT_EQ(flags_of(box(1, 40.0f), inputs), (Flags{7, 7, 9, 10}));
  EXPECT_THAT(result_of<float>(box(1, 40.0f), inputs), IsAbout(Values{12.5, 42.5, 12.5, 42.5}));
}

TEST(Geometry, Weights) {
  const std::vector<float> row{1, 10, 100};
  const Inputs inputs{.image = view_of(row, 3, 1)}, turned{.image = view_of(row, 1, 3)};
  GeometryGuided filter{.radius = 3, .edge_threshold = 1e6f};  // sigma_space 1
  const float w1 = std::exp(-0.5f), w2 = w1 * w1 * w1 * w1;
  EXPECT_NEAR(result_of<float>(filter, inputs)[0], (1 + 10 * w1 + 100 * w2) / (1 + w1 + w2), 1e-4);
  filter.sigma_space = 2.0f;
  const float v = std::exp(-0.125f);
  EXPECT_NEAR(result_of<float>(filter, inputs)[1], (10 + 101 * v) / (1 + 2 * v), 1e-4);
  filter.radius = 1;
  filter.row = {1, 2, 4};
  filter.column = {8, 1, 2};
  EXPECT_NEAR(result_of<float>(filter, inputs)[0], 42.0 / 6, 1e-5);
  EXPECT_NEAR(result_of<float>(filter, inputs)[1], 421.0 / 7, 1e-4);
  EXPECT_NEAR(result_of<float>(filter, turned)[1], 218.0 / 11, 1e-4);
}

TEST(Geometry, AnglesBetweenNormals) {
  const std::vector<float> image{0, 6, 12, 18};
  // 0, 10, 30 degrees, of several lengths; then none.
  const std::vector<float> normals{2, 0, 0, 0.98480775f, 0.17364818f, 0, 8.660254f, 5, 0, 0, 0, 0};
  const Inputs inputs{.image = view_of(image, 4, 1), .normals = view_of(normals, 4, 1, 3)};
  GeometryGuided filter = box(1);
  EXPECT_EQ(flags_of(filter, inputs), (Flags{13, 14, 15, 15}));
  EXPECT_THAT(result_of<float>(filter, inputs), IsAbout(Values{3, 3, 12, 18}));
  filter.normal_threshold = 9;
  EXPECT_EQ(flags_of(filter, inputs), (Flags{15, 15, 15, 15}));
  filter.normal_threshold = 21;
  EXPECT_EQ(flags_of(filter, inputs), (Flags{13, 12, 14, 15}));
}

TEST(Geometry, AnglesAtTheEndsOfTheRange) {
  const std::vector<float> image{0, 0};
  GeometryGuided filter = box(1);
  const auto between = [&](float degrees, const std::vector<float>& normals) {
    filter.normal_threshold = degrees;
    return flags_of(filter, {.image = view_of(image, 2, 1), .normals = view_of(normals, 2, 1, 3)});
  };
  const Flags joined{13, 14}, apart{15, 15};
  EXPECT_EQ(between(0, {0.1f, 0.7f, -0.3f, 0.1f, 0.7f, -0.3f}), joined);
  EXPECT_EQ(between(0, {0.1f, 0.7f, -0.3f, 0.1f, 0.7f, -0.30001f}), apart);
  EXPECT_EQ(between(180, {1, 2, 3, -1, -2, -3}), joined);
  EXPECT_EQ(between(180, {1, 2, 3, 0, 0, 0}), apart);
  // Lengths whose squares single precision cannot hold.
  EXPECT_EQ(between(15, {1e-25f, 0, 0, 1e30f, 0, 0}), joined);
  EXPECT_EQ(between(15, {1e-25f, 0, 0, 1e30f, 1e30f, 0}), apart);
}

TEST(Geometry, IntegerNormalsStandForMinusOneToOne) {
  const std::vector<float> image{0, 0};
  const std::vector<std::uint8_t> opposite{255, 255, 255, 0, 0, 0};
  GeometryGuided filter = box(1);
  filter.normal_threshold = 179;
  const Inputs inputs{.image = view_of(image, 2, 1), .normals = view_of(opposite, 2, 1, 3)};
  EXPECT_EQ(flags_of(filter, inputs), (Flags{15, 15}));
  filter.normal_threshold = 180;
  EXPECT_EQ(flags_of(filter, inputs), (Flags{13, 14}));
}

TEST(Geometry, DepthsAreRelativeToTheSmaller) {
  const std::vector<float> image(4, 0.0f), depth{100, 101, 104, 102};
  GeometryGuided filter = box(1);
  const Inputs inputs{.image = view_of(image, 4, 1), .depth = view_of(depth, 4, 1)};
  EXPECT_EQ(flags_of(filter, inputs), (Flags{13, 14, 13, 14}));
  filter.depth_threshold = 0.0295f;
  EXPECT_EQ(flags_of(filter, inputs), (Flags{13, 14, 13, 14}));
  filter.depth_threshold = 0.0298f;
  EXPECT_EQ(flags_of(filter, inputs), (Flags{13, 12, 12, 14}));
  // 1 is half of 2, and no more; 0 is apart from everything but 0.
  filter.depth_threshold = 0.5f;
  const std::vector<float> at_threshold{2, 3, 0, 0};
  EXPECT_EQ(flags_of(filter, {.image = view_of(image, 4, 1), .depth = view_of(at_threshold, 4, 1)}),
            (Flags{13, 14, 13, 14}));
}

TEST(Geometry, EitherBufferMakesADiscontinuity) {
  const std::vector<float> image(3, 0.0f), depth{1, 1, 2}, normals{1, 0, 0, 0, 1, 0, 0, 1, 0};
  EXPECT_EQ(flags_of(box(1), {.image = view_of(image, 3, 1),
                              .normals = view_of(normals, 3, 1, 3),
                              .depth = view_of(depth, 3, 1)}),
            (Flags{15, 15, 15}));
}

TEST(Geometry, HolesStandAlone) {
  const std::vector<float> image{1, 2, 6, 8}, holes{1, nan, 1, 1};
  const Inputs in_depth{.image = view_of(image, 4, 1), .depth = view_of(holes, 4, 1)};
  EXPECT_EQ(flags_of(box(2), in_depth), (Flags{15, 15, 13, 14}));
  EXPECT_THAT(result_of<float>(box(2), in_depth), IsAbout(Values{1, 2, 7, 7}));
  const std::vector<float> pierced{1, infinity, 6, 8}, flat(4, 1.0f);
  const Inputs in_image{.image = view_of(pierced, 4, 1), .depth = view_of(flat, 4, 1)};
  EXPECT_EQ(flags_of(box(2), in_image), (Flags{15, 15, 13, 14}));
  EXPECT_THAT(result_of<float>(box(2), in_image), ElementsAre(1, infinity, 7, 7));
  std::vector<float> normals(12, 1.0f);
  normals[4] = nan;
  const Inputs upright{.image = view_of(image, 1, 4), .normals = view_of(normals, 1, 4, 3)};
  EXPECT_EQ(flags_of(box(2), upright), (Flags{15, 15, 7, 11}));
  EXPECT_THAT(result_of<float>(box(2), upright), IsAbout(Values{1, 2, 7, 7}));
}

TEST(Geometry, AlphaAsAsked) {
  const std::vector<float> pixels{1, 0, 3, 8};
  GeometryGuided filter = box(1, 5.0f);
  Inputs inputs{.image = view_of(pixels, 2, 1, 2)};
  inputs.image.alpha = true;
  EXPECT_EQ(flags_of(filter, inputs), (Flags{13, 14}));
  EXPECT_THAT(result_of<float>(filter, inputs), ElementsAre(2, 0, 2, 8));
  filter.alpha = Alpha::filter;  // its difference is an edge
  EXPECT_EQ(flags_of(filter, inputs), (Flags{15, 15}));
  filter.edge_threshold = 9.0f;
  EXPECT_THAT(result_of<float>(filter, inputs), ElementsAre(2, 4, 2, 4));
}

TEST(Geometry, BytesAreRoundedToNearestEven) {
  const std::vector<std::uint8_t> row{10, 11, 200, 203};
  const Inputs inputs{.image = view_of(row, 4, 1)};
  EXPECT_EQ(result_of<std::uint8_t>(box(1, 0.1f), inputs),
            (std::vector<std::uint8_t>{10, 10, 202, 202}));
}

}  // namespace
}  // namespace selvage::testing
