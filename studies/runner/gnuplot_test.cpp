// SPDX-License-Identifier: Apache-2.0
#include "runner/gnuplot.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>

#include "backends/gpu/testing/test_folder.hpp"
#include "core/test_errors.hpp"

namespace selvage::studies {
namespace {

Plot lines() {
  return {.name = "l",
          .title = "It's a plot",
          .x_label = "x_1",
          .y_label = "y",
          .kind = Plot::Kind::lines,
          .log_x = true,
          .log_y = true,
          .series = {{"document", {1, 2, 4}, {3, 2, 0}, true}, {"here", {1, 2, 4}, {1, 0.5, 0.2}}}};
}

Plot bars() {
  return {.name = "b",
          .title = "Bars",
          .x_label = "",
          .y_label = "ms",
          .kind = Plot::Kind::bars,
          .x_names = {"a", "say \"b\"", "c"},
          .series = {{"document", {2}, {5}, true}, {"here", {0, 1, 2}, {1, 2, 3}}}};
}

TEST(Gnuplot, DocumentsLinesAreDashed) {
  const std::string script = gnuplot_script(lines(), "stem");
  EXPECT_NE(script.find("dashtype 2 linecolor rgb '#0072b2' title 'document'"), std::string::npos);
  EXPECT_NE(script.find("dashtype 1 linecolor rgb '#d55e00' title 'here'"), std::string::npos);
  EXPECT_NE(script.find("set title 'It''s a plot'"), std::string::npos);
}

TEST(Gnuplot, ADocumentsLineHasTheColourOfTheOneThatItNames) {
  Plot plot = lines();
  plot.series.push_back({"his here", {1, 2}, {1, 2}, true});
  EXPECT_NE(
      gnuplot_script(plot, "stem").find("dashtype 2 linecolor rgb '#d55e00' title 'his here'"),
      std::string::npos);
}

TEST(Gnuplot, TenSeriesHaveTenColours) {
  Plot plot = lines();
  plot.series.assign(10, {"one", {1, 2}, {1, 2}});
  const std::string script = gnuplot_script(plot, "stem");
  std::set<std::string> colours;
  for (std::size_t at = script.find("rgb '"); at != std::string::npos;
       at = script.find("rgb '", at + 1))
    if (script.compare(at + 13, 6, " title") == 0) colours.insert(script.substr(at + 5, 7));
  EXPECT_EQ(colours.size(), 10u) << script;
}

TEST(Gnuplot, TicksMayStandAtThePointsAlone) {
  Plot plot = lines();
  EXPECT_EQ(gnuplot_script(plot, "stem").find("set xtics"), std::string::npos);
  plot.ticks_at_points = true;
  EXPECT_NE(gnuplot_script(plot, "stem").find("set xtics (1, 2, 4)\n"), std::string::npos);
}

TEST(Gnuplot, ALinearAxisBeginsAtZeroUnlessItNeedNot) {
  Plot plot = bars();
  EXPECT_NE(gnuplot_script(plot, "stem").find("set yrange [0:*]"), std::string::npos);
  plot.from_zero = false;
  EXPECT_EQ(gnuplot_script(plot, "stem").find("set yrange"), std::string::npos);
}

TEST(Gnuplot, LeavesOutWhatALogarithmCannotShow) {
  EXPECT_NE(gnuplot_script(lines(), "stem").find("$data0 << END\n1 3\n2 2\nEND\n"),
            std::string::npos);
}

TEST(Gnuplot, BarsOfAGroupStandTogether) {
  EXPECT_NE(gnuplot_script(bars(), "stem")
                .find("$data << END\n\"a\" ? 1\n\"say 'b'\" ? 2\n\"c\" 5 3\nEND\n"),
            std::string::npos);
}

std::string start_of(const std::filesystem::path& path, std::size_t bytes) {
  std::ifstream file(path, std::ios::binary);
  std::string text(bytes, '\0');
  file.read(text.data(), static_cast<std::streamsize>(bytes));
  return text;
}

TEST(Gnuplot, DrawsBothFiles) {
  if (!has_gnuplot()) GTEST_SKIP() << "no gnuplot here";
  const gpu::TestFolder folder;
  for (const Plot& plot : {lines(), bars()}) {
    const auto stem = folder.path() / ("it's " + plot.name);
    draw(plot, stem);
    EXPECT_EQ(start_of(stem.string() + ".png", 4), "\x89PNG");
    EXPECT_EQ(start_of(stem.string() + ".svg", 5), "<?xml");
  }
}

TEST(Gnuplot, SaysWhatItCannotDraw) {
  const gpu::TestFolder folder;
  Plot empty = lines();
  empty.series.front().y = empty.series.back().y = {0, 0, 0};
  EXPECT_EQ(error_of([&] { draw(empty, folder.path() / "e"); }).code(), Errc::output);
  if (!has_gnuplot()) GTEST_SKIP() << "no gnuplot here";
  EXPECT_EQ(error_of([&] { draw(lines(), folder.path() / "none" / "e"); }).code(), Errc::output);
}

}  // namespace
}  // namespace selvage::studies
