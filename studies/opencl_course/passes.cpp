// SPDX-License-Identifier: Apache-2.0
#include "opencl_course/passes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>

#include "opencl_course/sheet.hpp"

namespace selvage::studies::course {
namespace {

std::vector<float> filled(std::vector<float> values, int count) {
  values.resize(static_cast<std::size_t>(count));
  return values;
}

RungCode code_of(const Source& source, const std::string& function, GroupSize group,
                 const Constants& c) {
  const int side = 2 * c.radius + 1;
  const double least_cosine = std::cos(double{normal_degrees} * std::numbers::pi / 180.0);
  return {.file = source.file,
          .function = source.of_sheet ? name_in_sheet(function) : function,
          .group = group,
          .defines = {{"RADIUS", std::to_string(c.radius)},
                      {"STEPS", std::to_string(c.steps)},
                      {"BINS", std::to_string(bins)},
                      {"LEAST_COSINE", fmt::format("{:.9g}f", least_cosine)},
                      {"DEPTH_SHARE", fmt::format("{:.9g}f", depth_share)}},
          .tables = {{.name = "WEIGHTS", .values = filled(c.window, side * side + 2)},
                     {.name = "ROW", .values = filled(c.row, side)},
                     {.name = "COLUMN", .values = filled(c.column, side)}},
          .text = source.of_sheet ? in_the_dialect(source.text) : source.text};
}

}  // namespace

Pass::Pass(Session& session, const Source& source, const std::string& function, GroupSize group,
           const Constants& constants, int across, int down)
    : rung_(session, code_of(source, function, group, constants)), across_(across), down_(down) {}

void Filtering::enqueue(gpu::Stream& stream, const Planes& in, const Planes& between,
                        const Planes& out) const {
  for (std::size_t c = 0; c < in.size(); ++c)
    for (std::size_t p = 0; p < passes.size(); ++p) {
      const Plane& from = p == 0 ? in[c] : between[c];
      const Plane& to = p + 1 == passes.size() ? out[c] : between[c];
      if (flags)
        passes[p].enqueue(stream, in[c].shape(), {&to.buffer(), &from.buffer(), &flags->buffer()},
                          in[c].shape());
      else
        passes[p].enqueue(stream, in[c].shape(), {&to.buffer(), &from.buffer()}, in[c].shape());
    }
}

Filtered run(Session& session, const Filtering& filtering, const ConstImageView& image) {
  const Planes in = planes_of(session, image);
  const Planes between = empty_planes(session, image.width, image.height, image.channels);
  const Planes out = empty_planes(session, image.width, image.height, image.channels);
  filtering.enqueue(*session.place().stream, in, between, out);
  session.place().stream->wait();
  return {.image = image_of(out),
          .padding_untouched = std::ranges::all_of(out, &Plane::padding_untouched)};
}

}  // namespace selvage::studies::course
