// SPDX-License-Identifier: Apache-2.0
#include "backends/gpu/lines_code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

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

bool has_holes(const Strip& strip, const Pass& pass, const Problem& problem) {
  const bool shrinks = strip.step.mean && strip.step.border == Border::shrink;
  return shrinks || may_have_holes(strip.step, problem, pass.reads);
}

// Channels of the image that are filtered.
int averaged(const LinearStep& step, const Problem& problem) {
  return problem.channels - (problem.alpha && step.alpha == Alpha::keep ? 1 : 0);
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

Strip::Strip(const Pass& pass, bool lines) : step(linear_step(pass.step)) {
  if (lines) {
    step = as_lines(std::move(step)).value();
    const double less = step.mean ? 1.0 : shrinking(step.lines->row);
    row = scaled(step.lines->row, less);
    column = scaled(step.lines->column, step.scale / less);
  } else {
    matrix = scaled(step.matrix.coefficients, step.scale);
  }
}

int march_unit(const Pass& pass) {
  return pass.reads == PixelType::u8 ? 8 : 4;
}

// An item holds sums, a row's window, and the next rows' as they lie in the image.
int marching_groups(const Strip& strip, const Pass& pass, const Problem& problem, int width) {
  constexpr int registers = 65536, most = 7;
  const int unit = march_unit(pass), radius_y = strip.step.radius_y;
  const int reach = (strip.step.radius_x * problem.channels + unit - 1) / unit;
  const int sums = unit * (strip.matrix.empty() ? 2 * radius_y : 2 * radius_y + 1);
  const int steps = radius_y > 3 ? 1 : pass.reads == PixelType::f32 ? 2 : 3;  // STEP in march.h
  const int words = steps * unit * static_cast<int>(sample_bytes(pass.reads)) / 4;
  const int item = sums + (2 * reach + 1) * (unit + words) + 16 + 8 * steps;
  return std::clamp(registers / (width * march_height * item), 1, most);
}

bool can_march(const Strip& strip, const Pass& pass, const Problem& problem) {
  const bool all = averaged(strip.step, problem) == problem.channels;
  const bool split_pixels = problem.channels == 3 && has_holes(strip, pass, problem);
  return all && !split_pixels && pass.reads == pass.writes && !problem.mask &&
         !strip.step.invalid && !makes_gray(strip.step, problem);
}

Code strip_code(const std::string& function, const Strip& strip, const Pass& pass,
                const Problem& problem, const Tuning& tuning, const GpuFacts& gpu, bool dense) {
  const bool tiles = function == "lines" || function == "matrix";
  const bool gray = makes_gray(strip.step, problem);
  const int channels = averaged(strip.step, problem);
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
  define("HOLES", has_holes(strip, pass, problem) ? 1 : 0);
  define("DENSE", dense ? 1 : 0);
  if (tiles || marches) define("RADIUS_X", strip.step.radius_x);
  if (tiles || marches) define("RADIUS_Y", strip.step.radius_y);
  define("GROUP_WIDTH", tuning.group_width);
  define("GROUP_HEIGHT", marches ? march_height : tuning.group_height);
  if (function != "lines_rows" && !marches) define("ROWS", tuning.group_rows);
  define("GROUPS_AT_ONCE", marches ? marching_groups(strip, pass, problem, tuning.group_width)
                                   : tuning.groups_at_once);
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
