// SPDX-License-Identifier: Apache-2.0
// Task 3, first half: flags by two kernels and by one, from global and from local memory.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "opencl_course/flags.hpp"
#include "opencl_course/product_rows.hpp"
#include "opencl_course/tasks.hpp"

namespace selvage::studies::course {
namespace {

// Bytes of geometry that are loaded, and of flags that are written, and by the second kernel read.
Row row_of(const RungEntry& entry, const Settings& settings, double pixels) {
  const bool two = !entry.passes[1].function.empty();
  double loads = 0.0;
  for (const RungPass& pass : entry.passes)
    if (pass.loads) loads += pass.loads(1, 1, group_of(settings, pass.along));
  return {.rung = std::to_string(entry.number),
          .what = std::string(entry.what),
          .group = two ? text(settings.rows) + ", " + text(settings.columns) : text(settings.tile),
          .loads = loads,
          .bytes = (16.0 * loads + (two ? 3.0 : 1.0)) * pixels};
}

}  // namespace

void study_flags(Session& session, const Settings& settings) {
  const std::vector<RenderedFrame> frames = checked_frames(settings);
  const RenderedFrame large = render_frame(settings.timed.width, settings.timed.height, 0);
  const Plane geometry = geometry_of(session, large);
  const Plane flags(session, settings.timed.width, settings.timed.height, 1);
  const double pixels = 1.0 * settings.timed.width * settings.timed.height;
  std::vector<Row> rows;
  std::vector<std::uint8_t> before;
  for (int number = 7; number <= 10; ++number) {
    if (!session.wants_rung(number)) continue;
    const auto made = std::make_shared<const Filtering>(
        make_filtering(session, rung(number), settings, Constants{}));
    const std::string name = fmt::format("{:02}_flags", number);
    std::vector<std::uint8_t> now = check_flags(session, name, made->passes, frames);
    session.expect(before.empty() || before == now, name + " equals the flags of the rung before");
    before = std::move(now);
    Row row = row_of(rung(number), settings, pixels);
    row.error = 0.0;
    if (made->passes.size() == 1) row.facts = made->passes[0].facts();
    row.enqueue = [made, &geometry, &flags](gpu::Stream& stream) {
      enqueue_flags(stream, made->passes, geometry, flags);
    };
    rows.push_back(std::move(row));
  }
  if (rows.empty()) return;
  const int runs = session.runs(runs_of_average);
  // The product compiles much for its flags; a quick run has it in the table of the whole filter.
  if (!session.options().quick) rows.push_back(product_flags_row(session, large, runs));
  rows = timed(session, std::move(rows), runs);
  session.keep(table_of("task_3_flags",
                        fmt::format("Task 3: flags of discontinuity, {}x{}", settings.timed.width,
                                    settings.timed.height),
                        rows));
}

}  // namespace selvage::studies::course
