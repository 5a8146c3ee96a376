// SPDX-License-Identifier: Apache-2.0
// Task 2: two passes, with the unaligned and the aligned halo.
#include <fmt/format.h>

#include <string>
#include <utility>

#include "opencl_course/filter_task.hpp"
#include "opencl_course/matrices.hpp"
#include "opencl_course/product_rows.hpp"
#include "opencl_course/tasks.hpp"
#include "runner/pictures.hpp"

namespace selvage::studies::course {
namespace {

// A rung's passes by themselves, then together.
std::vector<Row> rows_of(const RungEntry& entry, const Settings& settings,
                         const std::shared_ptr<const Filtering>& both, const Arena& arena,
                         double error) {
  std::vector<Row> rows;
  double all_loads = 0.0, all_bytes = 0.0;
  for (std::size_t p = 0; p < 2; ++p) {
    const RungPass& pass = entry.passes[p];
    const GroupSize group = group_of(settings, pass.along);
    const double loads = pass.loads(settings.radius, settings.step_count, group);
    const double bytes = (loads + 1.0) * sizeof(float) * arena.samples();
    all_loads += loads;
    all_bytes += bytes;
    rows.push_back(
        {.rung = std::to_string(entry.number),
         .what = fmt::format("{}: {}", entry.what, p == 0 ? "rows" : "columns"),
         .group = text(group),
         .loads = loads,
         .bytes = bytes,
         .facts = both->passes[p].facts(),
         .enqueue = arena.run(std::make_shared<const Filtering>(Filtering{{both->passes[p]}}))});
  }
  rows.push_back({.rung = std::to_string(entry.number),
                  .what = fmt::format("{}: both", entry.what),
                  .group = {},
                  .loads = all_loads,
                  .bytes = all_bytes,
                  .error = error,
                  .enqueue = arena.run(both)});
  return rows;
}

}  // namespace

void study_separable(Session& session, const Settings& settings, Findings& findings) {
  const std::vector<float> line = box_line(settings.radius);
  const std::vector<Case> cases =
      cases_of(separable_of(line), checked_images(session, settings, 3));
  const Image large =
      scene(session, PixelType::f32, settings.timed.width, settings.timed.height, 3);
  const Arena arena(session, large);
  std::vector<Row> rows;
  std::pair<std::string, Image> before;
  for (int number = 4; number <= 6; ++number) {
    if (!session.wants_rung(number)) continue;
    const auto filtering = std::make_shared<const Filtering>(
        make_filtering(session, rung(number), settings, constants_of(line, settings.step_count)));
    const std::string name = fmt::format("{:02}_box", number);
    Checked checked = check_cases(session, name, *filtering, cases);
    if (before.second) expect_equal(session, name, checked.result, before.first, before.second);
    before = {name, std::move(checked.result)};
    for (Row& row : rows_of(rung(number), settings, filtering, arena, checked.error))
      rows.push_back(std::move(row));
  }
  if (rows.empty()) return;
  rows.back().enqueue(*session.place().stream);
  rows.push_back(product_filter_row(session, separable_of(line), large, arena.out, 1e-5));
  rows = timed(session, std::move(rows), session.runs(runs_of_average));
  findings.rows_aligned = quotient(rows, "4", "5", ": rows");
  findings.rows_unused = quotient(rows, "6", "5", ": rows");
  findings.columns_unused = quotient(rows, "6", "5", ": columns");
  session.keep(table_of(
      "task_2_separable",
      fmt::format("Task 2: box of radius {}, {}x{}, three channels, {} steps", settings.radius,
                  settings.timed.width, settings.timed.height, settings.step_count),
      rows));
}

}  // namespace selvage::studies::course
