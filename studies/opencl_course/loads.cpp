// SPDX-License-Identifier: Apache-2.0
// Figure 7: a window of radius 16 in blocks of 16x16 loads each pixel 9 times, two passes 3 + 3.
#include <fmt/format.h>

#include <string>
#include <utility>

#include "opencl_course/filter_task.hpp"
#include "opencl_course/matrices.hpp"
#include "opencl_course/tasks.hpp"
#include "runner/pictures.hpp"

namespace selvage::studies::course {
namespace {

// Blocks as wide as the radius: that the loads are 9 and 6 does not depend on it. A quick run has
// small ones, which are compiled sooner, and leaves the window from global memory out.
int wide_radius(const Session& session) {
  return session.options().quick ? 4 : 16;
}

struct Wide {
  int rung;
  double document;  // loads a pixel; 0: it states none
};
constexpr Wide wide[] = {{1, 0.0}, {2, 9.0}, {4, 6.0}};

int taps_of(int radius) {
  return (2 * radius + 1) * (2 * radius + 1);
}

// A box, as a window and as two lines, with one step.
Constants constants_of_box(int radius) {
  Constants made = constants_of(box_line(radius), 1);
  made.window.assign(static_cast<std::size_t>(taps_of(radius)), 1.0f);
  made.window.push_back(1.0f / static_cast<float>(taps_of(radius)));
  made.window.push_back(0.0f);
  return made;
}

double loads_of(const RungEntry& entry, int radius) {
  double loads = 0.0;
  for (const RungPass& pass : entry.passes)
    if (pass.loads) loads += pass.loads(radius, 1, {radius, radius});
  return loads;
}

Row row_of(Session& session, const RungEntry& entry, const Settings& settings, int radius,
           const Arena& arena, const Case& checked) {
  Settings blocks = settings;
  blocks.tile = blocks.rows = blocks.columns = {radius, radius};
  const auto filtering = std::make_shared<const Filtering>(
      make_filtering(session, entry, blocks, constants_of_box(radius)));
  const double error = check(session, fmt::format("{:02}_box_radius_{}", entry.number, radius),
                             run(session, *filtering, checked.image), checked.expected,
                             rounding(taps_of(radius), 1.0, largest_sample(checked.image)));
  const double stores = entry.passes[1].function.empty() ? 1.0 : 2.0;
  const double loads = loads_of(entry, radius);
  return {.rung = std::to_string(entry.number),
          .what = std::string(entry.what),
          .group = text(blocks.tile),
          .loads = loads,
          .bytes = (loads + stores) * sizeof(float) * arena.samples(),
          .error = error,
          .enqueue = arena.run(filtering)};
}

Table table_of_loads(const std::vector<Row>& rows, const std::vector<double>& documents,
                     const std::string& title, double samples) {
  Table table{.name = "figure_7_loads",
              .title = title,
              .cells = {{"rung"},
                        {"kernel"},
                        {"group"},
                        {"loads per pixel, document", 0},
                        {"ours", 2},
                        {"ours / document", 2},
                        {"with stores", 2},
                        {"median, ms", 4},
                        {"GB/s", 1},
                        {"speedup over the first row", 2}},
              .notes = {"the document's 33 % is 6 of 9 loads; with the stores, which a second pass "
                        "doubles, it is 8 of 10"}};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    const bool stated = documents[i] > 0.0;
    table.cells.add_row({row.rung, row.what, row.group, stated ? Cell(documents[i]) : Cell(),
                         *row.loads, stated ? Cell(*row.loads / documents[i]) : Cell(),
                         *row.bytes / (sizeof(float) * samples), row.times.median * 1e3,
                         *row.bytes / row.times.median * 1e-9,
                         rows.front().times.median / row.times.median});
  }
  return table;
}

}  // namespace

void study_loads(Session& session, const Settings& settings, Findings& findings) {
  const int radius = wide_radius(session);
  const Arena arena(session,
                    scene(session, PixelType::f32, settings.timed.width, settings.timed.height, 1));
  std::vector<Image> images;
  images.push_back(scene(session, PixelType::f32, 161, 97, 1));
  const std::vector<Case> cases = cases_of(separable_of(box_line(radius)), std::move(images));
  std::vector<Row> rows;
  std::vector<double> documents;
  for (const Wide& which : wide) {
    if (!session.wants_rung(which.rung) || (session.options().quick && which.rung == 1)) continue;
    rows.push_back(row_of(session, rung(which.rung), settings, radius, arena, cases.front()));
    documents.push_back(which.document);
    session.expect(which.document == 0.0 || *rows.back().loads == which.document,
                   fmt::format("rung {} loads each pixel {} times", which.rung, which.document));
  }
  if (rows.empty()) return;
  rows = timed(session, std::move(rows), session.runs(runs_of_average));
  findings.large_tile_gain = quotient(rows, "1", "2");
  session.keep(table_of_loads(rows, documents,
                              fmt::format("Figure 7: radius {0}, blocks of {0}x{0}, {1}x{2}, one "
                                          "channel",
                                          radius, settings.timed.width, settings.timed.height),
                              arena.samples()));
}

}  // namespace selvage::studies::course
