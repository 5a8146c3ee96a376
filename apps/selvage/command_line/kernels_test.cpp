// SPDX-License-Identifier: Apache-2.0
#include "command_line/kernels.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "selvage/error.hpp"

namespace selvage::cli {
namespace {

using ::testing::ElementsAre;

std::string file(const std::string& text) {
  const std::string name = ::testing::TempDir() + "selvage_matrix.txt";
  std::ofstream(name) << text;
  return name;
}

double sum_of(const NamedKernel& m) {
  double sum = 0.0;
  for (const float value : m.values) sum += double{value} * double{m.scale};
  return sum;
}

TEST(Kernels, LinesEndInAnyWay) {
  for (const char* end : {"\n", "\r\n", "\r"}) {
    const std::string text = std::string("1 2 3") + end + "4 5 6" + end + "7 8 9" + end;
    const NamedKernel kernel = find_kernel("-k", file(text));
    EXPECT_EQ(kernel.width, 3);
    EXPECT_EQ(kernel.height, 3);
  }
}

TEST(Kernels, BuiltIn) {
  EXPECT_THAT(find_kernel("-k", "sharpen").values, ElementsAre(0, -1, 0, -1, 5, -1, 0, -1, 0));
  EXPECT_THAT(find_kernel("-k", "sharpen8").values, ElementsAre(-1, -1, -1, -1, 9, -1, -1, -1, -1));
  EXPECT_THAT(find_kernel("-k", "edge-y").values, ElementsAre(-1, -1, -1, 0, 0, 0, 1, 1, 1));
  EXPECT_THAT(find_kernel("-k", "emboss").values, ElementsAre(2, 0, 0, 0, -1, 0, 0, 0, -1));
  EXPECT_EQ(sharpen8(1.0), find_kernel("-k", "sharpen8").values);
  EXPECT_THAT(find_kernel("-k", "sobel-x").values, ElementsAre(-1, 0, 1, -2, 0, 2, -1, 0, 1));
  EXPECT_THAT(find_kernel("-k", "sobel-y").values, ElementsAre(-1, -2, -1, 0, 0, 0, 1, 2, 1));
  EXPECT_THAT(find_kernel("-k", "laplacian").values, ElementsAre(0, 1, 0, 1, -4, 1, 0, 1, 0));
  EXPECT_EQ(find_kernel("-k", "edge").scale, 8.0f);
  const NamedKernel unsharp = find_kernel("-k", "unsharp");
  constexpr int binomial[] = {1, 4, 6, 4, 1};
  for (int y = 0; y < 5; ++y)
    for (int x = 0; x < 5; ++x)
      EXPECT_EQ(unsharp.values[5 * y + x],
                (x == 2 && y == 2 ? 512 : 0) - binomial[x] * binomial[y]);
  for (const char* name : {"sharpen", "sharpen8", "unsharp", "box", "gauss5"})
    EXPECT_NEAR(sum_of(find_kernel("-k", name)), 1.0, 1e-6) << name;
  for (const char* name : {"edge", "edge-y", "emboss", "sobel-x", "sobel-y", "laplacian"})
    EXPECT_EQ(sum_of(find_kernel("-k", name)), 0.0) << name;
  const NamedKernel gauss = find_kernel("-k", "gauss5");
  EXPECT_EQ(gauss.width * gauss.height, static_cast<int>(gauss.values.size()));
  EXPECT_EQ(gauss.values[12], 41.0f);
}

TEST(Kernels, Files) {
  const NamedKernel m = find_kernel("-k", file("# a\r\n1, -2,3\r\n\n\t1/4 5e-1 .5 # b"));
  EXPECT_THAT(m.values, ElementsAre(1, -2, 3, 0.25f, 0.5f, 0.5f));
  EXPECT_EQ(m.width, 3);
  EXPECT_EQ(m.height, 2);
  EXPECT_EQ(m.scale, 1.0f);
  for (const char* text : {"", "#", "1 2\n3", "1 x", "1 nan", "1 2e99", "1 5%"})
    EXPECT_THROW(find_kernel("-k", file(text)), Error) << text;
}

TEST(Kernels, Rows) {
  EXPECT_THAT(parse_numbers("--row", "1 2 1"), ElementsAre(1, 2, 1));
  EXPECT_THAT(parse_numbers("--row", " 1/4,1/2 , 0.25"), ElementsAre(0.25f, 0.5f, 0.25f));
  for (const char* text : {"", " ,", "1 x", "1/0", "inf", "1;2"})
    EXPECT_THROW(parse_numbers("--row", text), Error) << text;
}

}  // namespace
}  // namespace selvage::cli
