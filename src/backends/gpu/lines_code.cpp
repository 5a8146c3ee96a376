// SPDX-License-Identifier: Apache-2.0
#include "backends/gpu/lines_code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "backends/gpu/march_shape.hpp"
#include "core/samples.hpp"
#include "kernels/texts.hpp"

namespace selvage::gpu {
namespace {

std::vector<float> scaled(const std::vector<double>& values, double scale) {
  std::vector<float> numbers;
  for (const double v : values) numbers.push_back(static_cast<float>(v * scale));
  return numbers;
}

// The power of two that makes the sum of |values| at most 1.
double shrinking(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double v : values) sum += std::fabs(v);
  return sum > 1.0 ? std::exp2(-std::ceil(std::log2(sum))) : 1.0;
}

// What a row outside the image adds up to; NaN: it takes no part.
double outside_row(const Strip& strip, double value, bool invalid) {
  const bool part = strip.step.border == Border::constant && !invalid;
  if (!part) return strip.step.mean ? std::numeric_limits<double>::quiet_NaN() : 0.0;
  double sum = 0.0;
  for (const float w : strip.row) sum += w;
  return value * sum;
}

}  // namespace

Strip::Strip(const Pass& pass, const Problem& problem, bool lines) : step(linear_step(pass.step)) {
  averaged = problem.channels - (problem.alpha && step.alpha == Alpha::keep ? 1 : 0);
  const bool shrinks = step.mean && step.border == Border::shrink;
  holes = shrinks || may_have_holes(step, problem, pass.reads);
  if (lines) {
    step = as_lines(std::move(step)).value();
    const double less = step.mean ? 1.0 : shrinking(step.lines->row);
    row = scaled(step.lines->row, less);
    column = scaled(step.lines->column, step.scale / less);
  } else {
    matrix = scaled(step.matrix.coefficients, step.scale);
  }
}

Code strip_code(const std::string& function, const Strip& strip, const Pass& pass,
                const Problem& problem, const Tuning& tuning, const GpuFacts& gpu, bool dense) {
  const bool tiles = function == "lines" || function == "matrix";
  const bool gray = makes_gray(strip.step, problem);
  const int channels = strip.averaged;
  Code code{.function = function, .source = {}, .options = {}};
  for (const auto file : {"dialect.h", "arguments.h", "strip_arguments.h", "samples.h", "shown.h"})
    code.source += kernels::text(file);
  const bool marches = function == "march";
  if (tiles) code.source += kernels::text("strips.h");
  if (marches) {
    code.source += kernels::text("march.h");
    code.source += kernels::text(strip.matrix.empty() ? "march_lines.h" : "march_matrix.h");
  }
  code.source += kernels::text(function + ".cl");
  const auto define = [&](std::string_view name, int value) {
    code.options.push_back(fmt::format("-D{}={}", name, value));
  };
  code.options.emplace_back("-DSTRUCT=SelvageStrip");
  define("READS", static_cast<int>(pass.reads));
  define("WRITES", static_cast<int>(function == "lines_rows" ? PixelType::f32 : pass.writes));
  define("CHANNELS", problem.channels);
  define("AVERAGED", channels);
  define("GRAY", gray ? 1 : 0);
  define("RESULT", gray ? problem.channels - 2 : problem.channels);
  define("FILTERED", gray ? channels - 2 : channels);
  define("MEAN", strip.step.mean ? 1 : 0);
  define("HOLES", strip.holes ? 1 : 0);
  define("AVOIDS", pass.avoids ? 1 : 0);
  define("DENSE", dense ? 1 : 0);
  if (tiles || marches) define("RADIUS_X", strip.step.radius_x);
  if (tiles || marches) define("RADIUS_Y", strip.step.radius_y);
  if (marches) {
    const MarchShape shape = march_shape(strip, pass, problem, gpu);
    define("UNIT", shape.unit);
    define("AHEAD", shape.ahead);
    define("GROUP_WIDTH", march_width);
    define("GROUP_HEIGHT", shape.height);
    define("GROUPS_AT_ONCE", shape.groups_at_once);
  } else {
    define("GROUP_WIDTH", tuning.group_width);
    define("GROUP_HEIGHT", tuning.group_height);
    define("GROUPS_AT_ONCE", tuning.groups_at_once);
    if (function != "lines_rows") define("ROWS", tuning.group_rows);
  }
  define("BYTE_SIMD", gpu.byte_simd ? 1 : 0);
  define("PROCESSOR", gpu.is_processor ? 1 : 0);
  return code;
}

SelvageStrip strip_arguments(const Strip& strip, const Pass& pass, const Problem& problem) {
  const LinearStep& step = strip.step;
  const auto stored = [&](double value) {
    return static_cast<float>(stored_value(value, problem.type, pass.reads));
  };
  SelvageStrip a{};
  a.radius_x = step.radius_x;
  a.radius_y = step.radius_y;
  a.border = static_cast<int>(step.border);
  a.colours = problem.channels - (problem.alpha ? 1 : 0);
  a.has_mask = problem.mask;
  a.has_invalid = step.invalid.has_value();
  a.outside_value = stored(step.border_value);
  if (step.invalid) a.invalid = stored(*step.invalid);
  set_avoided(pass, a);
  const bool invalid = step.invalid && a.outside_value == a.invalid;
  a.outside_row = static_cast<float>(outside_row(strip, a.outside_value, invalid));
  a.offset = static_cast<float>(step.offset * full_scale(pass.reads));
  const auto put = [](const std::vector<float>& from, float* to) {
    if (from.size() <= SELVAGE_STRIP_TAPS) std::ranges::copy(from, to);
  };
  put(step.lines ? strip.row : strip.matrix, a.row);
  put(strip.column, a.column);
  return a;
}

std::vector<float> strip_weights(const Strip& strip) {
  std::vector<float> weights = strip.row;
  if (strip.matrix.empty()) {
    weights.resize((weights.size() + 3) / 4 * 4);
    weights.insert(weights.end(), strip.column.begin(), strip.column.end());
    return weights;
  }
  const Matrix& m = strip.step.matrix;
  for (int x = 0; x < m.width; ++x)
    for (int y = 0; y < m.height; ++y)
      weights.push_back(
          strip.matrix[static_cast<std::size_t>(y) * static_cast<std::size_t>(m.width) +
                       static_cast<std::size_t>(x)]);
  return weights;
}

}  // namespace selvage::gpu
