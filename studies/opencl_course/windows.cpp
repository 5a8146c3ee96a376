// SPDX-License-Identifier: Apache-2.0
// Task 1: a 3x3 matrix, from global memory and from tiles.
#include <fmt/format.h>

#include <string>
#include <utility>

#include "opencl_course/filter_task.hpp"
#include "opencl_course/matrices.hpp"
#include "opencl_course/product_rows.hpp"
#include "opencl_course/tasks.hpp"
#include "runner/pictures.hpp"

namespace selvage::studies::course {

void study_windows(Session& session, const Settings& settings, Findings& findings) {
  const std::vector<Case> cases =
      cases_of(convolution_of(emboss), checked_images(session, settings, 3));
  const Image large =
      scene(session, PixelType::f32, settings.timed.width, settings.timed.height, 3);
  const Arena arena(session, large);
  std::vector<Row> rows;
  std::pair<std::string, Image> before;
  for (int number = 1; number <= 3; ++number) {
    if (!session.wants_rung(number)) continue;
    const RungEntry& entry = rung(number);
    const auto filtering = std::make_shared<const Filtering>(
        make_filtering(session, entry, settings, constants_of(emboss)));
    const std::string name = fmt::format("{:02}_{}", number, emboss.name);
    Checked checked = check_cases(session, name, *filtering, cases);
    if (before.second) expect_equal(session, name, checked.result, before.first, before.second);
    before = {name, std::move(checked.result)};
    const double loads = entry.passes[0].loads(1, 1, settings.tile);
    rows.push_back({.rung = std::to_string(number),
                    .what = std::string(entry.what),
                    .group = text(settings.tile),
                    .loads = loads,
                    .bytes = (loads + 1.0) * sizeof(float) * arena.samples(),
                    .error = checked.error,
                    .facts = filtering->passes[0].facts(),
                    .enqueue = arena.run(filtering)});
  }
  if (rows.empty()) return;
  rows.back().enqueue(*session.place().stream);
  rows.push_back(product_filter_row(session, convolution_of(emboss), large, arena.out, 1e-5));
  rows = timed(session, std::move(rows), session.runs(runs_of_average));
  findings.tile_gain = quotient(rows, "1", "2");
  Table table = table_of("task_1_convolution",
                         fmt::format("Task 1: 3x3 matrix, {}x{}, three channels",
                                     settings.timed.width, settings.timed.height),
                         rows);
  table.notes.emplace_back(
      "the document: from global memory to a tile \"magnitudes\", without a time; see claims");
  session.keep(std::move(table));
}

}  // namespace selvage::studies::course
