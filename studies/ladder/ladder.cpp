// SPDX-License-Identifier: Apache-2.0
#include "ladder/ladder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "ladder/tables.hpp"
#include "selvage/error.hpp"

namespace selvage::studies {
namespace {

using namespace climbing;

struct Size {
  int width, height;
};
// Quick: some tiles touch no border, and no side is a whole number of groups.
constexpr std::array quick_sizes = {Size{150, 110}};
constexpr std::array full_sizes = {Size{1920, 1080}, Size{3840, 2160}};

constexpr int default_radius = 7, largest_radius = 31;
constexpr double sigma_space = 5.0, sigma_range = 30.0 / 255.0;  // the tutorial's

void check(const Options& options) {
  for (const int radius : options.radius)
    if (radius < 1 || radius > largest_radius)
      throw Error(Errc::invalid_argument,
                  fmt::format("--radius {} is outside 1..{}", radius, largest_radius));
  for (const int rung : options.rungs)
    if (std::ranges::find(steps(), rung, &Step::number) == steps().end())
      throw Error(Errc::invalid_argument, fmt::format("--rungs: there is no rung {}", rung),
                  fmt::format("they are 1..{}", steps().back().number));
}

Setting setting_of(Session& session, const Size& size, int radius) {
  const Options& o = session.options();
  return {.input = scene(session, PixelType::u8, size.width, size.height, 3),
          .filter = {.sigma_space = static_cast<float>(o.sigma_space.value_or(sigma_space)),
                     .sigma_range = static_cast<float>(o.sigma_range.value_or(sigma_range)),
                     .radius = radius,
                     .window = Window::disc,
                     .norm = Norm::l1,
                     .border = Border::clamp}};
}

void run_setting(Session& session, const Setting& setting, const std::optional<Units>& units) {
  const GpuFacts& gpu = session.facts().gpu;
  const std::vector<Outcome> outcomes = climb(session, setting);
  const Run run{.setting = setting,
                .outcomes = outcomes,
                .suffix = fmt::format("_{}x{}_r{}", setting.input.width(), setting.input.height(),
                                      setting.radius()),
                .units = units,
                .clocks = 1e6 * gpu.clock_mhz * gpu.compute_units,
                .is_processor = gpu.is_processor};
  session.keep(rungs_table(run));
  session.keep(ceilings_table(run));
  session.keep(rates_plot(run));
}

void run(Session& session) {
  check(session.options());
  std::vector<int> radii = session.options().radius;
  if (radii.empty()) radii = {default_radius};
  const std::span<const Size> sizes = session.options().quick ? std::span<const Size>(quick_sizes)
                                                              : std::span<const Size>(full_sizes);
  const std::optional<Units> units = units_of(session);
  for (const Size& size : sizes)
    for (const int radius : radii) run_setting(session, setting_of(session, size, radius), units);
  if (units) session.keep(units_table(*units));
}

constexpr std::array<std::string_view, 5> takes = {"rungs", "radius", "sigma-space", "sigma-range",
                                                   "runs"};

}  // namespace

const Study ladder{.name = "ladder",
                   .title = "From a tile in local memory to the product's kernel, in small steps",
                   .takes = takes,
                   .run = run};

}  // namespace selvage::studies
