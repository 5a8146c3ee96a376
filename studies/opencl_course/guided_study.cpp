// SPDX-License-Identifier: Apache-2.0
// Task 3, second half: the separable Gaussian that stops at flags.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>

#include "opencl_course/filter_task.hpp"
#include "opencl_course/guided.hpp"
#include "opencl_course/product_rows.hpp"
#include "opencl_course/tasks.hpp"
#include "runner/pictures.hpp"
#include "runner/product.hpp"

namespace selvage::studies::course {
namespace {

constexpr int number = 11;

// What is timed: a photo's colours, whose values do not count, on the room's surfaces, which do.
struct Stage {
  Stage(Session& session, const Settings& settings)
      : frame(render_frame(settings.timed.width, settings.timed.height, 0)),
        image(scene(session, PixelType::f32, settings.timed.width, settings.timed.height, 3)),
        arena(session, image),
        geometry(geometry_of(session, frame)),
        flags(session, settings.timed.width, settings.timed.height, 1) {}

  RenderedFrame frame;
  Image image;
  Arena arena;
  Plane geometry, flags;
};

std::vector<Row> rows_of(Session& session, const Settings& settings, const Stage& stage,
                         const std::vector<Pass>& passes, double error) {
  const std::string name = std::to_string(number);
  const std::string names[] = {"rows", "columns", "both"};
  const std::vector<Pass> parts[] = {{passes[0]}, {passes[1]}, passes};
  const double loads = rung(number).passes[0].loads(settings.radius, settings.step_count, {});
  std::vector<Row> rows;
  for (std::size_t i = 0; i < 3; ++i) {
    const double count = static_cast<double>(parts[i].size());
    rows.push_back({.rung = name,
                    .what = fmt::format("guided bilateral: {}", names[i]),
                    .group = i < 2 ? text(passes[i].group()) : "",
                    .loads = loads * count,
                    // A float and a byte of flags for each load, a float for each store.
                    .bytes = (5.0 * loads + 4.0) * count * stage.arena.samples(),
                    .facts = i < 2 ? std::optional(passes[i].facts()) : std::nullopt,
                    .enqueue = stage.arena.run(std::make_shared<const Filtering>(
                        Filtering{.passes = parts[i], .flags = &stage.flags}))});
  }
  rows.back().error = error;
  const auto marked =
      std::make_shared<const Filtering>(make_filtering(session, rung(10), settings, Constants{}));
  rows.push_back({.rung = "10, 11",
                  .what = "flags in one kernel, then both",
                  .enqueue = [marked, &stage, both = rows.back().enqueue](gpu::Stream& stream) {
                    enqueue_flags(stream, marked->passes, stage.geometry, stage.flags);
                    both(stream);
                  }});
  return rows;
}

// That it is the same filter: on the frame that the rung was checked on.
double product_error(Session& session, const Settings& settings, const RenderedFrame& frame,
                     const ConstImageView& ours) {
  Image result(PixelType::f32, ours.width, ours.height, ours.channels);
  product_runs(session, guided_filter(settings.radius),
               {.image = frame.noisy, .normals = frame.normals, .depth = frame.depth},
               {.image = result}, 1);
  const double found = difference(result, ours).max;
  const double allowed = 8 * rounding(2 * settings.radius + 1, 1.0, largest_sample(frame.noisy));
  session.expect(found <= allowed, fmt::format("the product's guided mean is within {:.2g} of rung "
                                               "11 (here {:.2g})",
                                               allowed, found));
  return found;
}

}  // namespace

void study_guided(Session& session, const Settings& settings) {
  if (!session.wants_rung(number)) return;
  const std::vector<RenderedFrame> frames = checked_frames(settings);
  const Filtering guided = make_filtering(session, rung(number), settings,
                                          guided_constants(settings.radius, settings.step_count));
  const GuidedResult checked =
      check_guided(session, "11_guided", guided.passes, settings.radius, frames);
  const Stage stage(session, settings);
  std::vector<Row> rows = rows_of(session, settings, stage, guided.passes, checked.error);
  // Flags for the rows that read them alone.
  rows.back().enqueue(*session.place().stream);
  rows.push_back(product_guided_row(session, settings.radius, stage.image, stage.frame));
  rows.back().error = product_error(session, settings, frames.back(), checked.image);
  rows = timed(session, std::move(rows), session.runs(runs_of_average));
  session.keep(table_of("task_3_guided",
                        fmt::format("Task 3: guided bilateral of radius {}, {}x{}, three channels",
                                    settings.radius, settings.timed.width, settings.timed.height),
                        rows));
}

}  // namespace selvage::studies::course
