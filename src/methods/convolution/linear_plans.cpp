// SPDX-License-Identifier: Apache-2.0
#include "methods/convolution/linear_plans.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/checked.hpp"
#include "filters/mean_passes.hpp"
#include "methods/convolution/tuning.hpp"

namespace selvage::planner {
namespace {

double taps_of(const LinearStep& step) {
  return step.separable
             ? static_cast<double>(step.separable->row.size() + step.separable->column.size())
             : static_cast<double>(step.stencil.coefficients.size());
}

Step convolution_of(const Filter& filter) {
  if (const auto* matrix = std::get_if<Convolution>(&filter)) return *matrix;
  return std::get<SeparableConvolution>(filter);
}

}  // namespace

bool is_separable(const Filter& filter) {
  return std::holds_alternative<Gaussian>(filter) || std::holds_alternative<Box>(filter) ||
         std::holds_alternative<SeparableConvolution>(filter);
}

bool may_be_separable(const Filter& filter) {
  return is_separable(filter) || is_stencil(filter);
}

bool is_stencil(const Filter& filter) {
  return std::holds_alternative<Convolution>(filter);
}

std::string not_linear(const Problem& p) {
  const auto* gaussian = std::get_if<Gaussian>(&p.filter);
  if (gaussian == nullptr) return {};
  if (gaussian->window == Window::disc) return "the weights of a disc are not separable";
  // Holes have no valid tap within 8 sigma_space, but one in the corner of the window.
  const int radius = effective_radius(*gaussian);
  const bool holes = !is_integer(p.type) || p.mask || gaussian->invalid;
  if (gaussian->fill && holes &&
      std::sqrt(2.0 * radius * radius) > 8.0 * double{gaussian->sigma_space})
    return fmt::format("with radius {}, fill would use taps beyond 8 sigma_space", radius);
  return {};
}

std::string weighs_inseparably(const Problem& p) {
  if (!weighs_alpha(p) || !is_stencil(p.filter)) return {};
  return "a kernel of rows and columns must be exact where alpha weights the colours";
}

LinearStep linear_step_of(const Problem& p) {
  return linear_step(linear_passes(p).front().step);
}

LinearStep separable_step_of(const Problem& p) {
  return as_separable(linear_step_of(p)).value();
}

std::vector<Pass> linear_passes(const Problem& p) {
  if (is_window_mean(p.filter)) return direct_passes(p);
  return {{.name = name(p.filter),
           .step = convolution_of(p.filter),
           .reads = p.type,
           .writes = p.type}};
}

Tile line_tile(const Problem& p, const DeviceFacts& facts, const LinearStep& step,
               const LineWork& work) {
  constexpr double cache = 1 << 20;      // bytes, of a core's second level
  constexpr double longest_tile = 0.05;  // seconds
  constexpr int widest = 4096;           // pixels
  const int channels = filtered_channels(step, p);
  // Few pixels of many channels are as many numbers as many of few.
  const int narrowest = channels <= 4 ? 256 : std::max(16, 1024 / channels / 16 * 16);
  const int grid = channels <= 4 ? 64 : 16;
  const double pixel = static_cast<double>(work.number) * channels;
  const double row = cache / pixel / (2.0 * step.radius_y + 1.0);
  const double halo = work.rows_first ? 0.0 : 2.0 * step.radius_x;
  Tile tile;
  tile.width =
      static_cast<int>(std::clamp(row - halo, static_cast<double>(narrowest), double{widest})) /
      grid * grid;
  const double seconds = taps_of(step) * channels * tile.width / work.taps_per_second;
  // Four tiles for each thread, but not so many that rows are loaded much more often than once.
  const int share = p.height / (4 * facts.threads);
  const double least = std::max(16.0, step.radius_y * 0.5);
  const double highest = std::max(1.0, longest_tile / seconds);
  tile.height =
      static_cast<int>(std::min(highest, std::clamp(double(share), least, std::max(128.0, least))));
  return tile;
}

ScratchBytes line_scratch(const Problem& p, const DeviceFacts& facts, const LinearStep& step,
                          const Tile& tile, const LineWork& work) {
  const LineShape shape(step, p, tile, work.rows_first);
  const int steps = step_count(p);
  // First, middle and last pass differ in what they read and write.
  const std::size_t kernels = static_cast<std::size_t>(std::min(steps, 3));
  const std::size_t images = static_cast<std::size_t>(std::min(steps - 1, 2));
  return {.host = checked_add(
              checked_mul(shape.bytes(work.number), facts.threads, kernels),
              checked_mul(images, sizeof(float), p.width, p.height, p.channels, p.batch))};
}

double weighting_instructions(const Problem& p) {
  return weighs_alpha(p) ? 16.0 : 0.0;  // docs/journal/0041
}

double filtered_samples(const Problem& p, const LinearStep& step) {
  return 1.0 * p.width * p.height * p.batch * filtered_channels(step, p) * step_count(p);
}

std::string extreme_weights(const LinearStep& step) {
  const auto extreme = [](double sum) { return sum > 0x1p60 || (sum > 0.0 && sum < 0x1p-60); };
  const double all = magnitude(step);
  bool any = extreme(all) || extreme(all * std::fabs(step.scale));
  if (step.separable)
    any |= extreme(magnitude(step.separable->row)) || extreme(magnitude(step.separable->column));
  return any ? "the weights are too large or too small for single precision" : "";
}

double rounded_sum_error(const Problem& p, const LinearStep& step, double roundings, double unit) {
  // Luminance: three products, two sums. The result's scale is rounded, and applied.
  const double gray = makes_gray(step, p) ? 4.0 : 0.0;
  const double gain = std::fabs(step.scale) * magnitude(step);
  double error = (roundings + gray + 3.0) * unit * gain;
  // Products with alpha, both sums, their quotient, its scale and the rounding of that; and alpha's
  // own mean, which has no scale.
  if (weighs_alpha(step, p)) error = (2.0 * (roundings + gray) + 7.0) * unit * std::max(gain, 1.0);
  // The offset in steps of an integer is rounded, and the sum with it; in floats it is exact, and
  // for f32 the second is the rounding to the type.
  if (is_integer(p.type)) error += 2.0 * unit * std::fabs(step.offset);
  if (p.type == PixelType::f16 && step.offset != 0.0) error += unit;  // of |offset|
  // The gray of a pixel that is copied through, whatever the weights.
  return std::max(error, gray * unit);
}

double separation_error(const Problem& p, const LinearStep& step) {
  if (!std::holds_alternative<Convolution>(p.filter)) return 0.0;
  return std::fabs(step.scale) * separated(step.stencil).residual;
}

Offer line_offer(const Problem& p, const DeviceFacts& facts, const LinearStep& step,
                 const LineWork& work, double error, double seconds) {
  const Tile tile = line_tile(p, facts, step, work);
  return {.error = error,
          .seconds = seconds,
          .scratch = line_scratch(p, facts, step, tile, work),
          .passes = linear_passes(p),
          .tuning = LineTuning{.tile = tile,
                               .segment = cached_segment(work.number, filtered_channels(step, p))}};
}

}  // namespace selvage::planner
