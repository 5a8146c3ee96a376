// SPDX-License-Identifier: Apache-2.0
#include "methods/local_linear/gpu/guided_code.hpp"

#include <fmt/format.h>

#include <string_view>

#include "core/samples.hpp"
#include "kernels/texts.hpp"

namespace selvage::gpu {

Code guided_code(const std::string& function, const GuidedCode& how, const Problem& problem,
                 const GpuFacts& gpu, bool dense) {
  const Fitting fitting(problem);
  const Guided& filter = fitting.filter;
  const bool wide = how.whole == Wholes::fixed64;
  const LinearPlanes all(problem), planes = wide ? all.uncounted() : all;
  const ConstImageView& guide = problem.shapes.guide;
  Code code{.function = function, .source = {}, .options = {"-DSTRUCT=SelvageGuided"}};
  for (const auto file :
       {"dialect.h", "arguments.h", "guided_arguments.h", "samples.h", "numbers.h", "guided.h"})
    code.source += kernels::text(file);
  for (const auto file : how.texts) code.source += kernels::text(file);
  code.source += kernels::text(function + ".cl");
  const auto define = [&](std::string_view name, int value) {
    code.options.push_back(fmt::format("-D{}={}", name, value));
  };
  define("REAL64", how.pairs ? 0 : 1);
  define("READS", static_cast<int>(problem.type));
  define("WRITES", static_cast<int>(problem.type));
  define("CHANNELS", problem.channels);
  define("AVERAGED", planes.values);
  define("HOLES", !is_integer(problem.type) || filter.invalid || problem.mask ? 1 : 0);
  define("DENSE", dense ? 1 : 0);
  define("GUIDES", planes.guides);
  define("GUIDE_READS", static_cast<int>(planes.own ? problem.type : guide.type));
  define("GUIDE_CHANNELS", planes.own ? problem.channels : guide.channels);
  define("OWN", planes.own ? 1 : 0);
  define("COUNTED", planes.counted ? 1 : 0);
  define("FILL", planes.fill ? 1 : 0);
  define("COARSE", fitting.between ? 1 : 0);
  define("ENLARGES", fitting.enlarges ? 1 : 0);
  define("MODELS", how.summed == Summed::models ? 1 : 0);
  define("WHOLE", how.whole == Wholes::int32 ? 1 : 0);
  if (how.whole != Wholes::none) {
    define("WIDE", wide ? 1 : 0);
    define("CHECKS", how.checks ? 1 : 0);
    define("CHUNK", whole_chunk);
    define("ROWS", wide ? fixed_rows : whole_rows);
  }
  define("GROUP_WIDTH", how.width);
  define("GROUP_HEIGHT", how.height);
  define("MIN_BLOCKS", how.min_blocks);
  define("BYTE_SIMD", gpu.byte_simd ? 1 : 0);
  define("PROCESSOR", gpu.is_processor ? 1 : 0);
  return code;
}

// Returns the arguments that do not change from run to run.
SelvageGuided guided_arguments(const Problem& problem) {
  const Fitting fitting(problem);
  const Guided& filter = fitting.filter;
  SelvageGuided a{};
  a.any_left = -1;
  const PixelType guide = guide_type(problem);
  const float window = 2.0f * static_cast<float>(grid_radius(filter)) + 1.0f;
  a.epsilon = filter.epsilon;
  a.guide_full_scale = static_cast<float>(full_scale(guide));
  a.guide_centre = static_cast<float>(guide_centre(guide));
  a.window_pixels = window * window;  // at most 2^21
  a.radius = grid_radius(filter);
  a.step = filter.subsample;
  a.scale_x = fitting.x.scale;
  a.offset_x = fitting.x.offset;
  a.unit_x = fitting.x.unit;
  a.scale_y = fitting.y.scale;
  a.offset_y = fitting.y.offset;
  a.unit_y = fitting.y.unit;
  a.halo = guided_halo(filter);
  a.border = static_cast<int>(filter.border);
  a.colours = problem.channels - (problem.alpha ? 1 : 0);
  a.has_mask = problem.mask;
  a.has_invalid = filter.invalid.has_value();
  a.outside_value =
      static_cast<float>(stored_value(filter.border_value, problem.type, problem.type));
  a.guide_outside = static_cast<float>(stored_value(filter.border_value, guide, guide));
  if (filter.invalid)
    a.invalid = static_cast<float>(stored_value(*filter.invalid, problem.type, problem.type));
  return a;
}

GuidedLaunches::GuidedLaunches(Stream& stream, const DeviceImages& images, const Buffer* scratch,
                               int height, const Controls& controls)
    : common_{.stream = stream,
              .controls = controls,
              .batch = images.image.shape.batch,
              .dense = rows_are_solid(images.image.shape),
              .height = height},
      buffers_{images.image.buffer, images.mask.buffer, images.guide.buffer, scratch,
               images.output.buffer} {}

// Returns the layout of a part of scratch whose first number is that of (x, y).
SelvageLayout layout_of(const ScratchPlanes& part, int x, int y) {
  const auto row = static_cast<i64>(part.row());
  const auto number = static_cast<i64>(part.number);
  return {.offset = static_cast<i64>(part.offset) - x * number - y * row,
          .batch = static_cast<i64>(part.image()),
          .channel = static_cast<i64>(part.plane()),
          .row = step_of(row),
          .pixel = static_cast<int>(number)};
}

}  // namespace selvage::gpu
