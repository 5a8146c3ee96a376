// SPDX-License-Identifier: Apache-2.0
// Tables 6.4 to 6.9, figures 6.1 and 6.2.

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "larsson2015_case_study/document.hpp"
#include "larsson2015_case_study/experiments.hpp"
#include "larsson2015_case_study/figures.hpp"
#include "larsson2015_case_study/measure.hpp"
#include "runner/pictures.hpp"

namespace selvage::studies::larsson {
namespace {

constexpr double ms = 1e3;

Cell maybe(std::optional<double> value, double scale = 1.0) {
  return value ? Cell{*value * scale} : Cell{};
}

Cell ratio(std::optional<double> above, std::optional<double> below) {
  return above && below && *below > 0.0 ? Cell{*above / *below} : Cell{};
}

std::optional<DocumentBest> his_best(const TestImage& image, int radius) {
  return image.his_size ? document_best(image.number, radius) : std::nullopt;
}

std::optional<double> his_time(const TestImage& image, int radius, int version) {
  return image.his_size ? document_time(image.number, radius, version) : std::nullopt;
}

Cell tiling_of(const Setup& setup) {
  return tiles(entry(setup.rung)) ? Cell{double(setup.tiling)} : Cell{std::string("none")};
}

Cell sequential_text(const BaselineTime& time) {
  return fmt::format("{:.4g}{}", ms * time.seconds, time.sampled ? " (sampled)" : "");
}

std::string title(const char* what, const TestImage& image) {
  return fmt::format("{}, image {}, {}x{}", what, image.number, image.width, image.height);
}

std::vector<Cell> best_row(const TestImage& image, const Measured& m) {
  const auto his = his_best(image, m.radius);
  const std::optional<Timed> best = m.best(0);
  const auto seconds = his ? std::optional(his->seconds) : std::nullopt;
  const auto his_sequential = his ? std::optional(his->sequential) : std::nullopt;
  std::vector<Cell> row{double(m.radius),
                        his ? Cell{std::string(his->fastest)} : Cell{},
                        Cell{},
                        maybe(his_sequential, ms),
                        sequential_text(m.sequential),
                        maybe(seconds, ms)};
  if (!best) {
    row.resize(13);
    return row;
  }
  const double ours = best->times.average;
  row[2] = std::string(entry(best->setup.rung).name);
  row.insert(
      row.end(),
      {ours * ms, best->times.median * ms, spread_ms(best->times), ratio(seconds, ours),
       ratio(his_sequential, seconds), m.sequential.seconds / ours,
       fmt::format("{}, N {}", best->setup.block,
                   tiles(entry(best->setup.rung)) ? std::to_string(best->setup.tiling) : "none")});
  return row;
}

std::vector<Cell> best_product_row(const TestImage& image, const Measured& m) {
  const auto his = his_best(image, m.radius);
  const auto seconds = his ? std::optional(his->seconds) : std::nullopt;
  return {double(m.radius),
          Cell{},
          "product, " + m.candidate,
          Cell{},
          sequential_text(m.sequential),
          maybe(seconds, ms),
          m.product.average * ms,
          m.product.median * ms,
          spread_ms(m.product),
          ratio(seconds, m.product.average),
          Cell{},
          m.sequential.seconds / m.product.average,
          Cell{}};
}

// Tables 6.4, 6.5, 6.6.
Table best_table(const TestImage& image, const std::vector<Measured>& all) {
  Table table{.name = fmt::format("table_6_{}", 3 + image.number),
              .title = title("The fastest version for each radius", image),
              .cells = {{"radius", 0},
                        {"fastest, his"},
                        {"fastest, ours"},
                        {"sequential, his, ms", 0},
                        {"sequential, ours, ms"},
                        {"time, his, ms", 4},
                        {"time, ours, ms", 4},
                        {"median, ms", 4},
                        {"quartiles, ms"},
                        {"his / ours", 2},
                        {"speedup, his", 1},
                        {"speedup, ours", 1},
                        {"block, ours"}},
              .notes = {"Speedups are over the sequential version. His blocks are 16x16.",
                        "Where all blocks and N would take over 4 s, each ran once and the fastest "
                        "of each version is timed."}};
  for (const Measured& m : all) table.cells.add_row(best_row(image, m));
  for (const Measured& m : all) table.cells.add_row(best_product_row(image, m));
  return table;
}

std::vector<Cell> version_row(const TestImage& image, const Measured& m, const Timed& timed) {
  const int version = timed.setup.rung;
  const auto his = his_time(image, m.radius, version);
  const auto his_naive = his_time(image, m.radius, 1);
  const auto best = his_best(image, m.radius);
  const std::optional<Timed> naive = m.best(1);
  const double ours = timed.times.average;
  return {double(m.radius),
          std::string(entry(version).name),
          maybe(his, ms),
          ours * ms,
          timed.times.median * ms,
          spread_ms(timed.times),
          ratio(his, ours),
          best ? ratio(best->sequential, his) : Cell{},
          m.sequential.seconds / ours,
          ratio(his_naive, his),
          naive ? Cell{naive->times.average / ours} : Cell{},
          double(timed.setup.block),
          tiling_of(timed.setup)};
}

// Tables 6.7, 6.8, 6.9.
Table version_table(const TestImage& image, const std::vector<Measured>& all,
                    const Settings& settings) {
  Table table{.name = fmt::format("table_6_{}", 6 + image.number),
              .title = title("The best time of each version", image),
              .cells = {{"radius", 0},
                        {"version"},
                        {"time, his, ms", 4},
                        {"time, ours, ms", 4},
                        {"median, ms", 4},
                        {"quartiles, ms"},
                        {"his / ours", 2},
                        {"over sequential, his", 1},
                        {"over sequential, ours", 1},
                        {"over naive, his", 3},
                        {"over naive, ours", 3},
                        {"block, ours", 0},
                        {"N, ours", 0}}};
  const std::vector<int> wanted = settings.table_radii();
  for (const Measured& m : all) {
    if (std::ranges::find(wanted, m.radius) == wanted.end()) continue;
    for (int version = 1; version <= his_versions; ++version)
      if (const auto timed = m.best(version)) table.cells.add_row(version_row(image, m, *timed));
    const std::optional<Timed> naive = m.best(1);
    table.cells.add_row({double(m.radius), "product, " + m.candidate, Cell{},
                         m.product.average * ms, m.product.median * ms, spread_ms(m.product),
                         Cell{}, Cell{}, m.sequential.seconds / m.product.average, Cell{},
                         naive ? Cell{naive->times.average / m.product.average} : Cell{}, Cell{},
                         Cell{}});
  }
  return table;
}

Headline headline_of(const Measured& m) {
  const auto speedup = [&](const std::optional<Timed>& timed) {
    return timed ? m.sequential.seconds / timed->times.average : 0.0;
  };
  return {.radius = m.radius,
          .naive = speedup(m.best(1)),
          .best = speedup(m.best(0)),
          .product = m.sequential.seconds / m.product.average};
}

}  // namespace

void compare_versions(Rungs& rungs, const Settings& settings, const TestImage& image) {
  Session& session = rungs.session();
  Workplace place(rungs, scene(session, PixelType::u8, image.width, image.height, 3));
  std::vector<Measured> all;
  std::vector<Headline> headlines;
  for (const int radius : settings.radii) {
    all.push_back(measure(place, rungs, settings, radius));
    headlines.push_back(headline_of(all.back()));
  }
  session.keep(best_table(image, all));
  session.keep(version_table(image, all, settings));
  keep_headlines(session, image, headlines);
  if (image.number == 1) keep_figures(session, settings, image, all.front());
}

}  // namespace selvage::studies::larsson
