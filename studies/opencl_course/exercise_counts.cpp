// SPDX-License-Identifier: Apache-2.0
// The exercises whose result is whole numbers: flags and histogram.
#include <utility>

#include "opencl_course/exercise_tasks.hpp"
#include "opencl_course/exercise_times.hpp"
#include "opencl_course/filter_task.hpp"
#include "opencl_course/histogram.hpp"
#include "opencl_course/product_rows.hpp"
#include "opencl_course/sheet.hpp"

namespace selvage::studies::course {
namespace {

// The sheet's points: 3 with local memory, 1 without.
std::vector<Mark> check_and_time_flags(Session& session, const Settings& settings,
                                       const Source& source, const std::vector<Pass>& yours,
                                       const RungEntry& entry) {
  const Marking marking(session);
  check_flags(session, session.options().task, yours, checked_frames(settings));
  std::vector<Mark> marks{marking.mark("flags", 1)};
  marks.push_back(marking.mark("by local memory", 2));
  if (!declares_local_memory(source.text)) marks.back().points = 0;
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
  return marks;
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

std::vector<Mark> check_and_time_histogram(Session& session, const Settings& settings,
                                           const Source& source, const RungEntry& entry,
                                           const char* function) {
  const std::vector<Pass> yours =
      passes_of(session, settings, source, entry, {function}, Constants{});
  const Pass ours = make_pass(session, entry, entry.passes[0], settings.tile, Constants{});
  const Counters counters(session, settings.tile);
  std::vector<Image> images;
  images.push_back(one_valued(settings.checked.width, settings.checked.height, 0.5f));
  for (Image& image : checked_images(session, settings, 1)) images.push_back(std::move(image));
  const Marking marking(session);
  const std::vector<std::uint32_t> counts =
      check_histogram(session, session.options().task, yours.front(), counters, images);
  const Mark mark = marking.mark("counts", 1);
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
  return {mark};
}

}  // namespace

std::vector<Mark> exercise_discontinuity(Session& session, const Settings& settings,
                                         const Source& source) {
  return check_and_time_flags(
      session, settings, source,
      passes_of(session, settings, source, rung(8),
                {"discontinuity_horizontal", "discontinuity_vertical"}, Constants{}),
      rung(8));
}

std::vector<Mark> exercise_discontinuity_one(Session& session, const Settings& settings,
                                             const Source& source) {
  return check_and_time_flags(
      session, settings, source,
      passes_of(session, settings, source, rung(10), {"discontinuity"}, Constants{}), rung(10));
}

std::vector<Mark> exercise_histogram(Session& session, const Settings& settings,
                                     const Source& source) {
  return check_and_time_histogram(session, settings, source, rung(13), "compute_histogram");
}

std::vector<Mark> exercise_histogram_local(Session& session, const Settings& settings,
                                           const Source& source) {
  std::vector<Mark> marks = check_and_time_histogram(session, settings, source, rung(14),
                                                     "compute_histogram_local_memory");
  if (!declares_local_memory(source.text)) marks.front().points = 0;
  return marks;
}

}  // namespace selvage::studies::course
