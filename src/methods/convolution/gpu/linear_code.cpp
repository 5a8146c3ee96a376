// SPDX-License-Identifier: Apache-2.0
#include "methods/convolution/gpu/linear_code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "core/samples.hpp"
#include "kernels/texts.hpp"
#include "methods/convolution/blocked_tile.hpp"
#include "methods/convolution/row_streaming.hpp"

namespace selvage::gpu {
namespace {

constexpr int square(int n) {
  return n * n;
}
static_assert(2 * (2 * largest_separable_radius + 1) <= LINEAR_WEIGHTS);
static_assert(square(2 * largest_stencil_radius + 1) <= LINEAR_WEIGHTS);

static_assert(argument_bytes(LINEAR_WEIGHTS) == sizeof(SelvageLinear));
static_assert(argument_bytes(square(2 * largest_portable_stencil_radius + 1)) <= 1024);

std::vector<float> scaled(const std::vector<double>& values, double scale) {
  std::vector<float> numbers;
  for (const double v : values) numbers.push_back(static_cast<float>(v * scale));
  return numbers;
}

// Returns the power of two that scales the sum of |values| to at most 1.
double shrinking(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double v : values) sum += std::fabs(v);
  return sum > 1.0 ? std::exp2(-std::ceil(std::log2(sum))) : 1.0;
}

// Returns the sum along a row outside the image; NaN if such a row does not count.
double outside_row(const LinearPass& linear, double value, bool invalid) {
  const bool part = linear.step.border == Border::constant && !invalid;
  if (!part) return linear.step.mean ? std::numeric_limits<double>::quiet_NaN() : 0.0;
  double sum = 0.0;
  for (const float w : linear.row) sum += w;
  return value * sum;
}

}  // namespace

LinearPass::LinearPass(const Pass& pass, const Problem& problem, bool separable)
    : step(linear_step(pass.step)) {
  averaged = problem.channels - (problem.alpha && step.alpha == Alpha::keep ? 1 : 0);
  holes = may_leave_out_taps(step, problem, pass.reads);
  weighs = weighs_alpha(step, problem);
  // Where alpha weighs, weights sum to 1, so that alpha's sum is its mean; colours have the scale.
  if (weighs && !step.mean) {
    const double all = magnitude(step);
    colour_gain = step.scale * all;
    step.scale = 1.0 / all;
  }
  if (separable) {
    step = as_separable(std::move(step)).value();
    const double less = step.mean ? 1.0 : shrinking(step.separable->row);
    row = scaled(step.separable->row, less);
    column = scaled(step.separable->column, step.scale / less);
  } else {
    stencil = scaled(step.stencil.coefficients, step.scale);
  }
}

