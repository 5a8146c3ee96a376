// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "staal2012_bilateral_cuda/document.hpp"
#include "staal2012_bilateral_cuda/experiments.hpp"
#include "staal2012_bilateral_cuda/measure.hpp"

namespace selvage::studies::staal {
namespace {

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
  if (const auto cpu = measure_cpu(session, settings, image, quick ? 0.2 : cpu_seconds))
    add(curve(curves, "CPU", 0).whole, x, cpu->seconds);
  const bool own_blocks = session.options().block.empty();
  for (const Measured& m : measure(session, settings, image, session.runs(10))) {
    if (own_blocks && m.rung > 0 && !m.as_document) continue;  // his figures have each rung once
    Curve& c = curve(curves, m.name, m.rung);
    add(c.whole, x, m.whole.average);
    add(c.kernel, x, m.kernel.average);
  }
}

using Wanted = std::function<bool(int rung)>;

Plot plot(const std::string& name, const std::string& title, const std::string& x_label,
          const std::vector<Curve>& curves, const Wanted& wanted, bool kernels = false) {
  Plot p{.name = name,
         .title = title,
         .x_label = x_label,
         .y_label = kernels ? "kernel, s" : "time from host to host, s",
         .log_y = true};
  for (const Curve& c : curves)
    if (wanted(c.rung) && !(kernels ? c.kernel : c.whole).x.empty())
      p.series.push_back(kernels ? c.kernel : c.whole);
  return p;
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
  const Wanted future = [](int rung) { return rung == -1 || rung >= 8; };
  const auto keep = [&](const std::string& suffix, const std::string& what, const Wanted& wanted,
                        bool kernels) {
    Plot p = plot(figure + suffix, fmt::format("Time against {}{}", against, what), x_label, curves,
                  wanted, kernels);
    if (!kernels) add_document(p, wanted, document);
    if (!p.series.empty()) session.keep(p);
  };
  keep("", "", his, false);
  keep("_first_two", ", GPU1 and GPU2 included", all_his, false);
  keep("_cpu", ", CPU included", with_cpu, false);
  keep("_kernels", ", kernels alone", all_his, true);
  keep("_future", ", his future work, kernels alone", future, true);
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
  keep_plots(session, "figure_3", fmt::format("radius, {}x{}", width, height), "radius, pixels",
             curves, points);
}

}  // namespace

void make_figures(Session& session) {
  against_size(session);
  against_radius(session);
}

}  // namespace selvage::studies::staal
