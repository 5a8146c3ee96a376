// SPDX-License-Identifier: Apache-2.0
// The exercises whose result is an image: convolution, separable, bilateral.
#include <memory>
#include <utility>

#include "opencl_course/exercise_tasks.hpp"
#include "opencl_course/exercise_times.hpp"
#include "opencl_course/filter_task.hpp"
#include "opencl_course/matrices.hpp"
#include "opencl_course/product_rows.hpp"

namespace selvage::studies::course {
namespace {

void time_filtering(Session& session, const Settings& settings, const Filtering& yours,
                    const RungEntry& entry, const Constants& constants, const Filter& filter,
                    double error) {
  const Image large = timed_image(session, settings, 3);
  const Arena arena(session, large);
  const auto ours =
      std::make_shared<const Filtering>(make_filtering(session, entry, settings, constants));
  ours->enqueue(*session.place().stream, arena.in, arena.between, arena.out);
  Row product = product_filter_row(session, filter, large, arena.out, 1e-5);
  keep_times(session, entry,
             {.yours = arena.run(std::make_shared<const Filtering>(yours)),
              .ours = arena.run(ours),
              .product = std::move(product),
              .error = error},
             yours.passes);
}

}  // namespace

void exercise_convolution(Session& session, const Settings& settings, const Source& source) {
  const Constants constants = constants_of(emboss);
  const Convolution filter = convolution_of(emboss);
  const Filtering yours{passes_of(session, settings, source, rung(2), {"convolution"}, constants)};
  const Checked checked = check_cases(session, "convolution", yours,
                                      cases_of(filter, checked_images(session, settings, 3)));
  time_filtering(session, settings, yours, rung(2), constants, filter, checked.error);
}

// Each pass by itself first: a fault of both shows which one has it.
void exercise_separable(Session& session, const Settings& settings, const Source& source) {
  const std::vector<float> line = box_line(settings.radius);
  const Constants constants = constants_of(line, settings.step_count);
  const Filtering yours{passes_of(session, settings, source, rung(6),
                                  {"conv_horizontal", "conv_vertical"}, constants)};
  const auto images = [&] { return checked_images(session, settings, 3); };
  const SeparableConvolution filter = separable_of(line);
  SeparableConvolution rows = filter, columns = filter;
  rows.column = columns.row = {1.0f};
  check_cases(session, "separable_horizontal", {{yours.passes[0]}}, cases_of(rows, images()));
  check_cases(session, "separable_vertical", {{yours.passes[1]}}, cases_of(columns, images()));
  const Checked checked = check_cases(session, "separable", yours, cases_of(filter, images()));
  time_filtering(session, settings, yours, rung(6), constants, filter, checked.error);
}

void exercise_bilateral(Session& session, const Settings& settings, const Source& source) {
  const RungEntry& entry = rung(11);
  const Constants constants = guided_constants(settings.radius, settings.step_count);
  Filtering yours{passes_of(session, settings, source, entry,
                            {"bilateral_horizontal", "bilateral_vertical"}, constants)};
  const GuidedResult checked =
      check_guided(session, "bilateral", yours.passes, settings.radius, checked_frames(settings));
  Filtering ours = make_filtering(session, entry, settings, constants);
  const Image image = timed_image(session, settings, 3);
  const Arena arena(session, image);
  const RenderedFrame large = render_frame(settings.timed.width, settings.timed.height, 0);
  const Plane flags = flags_plane(session, large);
  yours.flags = ours.flags = &flags;
  keep_times(session, entry,
             {.yours = arena.run(std::make_shared<const Filtering>(yours)),
              .ours = arena.run(std::make_shared<const Filtering>(ours)),
              .product = product_guided_row(session, settings.radius, image, large),
              .error = checked.error},
             yours.passes);
}

}  // namespace selvage::studies::course