Code linear_code(const std::string& function, const LinearPass& linear, const Pass& pass,
                 const Problem& problem, const LinearGpuTuning& tuning, const GpuFacts& gpu,
                 bool dense) {
  const bool ring = function == "separable_ring", streams = ring || function == "row_streaming";
  const bool once = streams || function == "blocked_tile";
  const bool gray = makes_gray(linear.step, problem);
  const int channels = linear.averaged;
  Code code{.function = function, .source = {}, .options = {}};
  for (const auto file :
       {"dialect.h", "arguments.h", "linear_arguments.h", "samples.h", "pixel_load.h"})
    code.source += kernels::text(file);
  if (once) {
    code.source += kernels::text("channel_blocks.h");
    code.source += kernels::text("unit_store.h");
    code.source += kernels::text(streams ? "row_streaming.h" : "blocked_tile.h");
    code.source += kernels::text(linear.stencil.empty() ? "separable_sums.h" : "stencil_sums.h");
  }
  code.source += kernels::text(function + ".cl");
  const auto define = [&](std::string_view name, int value) {
    code.options.push_back(fmt::format("-D{}={}", name, value));
  };
  code.options.emplace_back("-DSTRUCT=SelvageLinear");
  define("LINEAR_WEIGHTS", static_cast<int>(weights_in_arguments(linear, once)));
  define("READS", static_cast<int>(pass.reads));
  define("WRITES", static_cast<int>(function == "separable_rows" ? PixelType::f32 : pass.writes));
  define("CHANNELS", problem.channels);
  define("AVERAGED", channels);
  define("GRAY", gray ? 1 : 0);
  define("RESULT", gray ? problem.channels - 2 : problem.channels);
  define("FILTERED", gray ? channels - 2 : channels);
  define("MEAN", linear.step.mean ? 1 : 0);
  define("HOLES", linear.holes ? 1 : 0);
  define("SENTINEL", pass.sentinel ? 1 : 0);
  define("WEIGHS", linear.weighs ? 1 : 0);
  define("DENSE", dense ? 1 : 0);
  if (once) define("IN_BLOCKS", linear.in_blocks ? 1 : 0);
  if (once) define("RADIUS_X", linear.step.radius_x);
  if (once) define("RADIUS_Y", linear.step.radius_y);
  if (once) define("UNIT", streams ? tuning.streaming.unit : 4);
  if (streams) {
    define("AHEAD", tuning.streaming.ahead);
    define("GROUP_WIDTH", streaming_width);
    define("GROUP_HEIGHT", tuning.streaming.height);
    define("ACROSS", streaming_across(tuning.streaming));
    if (ring) {
      define("ROWS", ring_rows);
      define("PARTS", ring_parts);
      define("LINE", ring_line(linear.step.radius_x * channels));
    }
    define("MIN_BLOCKS", tuning.streaming.min_blocks);
  } else {
    define("GROUP_WIDTH", tuning.group.width);
    define("GROUP_HEIGHT", tuning.group.height);
    define("MIN_BLOCKS", tuning.group.min_blocks);
    if (function != "separable_rows") define("ROWS", tuning.group.rows);
  }
  define("BLOCK", linear.weighs ? weighted_linear_block : linear_block);
  define("BYTE_SIMD", gpu.byte_simd ? 1 : 0);
  define("PROCESSOR", gpu.is_processor ? 1 : 0);
  return code;
}

SelvageLinear linear_arguments(const LinearPass& linear, const Pass& pass, const Problem& problem) {
  const LinearStep& step = linear.step;
  const auto stored = [&](double value) {
    return static_cast<float>(stored_value(value, problem.type, pass.reads));
  };
  SelvageLinear a{};
  a.radius_x = step.radius_x;
  a.radius_y = step.radius_y;
  a.border = static_cast<int>(step.border);
  a.colours = problem.channels - (problem.alpha ? 1 : 0);
  a.has_mask = problem.mask;
  a.has_invalid = step.invalid.has_value();
  a.outside_value = stored(step.border_value);
  if (step.invalid) a.invalid = stored(*step.invalid);
  set_sentinel(pass, a);
  const bool invalid = step.invalid && a.outside_value == a.invalid;
  const double outside = a.outside_value, alpha = std::max(outside, 0.0);
  a.outside_row =
      static_cast<float>(outside_row(linear, linear.weighs ? outside * alpha : outside, invalid));
  a.outside_alpha_row = static_cast<float>(outside_row(linear, alpha, invalid));
  a.colour_gain = static_cast<float>(linear.colour_gain);
  a.offset = static_cast<float>(step.offset * full_scale(pass.reads));
  std::vector<float> weights = step.separable ? linear.row : linear.stencil;
  weights.insert(weights.end(), linear.column.begin(), linear.column.end());
  if (weights.size() <= LINEAR_WEIGHTS) std::ranges::copy(weights, a.weights);
  return a;
}

std::size_t weights_in_arguments(const LinearPass& linear, bool once) {
  if (!once) return 1;
  return linear.stencil.empty() ? linear.row.size() + linear.column.size() : linear.stencil.size();
}

std::vector<float> linear_weights(const LinearPass& linear) {
  std::vector<float> weights = linear.row;
  if (linear.stencil.empty()) {
    weights.resize((weights.size() + 3) / 4 * 4);
    weights.insert(weights.end(), linear.column.begin(), linear.column.end());
    return weights;
  }
  const Stencil& m = linear.step.stencil;
  for (int x = 0; x < m.width; ++x)
    for (int y = 0; y < m.height; ++y)
      weights.push_back(
          linear.stencil[static_cast<std::size_t>(y) * static_cast<std::size_t>(m.width) +
                         static_cast<std::size_t>(x)]);
  return weights;
}

}  // namespace selvage::gpu
