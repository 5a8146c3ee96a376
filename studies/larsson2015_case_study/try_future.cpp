// SPDX-License-Identifier: Apache-2.0
// His future work: a tiling that works, pair symmetry, Lab, and three of the fast approximations of
// his section 4.1, with time and error.

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "larsson2015_case_study/experiments.hpp"
#include "larsson2015_case_study/measure.hpp"
#include "runner/pictures.hpp"
#include "runner/product.hpp"
#include "selvage/engine.hpp"
#include "selvage/error.hpp"

namespace selvage::studies::larsson {
namespace {

constexpr double ms = 1e3;

struct Trial {
  Setup setup = {};
  int levels = 0;  // of piecewise linear

  std::string name() const {
    return text(setup) + (levels > 0 ? fmt::format(", {} levels", levels) : "");
  }
};

std::vector<Trial> trials_of(const Settings& settings, bool quick) {
  const int block = settings.block();
  std::vector<Trial> trials{{.setup = {.rung = 4, .block = block}},
                            {.setup = {.rung = 4, .block = block, .range_table = true}}};
  for (const int n : settings.tilings)
    trials.push_back({.setup = {.rung = 11, .block = block, .tiling = n}});
  trials.push_back(
      {.setup = {.rung = 11, .block = block, .tiling = settings.tiling(), .range_table = true}});
  for (const int side : settings.blocks) trials.push_back({.setup = {.rung = 12, .block = side}});
  trials.push_back({.setup = {.rung = 13, .block = block}});
  trials.push_back({.setup = {.rung = 14, .block = block}});
  for (const int levels : {4, 8, 16, 32})
    if (!quick || levels <= usual_levels)
      trials.push_back({.setup = {.rung = 15, .block = block}, .levels = levels});
  return trials;
}

struct Outcome {
  std::string name = {};
  int rung = 0;  // 0: the product
  Times times = {};
  Difference error = {};
};

// The product's bounded method, run on the CPU here: from memory to memory, by the host's
// clock. It filters the border too, so the error is that of the pixels whose windows lie inside.
// None: it does not serve such sigmas.
std::optional<Outcome> try_bounded(Workplace& place, Session& session, const Settings& settings,
                                   const Window& window, const Image& exact) try {
  const Engine engine(Device::cpu());
  const Inputs inputs{.image = place.input()};
  Image result(PixelType::u8, place.input().width(), place.input().height(), 3);
  const Frame frame = Frame::whole(result.width(), result.height());
  Bilateral filter = product_filter(window);
  filter.border = Border::reflect101;
  Plan plan = engine.plan(filter, inputs, frame, {.method = Method::bounded});
  Outcome outcome{.name = fmt::format("product, {}, on the CPU", plan.candidate())};
  outcome.times = host_times([&] { plan.run(inputs, {.image = result}); }, settings.runs);
  const Rect inside{window.radius, window.radius, result.width() - 2 * window.radius,
                    result.height() - 2 * window.radius};
  outcome.error = difference(result.view().region(inside), exact.view().region(inside));
  session.expect(outcome.error.max <= 1.0,
                 fmt::format("radius {}, {}: differs by at most 1 from version 4", window.radius,
                             outcome.name));
  return outcome;
} catch (const Error& e) {
  session.print(fmt::format("radius {}: no bounded method: {}", window.radius, e.what()));
  return {};
}

std::vector<Outcome> try_all(Workplace& place, Rungs& rungs, const Settings& settings, int radius) {
  Session& session = rungs.session();
  const Window window = settings.window(radius);
  std::vector<Outcome> outcomes;
  std::vector<Enqueue> things;
  Image exact;
  for (const Trial& trial : trials_of(settings, session.options().quick)) {
    const int rung = trial.setup.rung;
    // Version 4 is what the others are compared with.
    if ((!session.wants_rung(rung) && rung != 4) || !fits(session, trial.setup, radius)) continue;
    things.push_back(place.enqueue(trial.setup, window, std::max(trial.levels, 2)));
    Image result = place.result(things.back(), window);
    if (!exact) exact = result.clone();
    outcomes.push_back({.name = trial.name(), .rung = rung, .error = difference(result, exact)});
    if (entry(rung).same_arithmetic && !trial.setup.range_table)
      session.expect(
          outcomes.back().error.count == 0,
          fmt::format("radius {}, {}: differs nowhere from version 4", radius, trial.name()));
    else if (rung <= 12)
      session.expect(
          outcomes.back().error.max <= 1.0,
          fmt::format("radius {}, {}: differs by at most 1 from version 4", radius, trial.name()));
  }
  const ProductKernel product =
      product_kernel(session, product_filter(window), place.input(), place.from(), place.to());
  things.push_back(product.enqueue);
  Outcome last{.name = "product, " + product.candidate};
  if (exact) last.error = difference(place.result(product.enqueue, window), exact);
  outcomes.push_back(std::move(last));
  const std::vector<Times> times = device_times(session, things, settings.runs);
  for (std::size_t i = 0; i < outcomes.size(); ++i) outcomes[i].times = times[i];
  if (exact)
    if (auto bounded = try_bounded(place, session, settings, window, exact))
      outcomes.push_back(std::move(*bounded));
  return outcomes;
}

// Errors by time: one point for each way that is no exact filter.
void keep_plot(Session& session, int radius, const std::vector<Outcome>& outcomes) {
  Plot plot{.name = fmt::format("approximations_r{}", radius),
            .title = fmt::format("Approximations, radius {}", radius),
            .x_label = "time, ms",
            .y_label = "mean error, of 255",
            .log_x = true,
            .log_y = true};
  Series piecewise{.name = std::string(entry(15).name)},
      separable{.name = std::string(entry(14).name)};
  for (const Outcome& o : outcomes) {
    if ((o.rung != 14 && o.rung != 15) || o.error.mean <= 0.0) continue;
    Series& series = o.rung == 14 ? separable : piecewise;
    series.x.push_back(o.times.average * ms);
    series.y.push_back(o.error.mean);
  }
  for (Series* series : {&piecewise, &separable})
    if (!series->x.empty()) plot.series.push_back(std::move(*series));
  if (!plot.series.empty() && plot.series.front().x.size() > 1) session.keep(std::move(plot));
}

}  // namespace

void try_future(Rungs& rungs, const Settings& settings) {
  Session& session = rungs.session();
  const TestImage& size = settings.trials;
  Workplace place(rungs, scene(session, PixelType::u8, size.width, size.height, 3));
  Table table{
      .name = "future_work",
      .title = fmt::format("His future work, {}x{}", size.width, size.height),
      .cells = {{"radius", 0},
                {"method"},
                {"time, ms", 4},
                {"median, ms", 4},
                {"quartiles, ms"},
                {"speedup over version 4", 2},
                {"largest error", 0},
                {"mean error", 4},
                {"PSNR, dB", 1}},
      .notes = {
          "Errors are in levels of 255, against version 4. Lab is another filter, not a wrong one.",
          "The bounded method, trigonometric range kernels with a proved error, runs "
          "on the CPU: all threads, timed by the host's clock, memory to memory.",
          "He gives no numbers for these."}};
  for (const int radius : settings.table_radii()) {
    const std::vector<Outcome> outcomes = try_all(place, rungs, settings, radius);
    const bool has_base = outcomes.front().rung == 4;
    for (const Outcome& o : outcomes)
      table.cells.add_row(
          {double(radius), o.name, o.times.average * ms, o.times.median * ms, spread_ms(o.times),
           has_base ? Cell{outcomes.front().times.average / o.times.average} : Cell{}, o.error.max,
           o.error.mean, o.error.count == 0 ? Cell{std::string("equal")} : Cell{o.error.psnr}});
    keep_plot(session, radius, outcomes);
    if (session.options().quick) break;
  }
  session.keep(std::move(table));
}

}  // namespace selvage::studies::larsson
