// SPDX-License-Identifier: Apache-2.0
// The exercises whose result is whole numbers: flags and histogram.
#include <utility>

#include "opencl_course/exercise_tasks.hpp"
#include "opencl_course/exercise_times.hpp"
#include "opencl_course/filter_task.hpp"
#include "opencl_course/histogram.hpp"
#include "opencl_course/product_rows.hpp"

namespace selvage::studies::course {
namespace {

void check_and_time_flags(Session& session, const Settings& settings,
                          const std::vector<Pass>& yours, const RungEntry& entry) {
  check_flags(session, session.options().task, yours, checked_frames(settings));
  const RenderedFrame large = render_frame(settings.timed.width, settings.timed.height, 0);
  const Plane geometry = geometry_of(session, large);
  const Plane flags(session, settings.timed.width, settings.timed.height, 1);
  const Filtering ours = make_filtering(session, entry, settings, Constants{});
  const auto enqueue = [&](const std::vector<Pass>& passes) {
    return [&](gpu::Stream& stream) { enqueue_flags(stream, passes, geometry, flags); };
  };
  keep_times(session, entry,
             {.yours = enqueue(yours),
              .ours = enqueue(ours.passes),
              .product = product_flags_row(session, large, session.runs(runs_of_average))},
             yours);
}

// The counts of the last image, in place of a difference image.
Plot plot_of(const std::vector<std::uint32_t>& yours, const std::vector<std::uint32_t>& cpu) {
  Plot plot{.name = "exercise_counts",
            .title = "Task histogram: counts of the photo",
            .x_label = "bin",
            .y_label = "pixels",
            .series = {{.name = "yours"}, {.name = "the CPU's", .document = true}}};
  for (std::size_t bin = 0; bin < yours.size(); ++bin) {
    for (Series& series : plot.series) series.x.push_back(static_cast<double>(bin));
    plot.series[0].y.push_back(yours[bin]);
    plot.series[1].y.push_back(cpu[bin]);
  }
  return plot;
}

}  // namespace

void exercise_discontinuity(Session& session, const Settings& settings, const Source& source) {
  check_and_time_flags(
      session, settings,
      passes_of(session, settings, source, rung(8),
                {"discontinuity_horizontal", "discontinuity_vertical"}, Constants{}),
      rung(8));
}

void exercise_discontinuity_one(Session& session, const Settings& settings, const Source& source) {
  check_and_time_flags(
      session, settings,
      passes_of(session, settings, source, rung(10), {"discontinuity"}, Constants{}), rung(10));
}

void exercise_histogram(Session& session, const Settings& settings, const Source& source) {
  const RungEntry& entry = rung(14);
  const std::vector<Pass> yours =
      passes_of(session, settings, source, entry, {"compute_histogram"}, Constants{});
  const Pass ours = make_pass(session, entry, entry.passes[0], settings.tile, Constants{});
  const Counters counters(session, settings.tile);
  std::vector<Image> images;
  images.push_back(one_valued(settings.checked.width, settings.checked.height, 0.5f));
  for (Image& image : checked_images(session, settings, 1)) images.push_back(std::move(image));
  const std::vector<std::uint32_t> counts =
      check_histogram(session, "histogram", yours.front(), counters, images);
  session.keep(plot_of(counts, counts_of(images.back())));
  const Image large = timed_image(session, settings, 1);
  const Planes planes = planes_of(session, large);
  const auto enqueue = [&](const Pass& pass) {
    return [&](gpu::Stream& stream) { enqueue_count(stream, pass, planes.front(), counters); };
  };
  keep_times(
      session, entry,
      {.yours = enqueue(yours.front()),
       .ours = enqueue(ours),
       .product = product_histogram_row(session, large, "photo", session.runs(runs_of_average))},
      yours);
}

}  // namespace selvage::studies::course
