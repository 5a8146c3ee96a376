// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "staal2012_bilateral_cuda/document.hpp"
#include "staal2012_bilateral_cuda/experiments.hpp"
#include "staal2012_bilateral_cuda/measure.hpp"

namespace selvage::studies::staal {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double cpu_seconds = 3.0;  // of each point; then rows are sampled

// The document's axes are lost. Sizes around its 2 Mpixel, and radii around its 4 and 10.
struct Size {
  int width, height;
};
constexpr std::array<Size, 6> sizes = {
    {{640, 360}, {960, 540}, {1280, 720}, {1920, 1080}, {2560, 1440}, {3840, 2160}}};
const std::vector<int> radii = {2, 4, 6, 8, 10, 12, 15, 20};

// One curve: a rung, the CPU (rung 0) or the product (-1).
struct Curve {
  std::string name = {};
  int rung = -1;
  Series whole = {}, kernel = {};  // seconds
};

Curve& curve(std::vector<Curve>& curves, const std::string& name, int rung) {
  const auto found = std::ranges::find(curves, name, &Curve::name);
  if (found != curves.end()) return *found;
  curves.push_back({.name = name, .rung = rung, .whole = {.name = name}, .kernel = {.name = name}});
  return curves.back();
}

void add(Series& series, double x, double seconds) {
  series.x.push_back(x);
  series.y.push_back(seconds);
}

void add_point(Session& session, const Settings& settings, const ConstImageView& image, double x,
               std::vector<Curve>& curves) {
  const bool quick = session.options().quick;
  if (const auto cpu = measure_cpu(session, settings, image, false, quick ? 0.2 : cpu_seconds))
    add(curve(curves, "CPU", 0).whole, x, cpu->seconds);
  const bool own_blocks = session.options().block.empty();
  for (const Measured& m : measure(session, settings, image, session.runs(10))) {
    if (own_blocks && m.rung > 0 && !m.as_document) continue;  // each rung once
    Curve& c = curve(curves, m.name, m.rung);
    add(c.whole, x, m.whole.average);
    add(c.kernel, x, m.kernel.average);
  }
}

// Infinite where the curve has no such point: not every rung runs with every radius.
double at(const Series& series, double x) {
  const auto found = std::ranges::find(series.x, x);
  return found == series.x.end() ? infinity
                                 : series.y[static_cast<std::size_t>(found - series.x.begin())];
}

using Wanted = std::function<bool(int rung)>;

Plot plot(const std::string& name, const std::string& title, const std::string& x_label,
          const std::vector<Curve>& curves, const Wanted& wanted, bool kernels = false) {
  Plot p{.name = name,
         .title = title,
         .x_label = x_label,
         .y_label = kernels ? "kernel time, s" : "time, host to host, s",
         .log_y = true};
  for (const Curve& c : curves)
    if (wanted(c.rung) && !(kernels ? c.kernel : c.whole).x.empty())
      p.series.push_back(kernels ? c.kernel : c.whole);
  return p;
}

// Every time over the first curve's at the same x.
void over_the_first(Plot& plot) {
  const Series first = plot.series.front();
  for (Series& series : plot.series)
    for (std::size_t i = 0; i < series.x.size(); ++i) series.y[i] /= at(first, series.x[i]);
  plot.y_label = fmt::format("kernel time / kernel time of {}", first.name);
  plot.log_y = plot.from_zero = false;
}

// The document's points on such a plot: times at its 2 Mpixel and two radii.
void add_document(Plot& p, const Wanted& wanted,
                  const std::vector<std::pair<double, int>>& points) {
  for (int rung = 0; rung <= 8; ++rung) {
    if (!wanted(rung)) continue;
    Series series{.name = rung == 0 ? "Staal CPU" : fmt::format("Staal GPU{}", rung),
                  .document = true};
    for (const auto& [x, radius] : points)
      if (const auto time = document_time(rung, radius)) add(series, x, time->seconds);
    if (!series.x.empty()) p.series.push_back(series);
  }
}

// His figure, its two or one relatives of the appendix, and ours: kernels alone, his future work.
void keep_plots(Session& session, const std::string& figure, const std::string& against,
                const std::string& x_label, const std::vector<Curve>& curves,
                const std::vector<std::pair<double, int>>& document) {
  const Wanted his = [](int rung) { return rung == -1 || (rung >= 3 && rung <= 8); };
  const Wanted all_his = [](int rung) { return rung == -1 || (rung >= 1 && rung <= 8); };
  const Wanted with_cpu = [](int rung) { return rung == -1 || (rung >= 0 && rung <= 8); };
  const Wanted future = [](int rung) { return rung >= 8; };
  const auto keep = [&](const std::string& suffix, const std::string& what, const Wanted& wanted,
                        bool kernels) {
    Plot p = plot(figure + suffix, fmt::format("Time against {}{}", against, what), x_label, curves,
                  wanted, kernels);
    if (!kernels) add_document(p, wanted, document);
    if (p.series.empty()) return;
    if (suffix == "_future") over_the_first(p);
    p.ticks_at_points = figure == "figure_3";  // radii are whole numbers
    session.keep(p);
  };
  keep("", "", his, false);
  keep("_first_two", ", with GPU1 and GPU2", all_his, false);
  keep("_cpu", ", with the CPU", with_cpu, false);
  keep("_kernels", ", kernels only", all_his, true);
  keep("_future", ", his future work, kernels only", future, true);
}

// The fastest rung and the product at each point, from host to host: where the product loses.
void keep_best(Session& session, const std::string& figure, const std::string& x_label,
               const std::vector<Curve>& curves) {
  const auto product = std::ranges::find(curves, -1, &Curve::rung);
  Table table{.name = figure + "_best",
              .title = "The fastest rung and the product, host memory to host memory",
              .cells = {{x_label, 2},
                        {"fastest rung"},
                        {"its time, ms", 2},
                        {"product's time, ms", 2},
                        {"speedup of the product", 2},
                        {"speedup, kernels only", 2}},
              .notes = {"A speedup below 1 means that the product is slower."}};
  for (const double x : product->whole.x) {
    const Curve* best = nullptr;
    for (const Curve& c : curves)
      if (c.rung > 0 && at(c.whole, x) < (best ? at(best->whole, x) : infinity)) best = &c;
    if (best == nullptr) continue;
    const double rung = at(best->whole, x), ours = at(product->whole, x);
    table.cells.add_row({x, best->name, 1e3 * rung, 1e3 * ours, rung / ours,
                         at(best->kernel, x) / at(product->kernel, x)});
  }
  session.keep(std::move(table));
}

void against_size(Session& session) {
  const bool quick = session.options().quick;
  const Settings settings = settings_of(session.options(), {4}).front();
  std::vector<Curve> curves;
  for (const Size size : sizes) {
    if (quick && size.width > 960) break;
    const int width = std::max(quick ? size.width / 40 : size.width, settings.radius + 1);
    const int height = std::max(quick ? size.height / 40 : size.height, settings.radius + 1);
    add_point(session, settings, test_image(session, width, height), width * height / 1e6, curves);
  }
  const double his_size = full_hd_width * full_hd_height / 1e6;
  std::vector<std::pair<double, int>> points;
  if (!quick) points.emplace_back(his_size, settings.radius);
  keep_best(session, "figure_2", "size, Mpixel", curves);
  keep_plots(session, "figure_2", fmt::format("size, radius {}", settings.radius), "size, Mpixel",
             curves, points);
}

void against_radius(Session& session) {
  const bool quick = session.options().quick;
  std::vector<Curve> curves;
  std::vector<std::pair<double, int>> points;
  int width = full_hd_width, height = full_hd_height;
  for (const Settings& settings :
       settings_of(session.options(), quick ? std::vector<int>{2, 4} : radii)) {
    if (quick) width = height = std::max(16, settings.radius + 1);
    add_point(session, settings, test_image(session, width, height), settings.radius, curves);
    if (!quick) points.emplace_back(settings.radius, settings.radius);
  }
  keep_best(session, "figure_3", "radius, pixels", curves);
  keep_plots(session, "figure_3", fmt::format("radius, {}x{}", width, height), "radius, pixels",
             curves, points);
}

}  // namespace

void make_figures(Session& session) {
  against_size(session);
  against_radius(session);
}

}  // namespace selvage::studies::staal
