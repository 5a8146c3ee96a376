// SPDX-License-Identifier: Apache-2.0
// Task 2's experiment: how many pixels one work-item should compute.
#include <fmt/format.h>

#include <string>
#include <utility>

#include "opencl_course/filter_task.hpp"
#include "opencl_course/matrices.hpp"
#include "opencl_course/tasks.hpp"
#include "runner/pictures.hpp"

namespace selvage::studies::course {
namespace {

// The passes that the sheet draws: rows whose unused pixels are loaded (figure 8), columns whose
// unused pixels are zero (figure 9).
struct Drawn {
  int rung;
  std::size_t pass;
  const char* name;
};
constexpr Drawn drawn[] = {{5, 0, "rows"}, {6, 1, "columns"}};

// One pass of the box.
SeparableConvolution pass_of(const std::vector<float>& line, std::size_t pass) {
  SeparableConvolution filter = separable_of(line);
  (pass == 0 ? filter.column : filter.row) = {1.0f};
  return filter;
}

Plot plot_of(const std::string& name, const std::string& title, const std::string& unit) {
  return {.name = name, .title = title, .x_label = "pixels per work-item", .y_label = unit};
}

std::vector<Row> rows_of(Session& session, const Settings& settings, const Drawn& which,
                         const Arena& arena) {
  const std::vector<float> line = box_line(settings.radius);
  const std::vector<Case> cases =
      cases_of(pass_of(line, which.pass), checked_images(session, settings, 1));
  const RungPass& pass = rung(which.rung).passes[which.pass];
  const GroupSize group = group_of(settings, pass.along);
  std::vector<Row> rows;
  for (const int steps : settings.chart) {
    const auto alone = std::make_shared<const Filtering>(
        Filtering{{make_pass(session, rung(which.rung), pass, group, constants_of(line, steps))}});
    const std::string name = fmt::format("{:02}_{}_{}_steps", which.rung, which.name, steps);
    const Checked checked = check_cases(session, name, *alone, cases);
    const double loads = pass.loads(settings.radius, steps, group);
    rows.push_back({.rung = std::to_string(which.rung),
                    .what = fmt::format("{} steps: {}", steps, which.name),
                    .group = text(group),
                    .loads = loads,
                    .bytes = (loads + 1.0) * sizeof(float) * arena.samples(),
                    .error = checked.error,
                    .facts = alone->passes[0].facts(),
                    .enqueue = arena.run(alone)});
  }
  return rows;
}

}  // namespace

void study_steps(Session& session, const Settings& settings) {
  const Image large =
      scene(session, PixelType::f32, settings.timed.width, settings.timed.height, 1);
  const Arena arena(session, large);
  Plot time = plot_of("chart_steps_time", "Task 2: pixels of a work-item against time", "time, ms");
  Plot loads = plot_of("chart_steps_loads", "Task 2: loads from global memory", "loads per pixel");
  Plot bandwidth = plot_of("chart_steps_bandwidth", "Task 2: loads and stores", "bandwidth, GB/s");
  std::vector<Row> all;
  for (const Drawn& which : drawn) {
    if (!session.wants_rung(which.rung)) continue;
    Series ms{.name = which.name}, count{.name = which.name}, rate{.name = which.name};
    const std::vector<Row> rows =
        timed(session, rows_of(session, settings, which, arena), session.runs(runs_of_average));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (Series* s : {&ms, &count, &rate}) s->x.push_back(settings.chart[i]);
      ms.y.push_back(rows[i].times.median * 1e3);
      count.y.push_back(*rows[i].loads);
      rate.y.push_back(*rows[i].bytes / rows[i].times.median * 1e-9);
      all.push_back(rows[i]);
    }
    time.series.push_back(std::move(ms));
    loads.series.push_back(std::move(count));
    bandwidth.series.push_back(std::move(rate));
  }
  if (all.empty()) return;
  session.keep(table_of("task_2_steps",
                        fmt::format("Task 2: steps, radius {}, {}x{}, one channel", settings.radius,
                                    large.width(), large.height()),
                        all));
  session.keep(std::move(time));
  session.keep(std::move(loads));
  session.keep(std::move(bandwidth));
}

}  // namespace selvage::studies::course
