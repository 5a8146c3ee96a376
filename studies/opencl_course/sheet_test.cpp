// SPDX-License-Identifier: Apache-2.0
#include "opencl_course/sheet.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/test_errors.hpp"

namespace selvage::studies::course {
namespace {

// The header that section 3.2 of the sheet prints.
constexpr const char* convolution =
    "__kernel __attribute__((reqd_work_group_size(TILE_X, TILE_Y, 1)))\n"
    "void Convolution(\n"
    "  __global float* d_Dst,  // the result\n"
    "  __global const float* d_Src,\n"
    "  __constant float* c_Kernel,\n"
    "  uint Width, uint Height, uint Pitch\n"
    ")\n"
    "{ d_Dst[0] = 0.0f; }\n";

std::string after_line_1(const std::string& text) {
  return text.substr(text.find("#line 1\n") + 8);
}

TEST(Sheet, HeadersBecomeTheDialects) {
  const std::string text = after_line_1(in_the_dialect(convolution));
  EXPECT_TRUE(text.starts_with("KERNEL(GROUP_WIDTH, GROUP_HEIGHT) void Convolution(")) << text;
  EXPECT_NE(text.find("ARGUMENTS(CourseImage, image)) {"), std::string::npos) << text;
  EXPECT_EQ(text.find("uint Width,"), std::string::npos) << text;
  for (const char* line : {"uint Width = image.width;", "uint Height = image.height;",
                           "uint Pitch = image.pitch;", "c_Kernel = WEIGHTS;"})
    EXPECT_NE(text.find(line), std::string::npos) << line << " in " << text;
}

TEST(Sheet, LinesKeepTheirNumbers) {
  const std::string text = std::string("/* two\nlines */\n") + convolution + "int last;\n";
  const std::string result = after_line_1(in_the_dialect(text));
  const auto line_of = [](const std::string& all) {
    return std::count(all.begin(), all.begin() + static_cast<int>(all.find("int last")), '\n');
  };
  EXPECT_EQ(line_of(result), line_of(text));
}

TEST(Sheet, ALocalHistogramIsDeclaredInTheBody) {
  const std::string text = in_the_dialect(
      "__kernel void compute_histogram_local_memory(__global int* histogram,\n"
      "__global const float* img, int width, int num_hist_bins, __local int* local_hist) { }");
  EXPECT_NE(text.find("__local int local_hist[BINS];"), std::string::npos) << text;
  EXPECT_NE(text.find("int width = args.image.width;"), std::string::npos) << text;
  EXPECT_NE(text.find("int num_hist_bins = BINS;"), std::string::npos) << text;
  EXPECT_NE(text.find("ARGUMENTS(CourseHistogram, args)"), std::string::npos) << text;
}

TEST(Sheet, EachPassHasItsOwnWeights) {
  const std::string text =
      in_the_dialect("kernel void ConvVertical(global float* d_Dst, constant float* c_Kernel) {}");
  EXPECT_NE(text.find("c_Kernel = COLUMN;"), std::string::npos) << text;
}

TEST(Sheet, ComparisonsOfGeometryAreGivenUnlessTheFileHasThem) {
  const std::string call =
      "__kernel void DiscontinuityHorizontal(__global uchar* d_Disc, __global float4* "
      "d_NormDepth,\n"
      "int Width) { d_Disc[0] = IsNormalDiscontinuity(d_NormDepth[0], d_NormDepth[1]); }";
  const std::string own = "bool IsNormalDiscontinuity(float4 a, float4 b) { return a.x < b.x; }\n";
  const std::string given = "#define IsNormalDiscontinuity(a, b) is_normal_discontinuity(a, b)\n";
  EXPECT_NE(in_the_dialect(call).find(given), std::string::npos);
  EXPECT_EQ(in_the_dialect(own + call).find(given), std::string::npos);
  EXPECT_NE(in_the_dialect(own + call).find("#define IsDepthDiscontinuity"), std::string::npos);
}

TEST(Sheet, FlagsAreBytes) {
  const auto text = [](const char* type) {
    return fmt::format(
        "__kernel void DiscontinuityVertical(__global {0}* d_Disc, __global const float4* g) {{}}\n"
        "__kernel void ConvVertical(__global float* d_Dst, __global float* d_Src,\n"
        "__global const {0}* d_Disc, __constant float* c_Kernel) {{}}",
        type);
  };
  EXPECT_NO_THROW(in_the_dialect(text("uchar")));
  EXPECT_NO_THROW(in_the_dialect(text("unsigned char")));
  const Error error = error_of([&] { in_the_dialect(text("int")); });
  EXPECT_EQ(error.code(), Errc::input);
  EXPECT_NE(std::string(error.what()).find("int* d_Disc"), std::string::npos) << error.what();
}

TEST(Sheet, AnUnknownParameterIsNamed) {
  const Error error = error_of(
      [] { in_the_dialect("__kernel void Convolution(__global float* to, int depth) {}"); });
  EXPECT_EQ(error.code(), Errc::input);
  EXPECT_NE(std::string(error.what()).find("depth"), std::string::npos) << error.what();
}

TEST(Sheet, CommentsAreNoCode) {
  EXPECT_TRUE(is_opencl_c(convolution));
  EXPECT_FALSE(
      is_opencl_c("// __kernel void f(int a) {\nKERNEL(1, 1) void f(GLOBAL float* to) {}"));
  EXPECT_TRUE(declares_local_memory("LOCAL_ARRAY float tile[2];"));
  EXPECT_TRUE(declares_local_memory("__local float tile[2];"));
  EXPECT_FALSE(declares_local_memory("float tile[2];  // not __local\n/* LOCAL_ARRAY */"));
  EXPECT_EQ(without_comments("a/*b\nc*/d//e\nf"), "a \nd \nf");
}

}  // namespace
}  // namespace selvage::studies::course
