// SPDX-License-Identifier: Apache-2.0
// Task 4: what atomics cost, on a photo and on an image of one value.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>

#include "opencl_course/filter_task.hpp"
#include "opencl_course/histogram.hpp"
#include "opencl_course/product_rows.hpp"
#include "opencl_course/tasks.hpp"
#include "runner/pictures.hpp"

namespace selvage::studies::course {
namespace {

constexpr const char* picture_names[] = {"photo", "one value"};

// The measure of one picture, by rung.
void find(const std::vector<Row>& rows, std::optional<double>& atomics,
          std::optional<double>& local) {
  if (const auto global_over_read = quotient(rows, "13", "12")) atomics = *global_over_read - 1.0;
  local = quotient(rows, "13", "14");
}

Plot chart_of(const std::vector<std::vector<Row>>& pictures) {
  Plot plot{.name = "chart_atomics",
            .title = "Task 4: counting by atomics",
            .x_label = "",
            .y_label = "time, ms",
            .kind = Plot::Kind::bars,
            .log_y = true,
            .x_names = {picture_names[0], picture_names[1]}};
  for (std::size_t r = 0; r < pictures.front().size(); ++r) {
    const std::string& rung_name = pictures.front()[r].rung;
    Series series{.name = rung_name == "product"
                              ? rung_name
                              : std::string(rung(std::stoi(rung_name)).what).substr(11)};
    for (std::size_t p = 0; p < pictures.size(); ++p) {
      series.x.push_back(static_cast<double>(p));
      series.y.push_back(pictures[p][r].times.median * 1e3);
    }
    plot.series.push_back(std::move(series));
  }
  return plot;
}

}  // namespace

void study_histograms(Session& session, const Settings& settings, Findings& findings) {
  const Extent& e = settings.timed;
  Image large[] = {scene(session, PixelType::f32, e.width, e.height, 1),
                   one_valued(e.width, e.height, 0.5f)};
  std::vector<Image> images = checked_images(session, settings, 1);
  images.push_back(one_valued(settings.checked.width, settings.checked.height, 0.5f));
  const Counters counters(session, settings.tile);
  std::vector<std::pair<int, std::shared_ptr<const Pass>>> passes;
  for (int number = 12; number <= 14; ++number) {
    if (!session.wants_rung(number)) continue;
    passes.emplace_back(
        number, std::make_shared<const Pass>(make_pass(
                    session, rung(number), rung(number).passes[0], settings.tile, Constants{})));
    check_histogram(session, fmt::format("{:02}_histogram", number), *passes.back().second,
                    counters, images, number == 12);
  }
  if (passes.empty()) return;
  const int runs = session.runs(runs_of_average);
  std::vector<std::vector<Row>> tables;
  std::vector<Row> all;
  for (std::size_t p = 0; p < 2; ++p) {
    const Planes planes = planes_of(session, large[p]);
    std::vector<Row> rows;
    for (const auto& [number, pass] : passes)
      rows.push_back({.rung = std::to_string(number),
                      .what = fmt::format("{}: {}", rung(number).what, picture_names[p]),
                      .group = text(settings.tile),
                      .loads = 1.0,
                      .bytes = 4.0 * e.width * e.height,
                      .error = 0.0,
                      .facts = pass->facts(),
                      .enqueue = [pass = pass, &planes, &counters](gpu::Stream& stream) {
                        enqueue_count(stream, *pass, planes.front(), counters);
                      }});
    rows.push_back(product_histogram_row(session, large[p], picture_names[p], runs));
    tables.push_back(timed(session, std::move(rows), runs));
    all.insert(all.end(), tables.back().begin(), tables.back().end());
  }
  find(tables[0], findings.atomics_photo, findings.local_photo);
  find(tables[1], findings.atomics_flat, findings.local_flat);
  session.keep(table_of(
      "task_4_histogram",
      fmt::format("Task 4: histogram of {} bins, {}x{}, gray", bins, e.width, e.height), all));
  session.keep(chart_of(tables));
}

}  // namespace selvage::studies::course
