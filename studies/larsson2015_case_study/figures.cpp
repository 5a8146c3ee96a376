// SPDX-License-Identifier: Apache-2.0
#include "larsson2015_case_study/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "larsson2015_case_study/document.hpp"

namespace selvage::studies::larsson {
namespace {

// Version 1's time with such blocks; none: it did not run with them.
std::optional<double> naive_time(const Measured& measured, int block) {
  for (const Timed& timed : measured.versions)
    if (timed.setup.rung == 1 && timed.setup.block == block) return timed.times.average;
  return {};
}

// A version's least time, over version 1's with the same blocks, for each x of the setups that
// count.
Series series_of(const Measured& measured, int version,
                 const std::function<bool(const Setup&)>& counts,
                 const std::function<int(const Setup&)>& x) {
  Series series{.name = std::string(entry(version).name)};
  for (const Timed& timed : measured.versions) {
    const auto naive = naive_time(measured, timed.setup.block);
    if (timed.setup.rung != version || !naive || !counts(timed.setup)) continue;
    const double time = timed.times.average / *naive;
    const auto same = std::ranges::find(series.x, double(x(timed.setup)));
    if (same == series.x.end()) {
      series.x.push_back(x(timed.setup));
      series.y.push_back(time);
    } else {
      double& least = series.y[static_cast<std::size_t>(same - series.x.begin())];
      least = std::min(least, time);
    }
  }
  return series;
}

// What tables 6.7 to 6.9 tell of his curves: the best times, at blocks of 16.
Series his_points(const TestImage& image, int radius, int version, double x) {
  Series series{.name = fmt::format("{}, his", entry(version).name), .document = true};
  const auto his = document_time(1, radius, version), naive = document_time(1, radius, 1);
  if (his && naive && image.his_size) {
    series.x = {x};
    series.y = {*his / *naive};
  }
  return series;
}

// A curve needs two places.
bool worth_drawing(const Plot& plot) {
  return std::ranges::any_of(plot.series, [](const Series& s) { return s.x.size() > 1; });
}

}  // namespace

void keep_figures(Session& session, const Settings& settings, const TestImage& image,
                  const Measured& measured) {
  const int radius = measured.radius, block = settings.block();
  Plot by_block{.name = "figure_6_1",
                .title = fmt::format("Versions by tile length, image 1, {}x{}, radius {}",
                                     image.width, image.height, radius),
                .x_label = "side of a block, threads",
                .y_label = "time / time of version 1",
                .log_x = true,
                .from_zero = false,
                .ticks_at_points = true};
  Plot by_tiling{.name = "figure_6_2",
                 .title = fmt::format("Versions by tiling factor, image 1, radius {}, block {}",
                                      radius, block),
                 .x_label = "tiling factor N, squares per block",
                 .y_label = "time / time of version 1",
                 .from_zero = false,
                 .ticks_at_points = true};
  for (int version = 1; version <= his_versions; ++version) {
    Series blocks = series_of(
        measured, version, [](const Setup&) { return true; },
        [](const Setup& s) { return s.block; });
    if (!blocks.x.empty()) by_block.series.push_back(std::move(blocks));
    if (!tiles(entry(version))) continue;
    Series tilings = series_of(
        measured, version, [&](const Setup& s) { return s.block == block; },
        [](const Setup& s) { return s.tiling; });
    if (!tilings.x.empty()) by_tiling.series.push_back(std::move(tilings));
  }
  if (const Series his = his_points(image, radius, 4, 16); !his.x.empty())
    by_block.series.push_back(his);
  if (const Series his = his_points(image, radius, 8, 4); !his.x.empty())
    by_tiling.series.push_back(his);
  for (Plot* plot : {&by_block, &by_tiling})
    if (worth_drawing(*plot)) session.keep(std::move(*plot));
}

}  // namespace selvage::studies::larsson
