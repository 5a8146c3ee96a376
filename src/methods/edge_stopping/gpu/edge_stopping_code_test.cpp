// SPDX-License-Identifier: Apache-2.0
#include "methods/edge_stopping/gpu/edge_stopping_code.hpp"

#include <gmock/gmock.h>

#include <cmath>

namespace selvage::gpu {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

Problem problem(const GeometryGuided& filter, PixelType type = PixelType::u8) {
  return {.filter = filter, .type = type, .width = 64, .height = 48, .channels = 4, .alpha = true};
}

TEST(GeometryCode, TheTextHoldsEverything) {
  for (const auto& [file, function] : {std::pair{"geometry_marks", "geometry_marks"},
                                       {"geometry_flags", "geometry_flags"},
                                       {"geometry_tile", "geometry_rows"},
                                       {"geometry_tile", "geometry_columns"},
                                       {"geometry_taps", "geometry_taps"}}) {
    const Code code = geometry_code({.file = file, .function = function}, problem({}), {}, true);
    EXPECT_THAT(code.source, HasSubstr(std::string("void ") + function + "("));
    EXPECT_THAT(code.source, Not(HasSubstr("#include")));
    EXPECT_THAT(code.options, Contains("-DAVERAGED=3"));
  }
}

// Values that change no instruction of a loop are arguments.
TEST(GeometryCode, ProgramsAreShared) {
  const Group group{.width = 32, .height = 8, .rows = 4};
  const auto options = [&](const char* file, const char* function, const GeometryGuided& filter) {
    return geometry_code({.file = file, .function = function, .group = group}, problem(filter), {},
                         true)
        .options;
  };
  EXPECT_EQ(options("geometry_marks", "geometry_marks", {.radius = 3}),
            options("geometry_marks", "geometry_marks", {.radius = 7}));
  EXPECT_EQ(options("geometry_taps", "geometry_taps", {.radius = 30}),
            options("geometry_taps", "geometry_taps", {.radius = 70}));
  EXPECT_NE(options("geometry_tile", "geometry_rows", {.radius = 3}),
            options("geometry_tile", "geometry_rows", {.radius = 4}));
}

// Later channels add what they show, and are read for holes alone where there are normals.
TEST(GeometryCode, LaterBlocksAddToTheMarks) {
  Problem p = problem({}, PixelType::f32);
  p.channels = 9;
  p.shapes.normals.width = 64;
  const GeometryText text{
      .file = "geometry_marks", .function = "geometry_marks", .group = {}, .block = 1};
  const Code code = geometry_code(text, p, {}, true);
  EXPECT_THAT(code.options, Contains("-DADDS=1"));
  EXPECT_THAT(code.options, Contains("-DHAS_NORMALS=0"));
  EXPECT_THAT(code.options, Contains("-DCOMPARES_SAMPLES=0"));
  EXPECT_THAT(code.options, Contains("-DIMAGE_HOLES=1"));
  EXPECT_THAT(code.options, Contains("-DDENSE=0"));
  EXPECT_TRUE(marks_read(p, 1));
  p.type = PixelType::u8;
  EXPECT_FALSE(marks_read(p, 1));
  p.shapes.normals.width = 0;
  EXPECT_TRUE(marks_read(p, 1));
}

TEST(GeometryArguments, Thresholds) {
  GeometryGuided filter{.normal_threshold = 60, .edge_threshold = 0.5f};
  SelvageGeometry a = geometry_arguments(problem(filter));
  EXPECT_FLOAT_EQ(a.cosine, 0.25f);
  EXPECT_EQ(a.edge_threshold, 127.0f);  // a difference of 127.5 or more is one of 128
  EXPECT_EQ(geometry_arguments(problem(filter, PixelType::f32)).edge_threshold, 0.5f);
  filter.normal_threshold = 120;
  a = geometry_arguments(problem(filter));
  EXPECT_FLOAT_EQ(a.cosine, -0.25f);
  const double cosine = std::cos(double{120} * 3.14159265358979323846 / 180.0);
  EXPECT_NEAR(double{a.cosine} + double{a.cosine_rest}, -cosine * cosine, 1e-14);
}

TEST(GeometryArguments, WeightsAreInPartsOfTheCentres) {
  const GeometryGuided filter{.radius = 1, .row = {1, 2, 4}, .column = {3, 1, 0}};
  const SelvageGeometry a = geometry_arguments(problem(filter));
  EXPECT_THAT(std::vector<float>(a.row, a.row + 3), ElementsAre(0.5f, 1.0f, 2.0f));
  EXPECT_THAT(std::vector<float>(a.column, a.column + 3), ElementsAre(3.0f, 1.0f, 0.0f));
}

TEST(GeometryTables, SumsOutwards) {
  const GeometryGuided filter{.radius = 1, .row = {1, 2, 4}, .column = {3, 1, 0}};
  EXPECT_THAT(weight_tables(filter), ElementsAre(0.5f, 1.0f, 2.0f,        // row, column
                                                 3.0f, 1.0f, 0.0f,        //
                                                 1.0f, 1.5f, 0.0f, 2.0f,  // back, forth
                                                 1.0f, 4.0f, 0.0f, 0.0f));
  EXPECT_THAT(reciprocal_tables(filter),
              ElementsAre(1.0f, 1 / 3.0f, 1 / 1.5f, 1 / 3.5f,  // by taps back, then forth
                          1.0f, 1.0f, 0.25f, 0.25f));
}

}  // namespace
}  // namespace selvage::gpu
