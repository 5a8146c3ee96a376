// SPDX-License-Identifier: Apache-2.0
#include "backends/gpu/direct_code.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "core/colour.hpp"
#include "core/gain.hpp"
#include "core/gpu_tile.hpp"
#include "core/samples.hpp"
#include "kernels/texts.hpp"

namespace selvage::gpu {
namespace {

constexpr float hole = 3e18f;  // HOLE in kernels/samples.h

const WindowMean& bilateral(const Pass& pass) {
  return std::get<WindowMean>(pass.step);
}

// NORM in kernels/taps.h.
int norm_of(const PlaneLayout& layout) {
  if (has_guide(layout)) return 3;
  if (layout.groups > 1) return 2;
  return layout.l1 ? 1 : 0;
}

// GUIDE_KIND in kernels/guide.cl.
int guide_kind(const PlaneLayout& layout) {
  switch (layout.distance) {
    case PlaneLayout::Distance::channels: return 0;
    case PlaneLayout::Distance::luma: return 1;
    case PlaneLayout::Distance::lab: return 2;
    case PlaneLayout::Distance::none: return 3;
  }
  return 0;
}

// The guide of a pixel whose channels all are `value`, in stored units.
std::array<double, 3> guide_of(const PlaneLayout& layout, double value, double full) {
  if (layout.distance != PlaneLayout::Distance::lab) return {luma(value, value, value), 0, 0};
  const double linear = srgb_to_linear(value / full);
  return linear_to_lab100(linear, linear, linear);
}

}  // namespace

PlaneLayout layout_of(const Pass& pass, const Problem& problem) {
  return plane_layout(bilateral(pass), problem, pass.reads != PixelType::u8);
}

int guide_floats(const PlaneLayout& layout) {
  return has_guide(layout) ? layout.first_value_plane() : 0;
}

Code direct_code(const std::string& function, const Pass& pass, const Problem& problem,
                 const Tuning& tuning, const GpuFacts& gpu, bool dense) {
  const PlaneLayout layout = layout_of(pass, problem);
  const int norm = norm_of(layout);
  const bool guided = has_guide(layout);
  // Luma of gray with alpha: the distance is over the gray alone.
  const int distances = layout.value_planes > 0 ? layout.distance_planes : layout.averaged;
  Code code{.function = function, .source = {}, .options = {}};
  for (const auto file : {"dialect.h", "arguments.h", "samples.h", "taps.h"})
    code.source += kernels::text(file);
  code.source += kernels::text(function + ".cl");
  const auto define = [&](std::string_view name, int value) {
    code.options.push_back(fmt::format("-D{}={}", name, value));
  };
  define("READS", static_cast<int>(pass.reads));
  define("WRITES", static_cast<int>(pass.writes));
  define("CHANNELS", problem.channels);
  define("AVERAGED", layout.averaged);
  define("NORM", norm);
  define("DISTANCES", guided ? layout.averaged : distances);
  define("GUIDES", guided ? layout.distance_planes : 0);
  define("GUIDE_KIND", guide_kind(layout));
  define("SPLIT", layout.split && guided ? 1 : 0);
  define("HOLES", has_holes(bilateral(pass), pass.reads, problem.mask) ? 1 : 0);
  define("SUMS", static_cast<int>(function == "bilateral_plain" ? Sums::pieces : tuning.sums));
  define("GROUP_WIDTH", tuning.group_width);
  define("GROUP_HEIGHT", tuning.group_height);
  define("ROWS", tuning.group_rows);
  define("GROUPS_AT_ONCE", function == "bilateral_tile" ? tuning.groups_at_once : 1);
  define("BYTE_SIMD", gpu.byte_simd ? 1 : 0);
  define("REAL64", gpu.real64 ? 1 : 0);
  define("PROCESSOR", gpu.is_processor ? 1 : 0);
  define("DENSE", dense ? 1 : 0);
  define("WIDE", tuning.wide && function == "bilateral_tile" ? 1 : 0);
  return code;
}

SelvageBilateral direct_arguments(const Pass& pass, const Problem& problem, const Tuning& tuning) {
  const WindowMean& filter = bilateral(pass);
  const PlaneLayout layout = layout_of(pass, problem);
  const double full = full_scale(pass.reads);
  const double range_gain = range_gain_of(filter, layout, pass.reads);
  const double constant = stored_value(filter.border_value, problem.type, pass.reads);
  SelvageBilateral a{};
  a.radius = filter.largest_radius();
  a.disc = filter.window == Window::disc;
  a.border = static_cast<int>(filter.border);
  a.colours = problem.channels - (problem.alpha ? 1 : 0);
  a.piece = tuning.piece;
  a.has_mask = problem.mask;
  a.has_invalid = filter.invalid.has_value();
  a.outside_value = static_cast<float>(constant);
  if (filter.invalid)
    a.invalid = static_cast<float>(stored_value(*filter.invalid, problem.type, pass.reads));
  a.space_gain = static_cast<float>(gain_of(filter.sigma_space));
  a.range_gain = static_cast<float>(range_gain);
  a.range_root = static_cast<float>(std::sqrt(range_gain));
  // Squared distances are whole numbers.
  a.fill_distance2 = static_cast<float>(
      std::floor(64.0 * double{filter.sigma_space} * double{filter.sigma_space}));
  const auto guide = guide_of(layout, constant, full);
  for (int k = 0; k < 3; ++k) {
    const auto near = static_cast<float>(guide[static_cast<std::size_t>(k)]);
    a.guide_constant[k] = near;
    if (layout.split && k < layout.distance_planes)
      a.guide_constant[k + layout.distance_planes] =
          static_cast<float>(guide[static_cast<std::size_t>(k)] - double{near});
  }
  if (filter.invalid && a.outside_value == a.invalid) a.guide_constant[0] = hole;
  return a;
}

std::size_t tile_bytes(const Pass& pass, const Problem& problem, const Tuning& tuning) {
  const WindowMean& filter = bilateral(pass);
  const bool holes = has_holes(filter, pass.reads, problem.mask);
  return tile_local_bytes(tile_words(layout_of(pass, problem), pass.reads, holes, tuning.wide),
                          tuning, filter.largest_radius());
}

}  // namespace selvage::gpu
