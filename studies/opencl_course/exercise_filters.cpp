// SPDX-License-Identifier: Apache-2.0
// The exercises whose result is an image: convolution, separable, bilateral.
#include <memory>
#include <utility>

#include "opencl_course/exercise_tasks.hpp"
#include "opencl_course/exercise_times.hpp"
#include "opencl_course/filter_task.hpp"
#include "opencl_course/matrices.hpp"
#include "opencl_course/product_rows.hpp"
#include "opencl_course/sheet.hpp"

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

std::vector<Mark> exercise_convolution(Session& session, const Settings& settings,
                                       const Source& source) {
  const Constants constants = constants_of(emboss);
  const Convolution filter = convolution_of(emboss);
  const Filtering yours{passes_of(session, settings, source, rung(2), {"convolution"}, constants)};
  const Marking marking(session);
  const Checked checked = check_cases(session, "convolution", yours,
                                      cases_of(filter, checked_images(session, settings, 3)));
  std::vector<Mark> marks{marking.mark("a tile in local memory", 3), marking.mark("the image", 2)};
  if (!declares_local_memory(source.text)) marks.front().points = 0;
  time_filtering(session, settings, yours, rung(2), constants, filter, checked.error);
  return marks;
}

// Each pass by itself first: a fault of both shows which one has it.
std::vector<Mark> exercise_separable(Session& session, const Settings& settings,
                                     const Source& source) {
  const std::vector<float> line = box_line(settings.radius);
  const Constants constants = constants_of(line, settings.step_count);
  const Filtering yours{passes_of(session, settings, source, rung(6),
                                  {"conv_horizontal", "conv_vertical"}, constants)};
  const auto images = [&] { return checked_images(session, settings, 3); };
  const SeparableConvolution filter = separable_of(line);
  SeparableConvolution rows = filter, columns = filter;
  rows.column = columns.row = {1.0f};
  std::vector<Mark> marks;
  const auto check_pass = [&](const std::string& name, std::size_t pass,
                              const SeparableConvolution& filter_of_pass) {
    const Marking marking(session);
    check_cases(session, "separable_" + name, {{yours.passes[pass]}},
                cases_of(filter_of_pass, images()));
    marks.push_back(marking.mark("the " + name + " kernel", 3));
  };
  check_pass("horizontal", 0, rows);
  check_pass("vertical", 1, columns);
  const Checked checked = check_cases(session, "separable", yours, cases_of(filter, images()));
  time_filtering(session, settings, yours, rung(6), constants, filter, checked.error);
  return marks;
}

std::vector<Mark> exercise_bilateral(Session& session, const Settings& settings,
                                     const Source& source) {
  const RungEntry& entry = rung(11);
  const Constants constants = guided_constants(settings.radius, settings.step_count);
  Filtering yours{passes_of(session, settings, source, entry,
                            {"bilateral_horizontal", "bilateral_vertical"}, constants)};
  const Marking marking(session);
  const GuidedResult checked =
      check_guided(session, "bilateral", yours.passes, settings.radius, checked_frames(settings));
  const Mark mark = marking.mark("the image", 3);
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
  return {mark};
}

}  // namespace selvage::studies::course
