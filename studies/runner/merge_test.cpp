// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstring>

#include "backends/gpu/testing/test_folder.hpp"
#include "core/test_errors.hpp"
#include "runner/json.hpp"
#include "runner/results.hpp"
#include "selvage/io.hpp"

namespace selvage::studies {
namespace {

Table table(const std::string& name, double value) {
  Table table{.name = name, .title = name, .cells = {{"n", 0}}};
  table.cells.add_row({value});
  return table;
}

Picture picture(const std::string& name, int value) {
  Image image(PixelType::u8, 2, 2, 1);
  std::memset(image.view().data, value, image.bytes());
  return {.name = name, .image = std::move(image)};
}

// A part has a table of checks, which all parts have, and one of its own.
Results part(const std::string& own) {
  Results results{.study = "s", .device = "NVIDIA H200", .driver = "v", .processor = "p"};
  results.origin = {.date = "2026-01-31", .commit = "c", .kernels = "k", .product = "p"};
  results.tables = {table("checks", 1), table(own, 2)};
  results.pictures.push_back(picture("photo_" + own, 7));
  return results;
}

std::vector<Results> two(Results a, Results b) {
  std::vector<Results> parts;
  parts.push_back(std::move(a));
  parts.push_back(std::move(b));
  return parts;
}

TEST(Merge, KeepsWhatAllPartsHaveOnce) {
  const Results whole = merged(two(part("a"), part("b")));
  std::vector<std::string> names;
  for (const Table& table : whole.tables) names.push_back(table.name);
  EXPECT_EQ(names, (std::vector<std::string>{"checks", "a", "b"}));
  EXPECT_EQ(whole.pictures.size(), 2u);
  EXPECT_EQ(whole.origin.commit, "c");
}

TEST(Merge, RefusesPartsThatDoNotBelongTogether) {
  const auto refused = [](auto change) {
    Results other = part("b");
    change(other);
    const Error error = error_of([&] { merged(two(part("a"), std::move(other))); });
    EXPECT_EQ(error.code(), Errc::input);
    return std::string(error.what());
  };
  EXPECT_NE(refused([](Results& r) { r.study = "t"; }).find("studies"), std::string::npos);
  EXPECT_NE(refused([](Results& r) { r.device = "d"; }).find("devices"), std::string::npos);
  EXPECT_NE(refused([](Results& r) { r.driver = "w"; }).find("drivers"), std::string::npos);
  EXPECT_NE(refused([](Results& r) { r.processor = "q"; }).find("processors"), std::string::npos);
  EXPECT_NE(refused([](Results& r) { r.quick = true; }).find("sizes"), std::string::npos);
  EXPECT_NE(refused([](Results& r) { r.origin.commit = "d"; }).find("commits"), std::string::npos);
  EXPECT_NE(refused([](Results& r) { r.origin.kernels = "l"; }).find("kernels"), std::string::npos);
  EXPECT_NE(refused([](Results& r) { r.tables[0] = table("checks", 9); }).find("checks"),
            std::string::npos);
  EXPECT_NE(refused([](Results& r) {
              r.pictures.clear();
              r.pictures.push_back(picture("photo_a", 8));
            }).find("photo_a"),
            std::string::npos);
}

TEST(Merge, ReadsAndWritesFolders) {
  const gpu::TestFolder folder;
  const auto file = [&](const char* name) { return folder.path() / name / "h200-s.json"; };
  write(part("a"), "h200", folder.path() / "a");
  write(part("b"), "h200", folder.path() / "b");
  merge({file("a"), file("b")}, folder.path() / "whole");
  for (const char* name : {"s.json", "checks.csv", "a.csv", "b.csv", "photo_a.png", "photo_b.png"})
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "whole" / (std::string("h200-") + name)))
        << name;
  const Image photo = load(folder.path() / "whole" / "h200-photo_b.png");
  EXPECT_EQ(std::to_integer<int>(*photo.view().at(1, 1)), 7);
  EXPECT_EQ(error_of([&] { merge({file("none")}, folder.path()); }).code(), Errc::input);
}

}  // namespace
}  // namespace selvage::studies
