// SPDX-License-Identifier: Apache-2.0
#include "runner/rung.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <regex>

namespace selvage::studies {
namespace {

constexpr Study study{.name = "testing", .title = "", .takes = {}, .run = nullptr};

TEST(Rung, TextsAreFoundByStudyAndFile) {
  EXPECT_NE(rung_text(study, "04_reversed.cl").find("void reversed("), std::string_view::npos);
  EXPECT_THROW(rung_text(study, "05_none.cl"), std::logic_error);
}

TEST(Rung, SourceIsDialectsTablesSharedTextsThenTheFile) {
  const std::string source =
      rung_source(study, {.file = "01_scaled.cl", .tables = {{"TABLE", {1.0f, 2.0f}}}});
  std::size_t before = 0;
  for (const char* part : {"#define LOCAL_X", "#define FAST_EXP", "CONSTANT float TABLE[2]",
                           "} Amount;", "#line 1 \"01_scaled.cl\"", "void scaled("}) {
    const std::size_t at = source.find(part, before);
    ASSERT_NE(at, std::string::npos) << part;
    before = at;
  }
}

TEST(Rung, ReadersTextStandsInPlaceOfTheFile) {
  const std::string source = rung_source(study, {.file = "mine.cl", .text = "of mine\n"});
  EXPECT_TRUE(source.ends_with("#line 1 \"mine.cl\"\nof mine\n"));
}

TEST(Rung, TablesKeepEveryBit) {
  const std::vector<float> values = {1.0f,  0.1f, 1e-30f, 3.0e38f, 1.0f / 3.0f, -0x1.fffffep-3f,
                                     1e-45f};
  const std::string text = table_text({"T", values});
  EXPECT_TRUE(text.starts_with("CONSTANT float T[7] = {1.0f, 0.1f, "));
  const std::regex number("([-0-9.e+]+)f, ");
  std::vector<float> read;
  for (auto it = std::sregex_iterator(text.begin(), text.end(), number);
       it != std::sregex_iterator(); ++it)
    read.push_back(std::strtof((*it)[1].str().c_str(), nullptr));
  EXPECT_EQ(read, values);
}

}  // namespace
}  // namespace selvage::studies
