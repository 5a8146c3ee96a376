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

TEST(Gnuplot, ADocumentsLineLooksLikeTheOneThatItNames) {
  Plot plot = lines();
  plot.series.push_back({"his here", {1, 2}, {1, 2}, true});
  EXPECT_NE(
      gnuplot_script(plot, "stem")
          .find("pointtype 4 linewidth 2 dashtype 2 linecolor rgb '#d55e00' title 'his here'"),
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

TEST(Gnuplot, SeriesOfTheSameColourHaveDifferentShapes) {
  Plot plot = lines();
  plot.series.assign(20, {"one", {1, 2}, {1, 2}});
  const std::string script = gnuplot_script(plot, "stem");
  std::set<std::string> looks;
  for (std::size_t at = script.find("pointtype "); at != std::string::npos;
       at = script.find("pointtype ", at + 1))
    looks.insert(script.substr(at, script.find(" title", at) - at));
  EXPECT_EQ(looks.size(), 20u) << script;
}

TEST(Gnuplot, TicksMayStandAtThePointsAlone) {
  Plot plot = lines();
  EXPECT_EQ(gnuplot_script(plot, "stem").find("set xtics"), std::string::npos);
  plot.ticks_at_points = true;
  EXPECT_NE(gnuplot_script(plot, "stem").find("set xtics (1, 2, 4)\n"), std::string::npos);
}

TEST(Gnuplot, ALogarithmOfTwoDecadesHasLabelsBetweenPowers) {
  Plot plot = lines();
  plot.series = {{"s", {1, 2}, {0.02, 0.6}}};
  EXPECT_NE(gnuplot_script(plot, "stem").find("set ytics (1e-3, 2e-3, 5e-3, 1e-2"),
            std::string::npos);
  plot.series = {{"s", {1, 2}, {0.02, 60}}};
  EXPECT_EQ(gnuplot_script(plot, "stem").find("set ytics"), std::string::npos);
}

TEST(Gnuplot, LegendsStandWhereNoAxisHasLabels) {
  EXPECT_NE(gnuplot_script(lines(), "stem").find("set key outside right"), std::string::npos);
  EXPECT_NE(gnuplot_script(bars(), "stem").find("set key tmargin"), std::string::npos);
}

TEST(Gnuplot, LongNamesOfBarsAreTurned) {
  Plot plot = bars();
  EXPECT_EQ(gnuplot_script(plot, "stem").find("set xtics rotate"), std::string::npos);
  plot.x_names = {"14: five groups", "15: short sums", "16: none", "17: a much longer name",
                  "product"};
  EXPECT_NE(gnuplot_script(plot, "stem").find("set xtics rotate by 40 right"), std::string::npos);
}

TEST(Gnuplot, ASinglePointHasNoLineAndManyPointsNoMarks) {
  Plot plot = lines();
  plot.series = {{"one", {2}, {3}}, {"some", {1, 2}, {3, 4}}, {"many", {}, {}}};
  for (int i = 1; i <= 100; ++i) {
    plot.series[2].x.push_back(i);
    plot.series[2].y.push_back(i);
  }
  const std::string script = gnuplot_script(plot, "stem");
  EXPECT_NE(script.find("$data0 using 1:2 with points pointsize"), std::string::npos) << script;
  EXPECT_NE(script.find("$data1 using 1:2 with linespoints pointsize"), std::string::npos);
  EXPECT_NE(script.find("$data2 using 1:2 with lines linewidth"), std::string::npos);
}

TEST(Gnuplot, ThereIsRoomBesideTheFirstAndTheLastPoint) {
  Plot plot = lines();
  plot.log_x = false;
  plot.series = {{"s", {0, 100}, {1, 2}}};
  EXPECT_NE(gnuplot_script(plot, "stem").find("set xrange [-3:103]"), std::string::npos);
  plot.series = {{"s", {5}, {1}}};
  EXPECT_EQ(gnuplot_script(plot, "stem").find("set xrange"), std::string::npos);
}

TEST(Gnuplot, ALinearAxisBeginsAtZeroUnlessItNeedNot) {
  Plot plot = bars();
  EXPECT_NE(gnuplot_script(plot, "stem").find("set yrange [0:*]"), std::string::npos);
  plot.from_zero = false;
  EXPECT_EQ(gnuplot_script(plot, "stem").find("set yrange"), std::string::npos);
}

TEST(Gnuplot, NoPointLiesOnTheFrame) {
  Plot plot = bars();
  plot.from_zero = false;
  EXPECT_NE(gnuplot_script(plot, "stem").find("set offsets 0, 0, graph 0.05"), std::string::npos);
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
