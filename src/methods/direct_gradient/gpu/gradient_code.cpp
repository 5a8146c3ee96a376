// SPDX-License-Identifier: Apache-2.0
#include "methods/direct_gradient/gpu/gradient_code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/border.hpp"
#include "core/checked.hpp"
#include "core/sample.hpp"
#include "core/samples.hpp"
#include "filters/exponent_scale.hpp"
#include "kernels/texts.hpp"

namespace selvage::gpu {
namespace {

constexpr double most_gradient_exponent = 256.0;  // a larger exponent to base 2 has the weight 0

// Returns the radius that a program is compiled for, or 0 if it serves all. Processors compile for
// seconds and gain nothing.
int fixed_radius(const GradientProblem& problem, const GpuFacts& gpu) {
  constexpr int most = 8;  // whose columns are unrolled
  const WindowMean& step = problem.step;
  const bool fixed = step.window == Window::square && step.radius_x <= most && !gpu.is_processor &&
                     !problem.shape.many();
  return fixed ? step.radius_x : 0;
}

// NORM of samples.h.
int gradient_norm(const GradientShape& shape) {
  using Weight = GradientShape::Weight;
  switch (shape.weight) {
    case Weight::l2: return 0;
    case Weight::l1: return 1;
    case Weight::per_channel: return 2;
    case Weight::space: break;
  }
  return 3;
}

std::size_t record_floats(int floats) {
  return static_cast<std::size_t>(floats <= 2 ? floats : (floats + 3) / 4 * 4);
}

// The floats of one place or pixel in scratch.
struct PlaceFloats {
  std::size_t sample = 0, sent = 0, collected = 0;
};
PlaceFloats place_floats(const GradientShape& shape) {
  const bool apart = shape.weight == GradientShape::Weight::per_channel;
  const int planes = shape.averaged + shape.guide_channels;
  const int sent = shape.averaged + (apart ? shape.averaged : 1);
  const auto floats = [](int count) { return static_cast<std::size_t>(count); };
  if (shape.many())  // a sum has a second float for what it lost
    return {.sample = floats(planes + 1), .sent = floats(sent), .collected = floats(2 * planes)};
  return {.sample = record_floats(planes + 1),
          .sent = record_floats(sent),
          .collected = floats(planes)};
}

std::vector<std::string> gradient_options(const GradientProblem& problem, bool in_blocks,
                                          bool sigmas, const GpuFacts& gpu) {
  const GradientShape& shape = problem.shape;
  const int radius = fixed_radius(problem, gpu);
  const bool many = shape.many();
  std::vector<std::string> options{"-DSTRUCT=SelvageGradient"};
  const auto define = [&](std::string_view name, int value) {
    options.push_back(fmt::format("-D{}={}", name, value));
  };
  define("REAL64", 0);
  define("READS", static_cast<int>(PixelType::f32));
  define("WRITES", static_cast<int>(PixelType::f32));
  define("CHANNELS", many ? 1 : shape.averaged);
  define("AVERAGED", many ? 1 : shape.averaged);
  define("HOLES", 1);
  define("DENSE", 0);
  if (many) {
    define("GUIDED", shape.guide_channels > 0 ? 1 : 0);
    define("WORKERS", gradient_group_height);
    define("SEGMENT", planner::gradient_taps);
    define("SOME", 4);
    define("RUN", planner::gradient_channel_run);
  } else {
    define("GUIDES", shape.guide_channels);
    define("BLOCK", planner::gradient_block);
  }
  define("NORM", gradient_norm(shape));
  define("DISC", problem.step.window == Window::disc ? 1 : 0);
  define("SIGMAS", sigmas ? 1 : 0);
  if (radius > 0) define("RADIUS", radius);
  define("ROWS", item_rows(problem, gpu));
  define("IN_BLOCKS", in_blocks ? 1 : 0);
  define("GROUP_WIDTH", gradient_group_width);
  define("GROUP_HEIGHT", gradient_group_height);
  define("MIN_BLOCKS", 5);  // docs/journal/0084
  define("BYTE_SIMD", gpu.byte_simd ? 1 : 0);
  define("PROCESSOR", gpu.is_processor ? 1 : 0);
  return options;
}

}  // namespace

int place_margin(const WindowMean& step) {
  return border_index(-1, 2, step.border) == outside ? 0 : step.radius_x;
}

Rect record_places(const GradientProblem& problem) {
  const int r = problem.step.radius_x;
  return {-r, -r - 1, problem.width() + 2 * r, problem.height() + 2 * r + 2};
}

int item_rows(const GradientProblem& problem, const GpuFacts& gpu) {
  const GradientShape& shape = problem.shape;
  if (shape.many()) return 1;
  if (shape.averaged + shape.guide_channels == 1) return fixed_radius(problem, gpu) > 0 ? 2 : 4;
  const bool four_weights =
      shape.weight == GradientShape::Weight::per_channel && shape.averaged > 3;
  return four_weights || shape.averaged + shape.guide_channels > 4 ? 1 : 2;
}

int place_rows(const GradientShape& shape, int rows) {
  return shape.many() ? 1 : gradient_group_height * rows;
}

PlaceGroups place_groups(const GradientProblem& problem, int rows) {
  const int around = 2 * place_margin(problem.step);
  return {.columns = groups(problem.width() + around, gradient_group_width),
          .rows = groups(problem.height() + around, place_rows(problem.shape, rows))};
}

SelvageGradient gradient_arguments(const GradientProblem& problem) {
  const WindowMean& step = problem.step;
  const GradientShape& shape = problem.shape;
  const ConstImageView &image = problem.shapes.image, &guide = problem.shapes.guide;
  const bool guided = shape.guide_channels > 0;
  SelvageGradient a{};
  a.width = image.width;
  a.height = image.height;
  a.type = static_cast<int>(image.type);
  a.channels = image.channels;
  a.colours = image.colour_channels();
  a.guide_type = static_cast<int>(guide.type);
  a.guide_channels = guided ? guide.channels : 0;
  a.averaged = shape.averaged;
  a.guides = shape.guide_channels;
  a.border = static_cast<int>(step.border);
  a.radius = step.radius_x;
  a.margin = place_margin(step);
  a.has_mask = problem.shapes.mask.width > 0 ? 1 : 0;
  a.has_invalid = step.invalid ? 1 : 0;
  if (step.invalid)
    a.invalid = static_cast<float>(stored_value(*step.invalid, image.type, image.type));
  if (step.border == Border::constant) {
    const auto value = static_cast<float>(stored_value(step.border_value, image.type, image.type));
    const auto beside =
        guided ? static_cast<float>(stored_value(step.border_value, guide.type, guide.type)) : 0.0f;
    const bool valid =
        std::isfinite(value) && std::isfinite(beside) && !(step.invalid && a.invalid == value);
    a.outside_value = valid ? value : 0.0f;
    a.guide_outside = valid ? beside : 0.0f;
    a.outside_valid = valid ? 1 : 0;
  }
  const double scale = exponent_scale(problem.stored_sigma_range());
  const double range = problem.stored_sigma_range();
  a.space_scale = static_cast<float>(exponent_scale(step.sigma_space));
  a.range_scale = static_cast<float>(scale);
  a.most_squared = static_cast<float>(most_gradient_exponent / scale);
  a.most_distance = std::sqrt(a.most_squared);
  a.slope = static_cast<float>(1.0 / (range * range));
  a.guide_unit = static_cast<float>(problem.guide_unit());
  a.space_factor = static_cast<float>(problem.space_factor());
  a.range_factor = static_cast<float>(problem.range_factor());
  return a;
}

GradientCode::GradientCode(const GradientProblem& problem, bool in_blocks, bool sigmas,
                           const GpuFacts& gpu)
    : options(gradient_options(problem, in_blocks, sigmas, gpu)) {
  for (const auto file : {"dialect.h", "arguments.h", "gradient_arguments.h", "samples.h",
                          "numbers.h", "gradient_places.h"})
    source += kernels::text(file);
  if (problem.shape.many()) {
    source += kernels::text("gradient_channels.h");
    source += kernels::text("gradient_channels.cl");
    samples = "channel_samples";
    means = "channel_means";
    places = "channel_places";
    results = "channel_results";
  } else {
    source += kernels::text("gradient_pairs.h");
    source += kernels::text("gradient.cl");
  }
}

GradientCode::Key GradientCode::key(const GradientProblem& problem, bool in_blocks, bool sigmas,
                                    const GpuFacts& gpu) {
  const GradientShape& shape = problem.shape;
  const bool many = shape.many(), guided = shape.guide_channels > 0;
  return {many ? 0 : shape.averaged,
          many ? (guided ? 1 : 0) : shape.guide_channels,
          gradient_norm(shape),
          problem.step.window == Window::disc,
          fixed_radius(problem, gpu),
          sigmas,
          in_blocks};
}

GradientScratch::GradientScratch(const GradientProblem& problem, int images, int all) : batch(all) {
  const int around = 2 * place_margin(problem.step);
  const auto add = [this](std::size_t& start, auto... counts) {
    start = end;
    end = checked_add(end, (checked_add(checked_mul(counts...), 3)) / 4 * 4);
  };
  const std::vector<planner::GradientBlock> blocks = planner::gradient_blocks(problem);
  const GradientShape& largest = blocks.front().problem.shape;
  const PlaceFloats floats = place_floats(largest);
  const Rect records = record_places(problem);
  const auto add_collected = [&] {
    add(collected, images, problem.width() + around, problem.height() + around, floats.collected);
  };
  // A byte for each pixel.
  if (blocks.size() > 1) add(valid, images, problem.width(), (problem.height() + 3) / 4);
  add(samples, images, records.width, records.height, floats.sample);
  if (largest.many()) add_collected();
  forward = end;
  add(sent, images, records.width, records.height, floats.sent);
  if (!largest.many()) add_collected();
  for (const planner::GradientBlock& block : blocks) {
    means_of_block.push_back(means);
    means = checked_add(means, checked_mul(images, problem.width(), problem.height(),
                                           place_floats(block.problem.shape).sent));
  }
  add(partials, blocks.size(), batch, place_groups(blocks.front().problem, 1).count(), 4);
  add(sigmas, 4);
}

}  // namespace selvage::gpu
