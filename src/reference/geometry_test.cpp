// SPDX-License-Identifier: Apache-2.0
// Tests the mean between discontinuities of the reference with results computed by hand.
#include <gtest/gtest.h>

#include <limits>

#include "reference/reference.hpp"
#include "reference/test_rows.hpp"

namespace selvage::reference {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

GeometryGuided box(int radius, std::optional<float> edge_threshold = {}) {
  return {.radius = radius, .weights = Weights::box, .edge_threshold = edge_threshold};
}

using Values = std::vector<double>;

TEST(ReferenceGeometry, WalksStopAtAnEdge) {
  const std::vector<float> row{1, 2, 3, 10, 11};
  const Inputs across{.image = f32_view(row, 5, 1)}, along{.image = f32_view(row, 1, 5)};
  EXPECT_EQ(discontinuities(box(2, 5.0f), across).values, (Values{13, 12, 14, 13, 14}));
  EXPECT_EQ(discontinuities(box(2, 5.0f), along).values, (Values{7, 3, 11, 7, 11}));
  for (const Inputs& inputs : {across, along}) {
    EXPECT_EQ(run(box(2, 5.0f), inputs).samples.values, (Values{2, 2, 2, 10.5, 10.5}));
    EXPECT_EQ(run(box(1, 5.0f), inputs).samples.values, (Values{1.5, 2, 2.5, 10.5, 10.5}));
    EXPECT_EQ(run(box(0, 5.0f), inputs).samples.values, (Values{1, 2, 3, 10, 11}));
  }
  EXPECT_EQ(discontinuities(box(2, 7.0f), across).values, (Values{13, 12, 12, 12, 14}));
}

// The edge between 0 and 60 stops the row's pass; the column's pass averages the row's results.
TEST(ReferenceGeometry, RowThenColumn) {
  const std::vector<float> image{0, 60, 20, 30};
  const Inputs inputs{.image = f32_view(image, 2, 2)};
  EXPECT_EQ(discontinuities(box(1, 40.0f), inputs).values, (Values{7, 7, 9, 10}));
  // Rows: 0 60 and 25 25.
  EXPECT_EQ(run(box(1, 40.0f), inputs).samples.values, (Values{12.5, 42.5, 12.5, 42.5}));
}

TEST(ReferenceGeometry, Weights) {
  const std::vector<float> row{1, 10, 100};
  GeometryGuided filter{.radius = 3, .edge_threshold = 1e6f};  // sigma_space 1
  const Inputs inputs{.image = f32_view(row, 3, 1)};
  const double w2 = w1 * w1 * w1 * w1;
  EXPECT_DOUBLE_EQ(run(filter, inputs).samples.at(0, 0, 0),
                   (1 + 10 * w1 + 100 * w2) / (1 + w1 + w2));
  filter.sigma_space = 2.0f;
  const double v = std::exp(-0.125);
  EXPECT_DOUBLE_EQ(run(filter, inputs).samples.at(1, 0, 0), (10 + 101 * v) / (1 + 2 * v));
  filter.radius = 1;
  filter.row = {1, 2, 4};
  filter.column = {5, 1, 5};
  EXPECT_DOUBLE_EQ(run(filter, inputs).samples.at(0, 0, 0), (2.0 + 40) / 6);
  EXPECT_DOUBLE_EQ(run(filter, inputs).samples.at(1, 0, 0), (1.0 + 20 + 400) / 7);
  filter.column = {8, 1, 2};
  EXPECT_DOUBLE_EQ(run(filter, {.image = f32_view(row, 1, 3)}).samples.at(0, 1, 0),
                   (8.0 + 10 + 200) / 11);
}

TEST(ReferenceGeometry, AnglesBetweenNormals) {
  const std::vector<float> image{0, 6, 12, 18};
  // 0, 10, 30 degrees, of several lengths; then none.
  const std::vector<float> normals{2, 0, 0, 0.98480775f, 0.17364818f, 0, 8.660254f, 5, 0, 0, 0, 0};
  const Inputs inputs{.image = f32_view(image, 4, 1), .normals = f32_view(normals, 4, 1, 3)};
  EXPECT_EQ(discontinuities(box(1), inputs).values, (Values{13, 14, 15, 15}));
  EXPECT_EQ(run(box(1), inputs).samples.values, (Values{3, 3, 12, 18}));
  GeometryGuided filter = box(1);
  filter.normal_threshold = 9;
  EXPECT_EQ(discontinuities(filter, inputs).values, (Values{15, 15, 15, 15}));
  filter.normal_threshold = 21;
  EXPECT_EQ(discontinuities(filter, inputs).values, (Values{13, 12, 14, 15}));
}

TEST(ReferenceGeometry, IntegerNormalsStandForMinusOneToOne) {
  const std::vector<float> image{0, 0};
  const std::vector<std::uint8_t> opposite{255, 255, 255, 0, 0, 0};
  GeometryGuided filter = box(1);
  filter.normal_threshold = 179;
  const Inputs inputs{.image = f32_view(image, 2, 1), .normals = u8_view(opposite, 2, 1, 3)};
  EXPECT_EQ(discontinuities(filter, inputs).values, (Values{15, 15}));
  filter.normal_threshold = 180;
  EXPECT_EQ(discontinuities(filter, inputs).values, (Values{13, 14}));
}

TEST(ReferenceGeometry, DepthsAreRelativeToTheSmaller) {
  const std::vector<float> image(4, 0.0f), depth{100, 101, 104, 102};
  GeometryGuided filter = box(1);
  const Inputs inputs{.image = f32_view(image, 4, 1), .depth = f32_view(depth, 4, 1)};
  EXPECT_EQ(discontinuities(filter, inputs).values, (Values{13, 14, 13, 14}));
  filter.depth_threshold = 0.0295f;  // 3 exceeds it times 101, not times 104
  EXPECT_EQ(discontinuities(filter, inputs).values, (Values{13, 14, 13, 14}));
  filter.depth_threshold = 0.0298f;
  EXPECT_EQ(discontinuities(filter, inputs).values, (Values{13, 12, 12, 14}));
}

TEST(ReferenceGeometry, EitherBufferMakesADiscontinuity) {
  const std::vector<float> image(3, 0.0f), depth{1, 1, 2}, normals{1, 0, 0, 0, 1, 0, 0, 1, 0};
  EXPECT_EQ(discontinuities(box(1), {.image = f32_view(image, 3, 1),
                                     .normals = f32_view(normals, 3, 1, 3),
                                     .depth = f32_view(depth, 3, 1)})
                .values,
            (Values{15, 15, 15}));
}

TEST(ReferenceGeometry, HolesStandAlone) {
  const std::vector<float> image{1, 2, 6, 8}, holes{1, nan, 1, 1};
  const Inputs in_depth{.image = f32_view(image, 4, 1), .depth = f32_view(holes, 4, 1)};
  EXPECT_EQ(discontinuities(box(2), in_depth).values, (Values{15, 15, 13, 14}));
  const Result result = run(box(2), in_depth);
  EXPECT_EQ(result.samples.values, (Values{1, 2, 7, 7}));
  EXPECT_EQ(result.copied, (std::vector<bool>{false, true, false, false}));
  const std::vector<float> pierced{1, infinity, 6, 8}, flat(4, 1.0f);
  const Inputs in_image{.image = f32_view(pierced, 4, 1), .depth = f32_view(flat, 4, 1)};
  EXPECT_EQ(discontinuities(box(2), in_image).values, (Values{15, 15, 13, 14}));
  EXPECT_EQ(run(box(2), in_image).samples.values, (Values{1, infinity, 7, 7}));
}

TEST(ReferenceGeometry, AlphaAsAsked) {
  const std::vector<float> pixels{1, 0, 3, 8};
  GeometryGuided filter = box(1, 5.0f);
  const Inputs inputs{.image = f32_view(pixels, 2, 1, 2, true)};
  const Result kept = run(filter, inputs);
  EXPECT_EQ(kept.samples.values, (Values{2, 0, 2, 8}));
  EXPECT_EQ(kept.copied, (std::vector<bool>{false, true, false, true}));
  filter.alpha = Alpha::filter;  // the difference in alpha is an edge
  EXPECT_EQ(discontinuities(filter, inputs).values, (Values{15, 15}));
  filter.edge_threshold = 9.0f;
  EXPECT_EQ(run(filter, inputs).samples.values, (Values{2, 4, 2, 4}));
}

TEST(ReferenceGeometry, AnyChannelMayMakeTheEdge) {
  const std::vector<float> pixels{0, 0, 0, 1, 1, 9};
  EXPECT_EQ(discontinuities(box(1, 5.0f), {.image = f32_view(pixels, 2, 1, 3)}).values,
            (Values{15, 15}));
}

}  // namespace
}  // namespace selvage::reference
