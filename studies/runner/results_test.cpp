// SPDX-License-Identifier: Apache-2.0
#include "runner/results.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

namespace selvage::studies {
namespace {

TEST(DeviceSlug, IsTheModel) {
  EXPECT_EQ(device_slug("NVIDIA H200", false), "h200");
  EXPECT_EQ(device_slug("NVIDIA H100 80GB HBM3", false), "h100");
  EXPECT_EQ(device_slug("Tesla V100-SXM2-16GB", false), "v100");
  EXPECT_EQ(device_slug("Intel(R) Arc(TM) A770 Graphics", false), "a770");
  EXPECT_EQ(device_slug("GeForce GTX 1080 Ti", false), "1080");
  EXPECT_EQ(device_slug("Some GPU", false), "somegpu");
  EXPECT_EQ(device_slug("", false), "device");
  EXPECT_EQ(device_slug("cpu-skylake-avx512-Intel(R) Xeon(R) 8", true), "pocl");
}

Table empty_table() {
  return {.name = "t",
          .title = "A table",
          .cells = {{"kernel", 0}, {"time, ms", 2}, {"runs", 0}},
          .notes = {"a note"}};
}

Table sample_table() {
  Table table = empty_table();
  table.cells.add_row({"naive", 12.3456, 10.0});
  table.cells.add_row({"µ-step \"2\", best", {}, 7.0});
  table.cells.add_row({"a \"3\"", 0.5, {}});
  return table;
}

TEST(Cells, RefuseARowWithoutACellForEachColumn) {
  Table table = empty_table();
  EXPECT_THROW(table.cells.add_row({"naive", 12.3456}), std::logic_error);
  EXPECT_THROW(table.cells.add_row({"naive", 12.3456, 10.0, {}}), std::logic_error);
  EXPECT_TRUE(table.cells.rows().empty());
  EXPECT_NO_THROW(table.cells.add_row({"naive", {}, 10.0}));
}

TEST(Cells, RefuseAColumnAfterARow) {
  Table table = empty_table();
  EXPECT_NO_THROW(table.cells.add_column({"registers", 0}));
  table.cells.add_row({"naive", 12.3456, 10.0, 40.0});
  EXPECT_THROW(table.cells.add_column({"occupancy", 2}), std::logic_error);
}

TEST(TableText, AlignsNumbersRightAndWordsLeft) {
  EXPECT_EQ(text(sample_table()),
            "A table\n"
            "  kernel            time, ms  runs\n"
            "  naive                12.35    10\n"
            "  µ-step \"2\", best         -     7\n"
            "  a \"3\"                 0.50     -\n"
            "  a note");
}

TEST(TableText, SaysInfinity) {
  Table table = empty_table();
  table.cells.add_row({"x", std::numeric_limits<double>::infinity(), 1.0});
  EXPECT_NE(text(table).find(" inf "), std::string::npos);
}

TEST(TableCsv, QuotesWhatWouldEndAField) {
  EXPECT_EQ(csv(sample_table()),
            "kernel,\"time, ms\",runs\n"
            "naive,12.3456,10\n"
            "\"µ-step \"\"2\"\", best\",,7\n"
            "\"a \"\"3\"\"\",0.5,\n");
}

}  // namespace
}  // namespace selvage::studies
