// SPDX-License-Identifier: Apache-2.0
#include "planner/cpu_series.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/checked.hpp"
#include "core/series_fit.hpp"
#include "core/series_shape.hpp"
#include "planner/cpu_direct.hpp"
#include "planner/cpu_work.hpp"
#include "planner/direct_steps.hpp"

namespace selvage::planner {
namespace {

constexpr int largest_radius = 256;
constexpr int vector = 8;  // floats, at most

int terms_of(const WindowMean& step) {
  return static_cast<int>(series_fit(step).series.cosine.size());
}

}  // namespace

std::string series_unsupported(const Problem& p, const DeviceFacts& facts) {
  const WindowMean f = main_step(p);
  if (std::string why = simd_unsupported(p, facts); !why.empty()) return why;
  if (p.type != PixelType::u8) return "sums by levels are for u8 alone";
  if (layout_of(p, f).planes_of_group() > 1)
    return "sums by levels are for one channel, or each by itself";
  if (step_count(p) > 1) return "sums by levels are for one iteration";
  if (f.window == Window::disc) return "the weights of a disc are no product of a row and a column";
  if (p.mask || f.invalid || f.border == Border::shrink || f.border == Border::copy)
    return "sums by levels need all taps of all pixels";
  if (f.largest_radius() > largest_radius)
    return fmt::format("sums by levels are for radii up to {}", largest_radius);
  if (double{f.sigma_range} < least_series_sigma)
    return fmt::format("sums by levels need a sigma_range of {:.2g}", least_series_sigma);
  return {};
}

double series_bound(const Problem& p, const DeviceFacts&) {
  return series_fit(main_step(p)).error / full_scale(PixelType::u8);
}

// Columns of the halo are summed up by each tile. No result depends on tiles.
Tuning series_tuning(const Problem& p, const DeviceFacts&) {
  return {.tile_width = std::min(512, p.width), .tile_height = std::min(32, p.height)};
}

double series_seconds(const Problem& p, const DeviceFacts& facts) {
  const WindowMean f = main_step(p);
  const Tuning tuning = series_tuning(p, facts);
  const double vectors = 2.0 * terms_of(f) / std::min(vector, facts.simd_floats);
  const double columns = 1.0 + 2.0 * f.radius_x / tuning.tile_width;
  // Vector instructions of a pixel: a product for each tap and vector, and those of its own.
  const double taps = columns * (2.0 * f.radius_y + 8.0) + 2.0 * f.radius_x + 8.0;
  const double instructions = (taps * vectors + 40.0 + 4.0 * vectors) *
                              (facts.simd_floats >= 8 ? 0.75 : 1.0);  // fused (docs/journal/0025)
  const double pixels = 1.0 * p.width * p.height * p.batch * layout_of(p, f).groups;
  return pixels * instructions / (5e9 * facts.threads) + sample_seconds(p, facts, direct_passes(p));
}

ScratchBytes series_scratch(const Problem& p, const DeviceFacts& facts) {
  const WindowMean f = main_step(p);
  const SeriesShape shape(layout_of(p, f), series_tuning(p, facts), f, terms_of(f));
  constexpr std::size_t tables = 3, entries = 256;
  return {.host = checked_add(checked_mul(shape.bytes(), facts.threads),
                              checked_mul(tables, entries, static_cast<std::size_t>(shape.numbers),
                                          sizeof(float)))};
}

}  // namespace selvage::planner
