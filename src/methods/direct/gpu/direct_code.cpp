// SPDX-License-Identifier: Apache-2.0
#include "methods/direct/gpu/direct_code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

#include "backends/gpu/kernel_enums.hpp"
#include "core/colour.hpp"
#include "core/samples.hpp"
#include "filters/exponent_scale.hpp"
#include "kernels/texts.hpp"
#include "methods/direct/pixel_form.hpp"
#include "methods/direct/tensor_form.hpp"

namespace selvage::gpu {
namespace {

const WindowMean& mean_of(const Pass& pass) {
  return std::get<WindowMean>(pass.step);
}

KernelNorm norm_of_pixels(const PixelForm& form) {
  return form.has_distances() ? norm_of(form.layout) : KernelNorm::none;
}

// Returns the guide's planes of a pixel with all channels equal to `value`, in stored units.
std::array<double, 4> guide_of(const PixelForm& form, double value) {
  switch (form.layout.distance) {
    case PlaneLayout::Distance::luma: return {luma(value, value, value)};
    case PlaneLayout::Distance::lab: {
      const double linear = srgb_to_linear(value / full_scale(form.guide));
      const auto lab = linear_to_lab100(linear, linear, linear);
      return {lab[0], lab[1], lab[2]};
    }
    default: return {value, value, value, value};
  }
}

template <class Real>
std::vector<std::byte> filling_reals(const Pass& pass, const Problem& problem) {
  const WindowMean& filter = mean_of(pass);
  const PixelForm form = form_of(pass, problem);
  std::vector<Real> weights;
  const double sigma = filter.sigma_space;
  const auto add = [&](double v) { weights.push_back(static_cast<Real>(v)); };
  for (int d = 0; d <= filter.largest_radius(); ++d) add(std::exp(-0.5 * d * d / (sigma * sigma)));
  const auto away = [&](int dz) { return dz == 0 ? 0.0 : dz / filter.sigma_depth; };  // in sigmas
  for (int dz = 0; dz <= filter.radius_z; ++dz) add(std::exp(-0.5 * away(dz) * away(dz)));
  for (int dz = 0; dz <= filter.radius_z; ++dz) {
    const double slice = away(dz) > 0.0 ? away(dz) * away(dz) * sigma * sigma : 0.0;
    add(std::floor(64.0 * sigma * sigma - slice));  // squared distances are integers
  }
  add(exponent_scale(sigma));
  add(exponent_scale(filter.sigma_depth));
  add(range_exponent_scale(filter, form.layout, form.guide));
  const auto bytes = std::as_bytes(std::span(weights));
  return {bytes.begin(), bytes.end()};
}

}  // namespace

int most_registers(const WorkGroup& group) {
  constexpr int of_multiprocessor = 65536, at_a_time = 8, most = 255;
  const int items = group.width * group.height * group.min_blocks;
  return std::min(of_multiprocessor / items / at_a_time * at_a_time, most);
}

PixelForm form_of(const Pass& pass, const Problem& problem) {
  return pixel_form(mean_of(pass), pass.reads, problem);
}

bool has_filling(const Pass& pass, const Problem& problem) {
  return mean_of(pass).fill && form_of(pass, problem).holes;
}

Code direct_code(const std::string& function, const Pass& pass, const Problem& problem,
                 const DirectGpuTuning& tuning, const GpuFacts& gpu, bool dense) {
  const PixelForm form = form_of(pass, problem);
  const PlaneLayout& layout = form.layout;
  const bool makes = function == "guide";  // it reads the image that distances are taken of
  const bool tiles = function == "bilateral_tile" || function == "bilateral_lookup";
  const bool tensor = function == "bilateral_tensor";
  // Filling uses only distances of another image.
  const bool guided = form.guided() && !makes && (function != "fill" || layout.guided);
  const bool made = guided && form.makes_guide();
  // With luma of gray and alpha, the distance covers only gray.
  const int distances = layout.value_planes > 0 ? layout.distance_planes : layout.averaged;
  Code code{.function = function, .source = {}, .options = {}};
  for (const auto file :
       {"dialect.h", "arguments.h", "samples.h", "window.h", "pixels.h", "tile_loop.h"})
    code.source += kernels::text(file);
  if (tensor)
    for (const auto file : {"mma.h", "half_products.h", "tensor_chunks.h", "tensor_terms.h"})
      code.source += kernels::text(file);
  else
    code.source += kernels::text("taps.h");
  if (makes) code.source += kernels::text("colour.h");
  if (function == "fill") code.source += kernels::text("filling.h");
  code.source += kernels::text(function + ".cl");
  const auto define = [&](std::string_view name, int value) {
    code.options.push_back(fmt::format("-D{}={}", name, value));
  };
  define("READS", static_cast<int>(makes ? form.guide : pass.reads));
  define("WRITES", static_cast<int>(makes ? PixelType::f32 : pass.writes));
  define("CHANNELS", makes ? form.guide_channels : problem.channels);
  define("AVERAGED", makes ? 3 : layout.averaged);
  define("WEIGHS", layout.weighs && !makes ? 1 : 0);
  define("BY_SPACE", layout.weighs && !layout.guided ? 1 : 0);
  define("NORM", static_cast<int>(norm_of_pixels(form)));
  define("DISTANCES", makes ? 3 : form.guided() ? layout.averaged : distances);
  define("GUIDED", guided ? 1 : 0);
  define("GUIDES", guided || makes ? form.distances() : 0);
  define("GUIDE_READS", static_cast<int>(made ? PixelType::f32 : form.guide));
  define("GUIDE_CHANNELS", made ? form.guide_planes() : form.guide_channels);
  define("GUIDE_HOLES", guided && form.guide_holes ? 1 : 0);
  define("GUIDE_KIND", layout.distance == PlaneLayout::Distance::lab ? 2 : 1);
  define("SPLIT", layout.split && form.guided() ? 1 : 0);
  define("SENTINEL", pass.sentinel && !makes ? 1 : 0);
  define("HOLES", (makes ? form.guide_holes : form.holes) ? 1 : 0);
  define("SUMS", static_cast<int>(function == "bilateral_plain" ? Summation::blocks : tuning.sums));
  define("GROUP_WIDTH", tuning.group.width);
  define("GROUP_HEIGHT", tuning.group.height);
  define("ROWS", tuning.group.rows);
  const int min_blocks = tiles || tensor ? tuning.group.min_blocks : 1;
  define("MIN_BLOCKS", min_blocks);
  if (min_blocks > 1) define("MOST_REGISTERS", most_registers(tuning.group));
  define("BYTE_SIMD", gpu.byte_simd ? 1 : 0);
  define("REAL64", gpu.real64 ? 1 : 0);
  define("PROCESSOR", gpu.is_processor ? 1 : 0);
  define("DENSE", dense ? 1 : 0);
  define("WIDE", tuning.wide && tiles ? 1 : 0);
  define("TENSOR", tensor ? 1 : 0);
  define("VOLUME", problem.whole_depth > 1 && !makes ? 1 : 0);
  const bool fixed = tuning.fixed_window && tiles;
  define("FIXED_WINDOW", fixed ? 1 : 0);
  if (fixed) {
    define("WINDOW_DISC", mean_of(pass).window == Window::disc ? 1 : 0);
    define("WINDOW_RADIUS_X", mean_of(pass).radius_x);
    define("WINDOW_RADIUS_Y", mean_of(pass).radius_y);
    define("WINDOW_BLOCK", tuning.block);
  }
  if (tensor) {
    const TensorForm features = tensor_form(form);
    define("BYTE_PRODUCTS", gpu.byte_products ? 1 : 0);
    define("FEATURES", form.guided() ? form.distances() : distances);
    define("LOW_PARTS", features.low_parts ? 1 : 0);
    define("SEPARATE_VALUES", features.separate_values ? 1 : 0);
    define("DISC", mean_of(pass).window == Window::disc ? 1 : 0);
  }
  return code;
}

SelvageBilateral window_arguments(const Pass& pass, const Problem& problem) {
  const WindowMean& filter = mean_of(pass);
  const PixelForm form = form_of(pass, problem);
  const double range_scale = range_exponent_scale(filter, form.layout, form.guide);
  const double constant = stored_value(filter.border_value, problem.type, pass.reads);
  SelvageBilateral a{};
  a.radius_x = filter.radius_x;
  a.radius_y = filter.radius_y;
  a.disc = filter.window == Window::disc;
  a.border = static_cast<int>(filter.border);
  a.colours = problem.channels - (problem.alpha ? 1 : 0);
  a.has_mask = problem.mask;
  a.has_invalid = filter.invalid.has_value();
  a.outside_value = static_cast<float>(constant);
  if (filter.invalid)
    a.invalid = static_cast<float>(stored_value(*filter.invalid, problem.type, pass.reads));
  set_sentinel(pass, a);
  a.radius_z = filter.radius_z;
  a.slices_after = filter.slices_after();
  a.causal = filter.third_axis == ThirdAxis::causal;
  a.ellipsoid = filter.window == Window::disc && filter.third_axis == ThirdAxis::space;
  a.depth_scale = static_cast<float>(exponent_scale(filter.sigma_depth));
  a.space_scale = static_cast<float>(exponent_scale(filter.sigma_space));
  a.range_scale = static_cast<float>(range_scale);
  a.range_root = static_cast<float>(std::sqrt(range_scale));
  return a;
}

void set_slices(const Frame& frame, SelvageBilateral& a) {
  a.in_slice = std::exchange(a.in.batch, 0);
  a.mask_slice = std::exchange(a.mask.batch, 0);
  a.guide_slice = std::exchange(a.guide.batch, 0);
  a.depth = frame.depth;
  a.held_z = frame.z;
  a.first_z = frame.slices.first;
}

std::vector<std::byte> filling_weights(const Pass& pass, const Problem& problem, bool real64) {
  return real64 ? filling_reals<double>(pass, problem) : filling_reals<float>(pass, problem);
}

double guide_border_value(const Pass& pass, const Problem& problem) {
  const WindowMean& filter = mean_of(pass);
  const PixelType guide = form_of(pass, problem).guide;
  return stored_value(filter.border_value, filter.guide == Guide::given ? guide : problem.type,
                      guide);
}

SelvageBilateral direct_arguments(const Pass& pass, const Problem& problem,
                                  const DirectGpuTuning& tuning) {
  const PixelForm form = form_of(pass, problem);
  SelvageBilateral a = window_arguments(pass, problem);
  a.block = tuning.block;
  const auto guide = guide_of(form, guide_border_value(pass, problem));
  for (int k = 0; k < form.distances() && form.guided(); ++k) {
    const double value = guide[static_cast<std::size_t>(k)];
    const auto near = static_cast<float>(value);
    a.guide_constant[k] = near;
    if (form.layout.split)
      a.guide_constant[k + form.distances()] = static_cast<float>(value - double{near});
  }
  if (tuning.loop == DirectLoop::tensor) {
    const TensorForm features = tensor_form(form);
    std::ranges::transform(features.origin, a.feature_origin,
                           [](double plane) { return static_cast<float>(plane); });
    a.feature_unit = static_cast<float>(features.unit);
    a.feature_exponent = static_cast<float>(feature_exponent(form, mean_of(pass)));
  }
  return a;
}

std::size_t tile_bytes(const Pass& pass, const Problem& problem, const DirectGpuTuning& tuning) {
  return tile_local_bytes(tile_words(form_of(pass, problem), tuning.wide), tuning, mean_of(pass));
}

}  // namespace selvage::gpu
