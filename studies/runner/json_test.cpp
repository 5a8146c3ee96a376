// SPDX-License-Identifier: Apache-2.0
#include "runner/json.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "core/test_errors.hpp"

namespace selvage::studies {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Results sample_results() {
  Results results{.study = "testing", .device = "D \"1\"", .driver = "v", .processor = "p"};
  Table table{.name = "t", .title = "T", .cells = {{"a", 1}, {"b", 0}}, .notes = {"n"}};
  table.cells.add_row({1.25, "word"});
  table.cells.add_row({{}, infinity});
  results.tables.push_back(std::move(table));
  results.plots.push_back({.name = "p",
                           .title = "P",
                           .x_label = "x",
                           .y_label = "y",
                           .kind = Plot::Kind::bars,
                           .log_y = true,
                           .from_zero = false,
                           .ticks_at_points = true,
                           .x_names = {"one", "two"},
                           .series = {{"s", {0.0, 1.0}, {2.5, infinity}, true}}});
  return results;
}

TEST(Json, HoldsEveryCell) {
  const auto json = nlohmann::json::parse(to_json(sample_results()));
  EXPECT_EQ(json["study"], "testing");
  EXPECT_EQ(json["device"], "D \"1\"");
  EXPECT_EQ(json["quick"], false);
  const auto& table = json["tables"][0];
  EXPECT_EQ(table["columns"][0]["name"], "a");
  EXPECT_EQ(table["rows"][0][0], 1.25);
  EXPECT_EQ(table["rows"][0][1], "word");
  EXPECT_TRUE(table["rows"][1][0].is_null());
  EXPECT_EQ(table["rows"][1][1], "inf");
}

TEST(Json, GivesItsPlotsBack) {
  const Saved saved = from_json(to_json(sample_results()), "f.json");
  ASSERT_EQ(saved.results.plots.size(), 1u);
  const Plot& plot = saved.results.plots.front();
  EXPECT_EQ(plot.name, "p");
  EXPECT_EQ(plot.kind, Plot::Kind::bars);
  EXPECT_FALSE(plot.log_x);
  EXPECT_TRUE(plot.log_y);
  EXPECT_FALSE(plot.from_zero);
  EXPECT_TRUE(plot.ticks_at_points);
  EXPECT_EQ(plot.x_names, (std::vector<std::string>{"one", "two"}));
  ASSERT_EQ(plot.series.size(), 1u);
  EXPECT_EQ(plot.series[0].y, (std::vector<double>{2.5, infinity}));
  EXPECT_TRUE(plot.series[0].document);
}

TEST(Json, GivesEverythingBackButPictures) {
  Results results = sample_results();
  results.quick = true;
  results.pictures.push_back({.name = "photo", .image = Image(PixelType::u8, 1, 1, 1)});
  const std::string json = to_json(results);
  Saved saved = from_json(json, "f.json");
  EXPECT_EQ(saved.pictures, std::vector<std::string>{"photo"});
  saved.results.pictures.push_back({.name = "photo", .image = {}});
  EXPECT_EQ(to_json(saved.results), json);
}

TEST(Json, RefusesOtherFilesByName) {
  for (const char* text : {"", "{", "{\"study\": 1}", "{\"study\": \"s\", \"plots\": [{}]}"}) {
    const Error error = error_of([&] { from_json(text, "other.json"); });
    EXPECT_EQ(error.code(), Errc::input);
    EXPECT_TRUE(std::string(error.what()).starts_with("other.json ")) << error.what();
  }
}

}  // namespace
}  // namespace selvage::studies
