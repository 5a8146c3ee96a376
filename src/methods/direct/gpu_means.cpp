// SPDX-License-Identifier: Apache-2.0
#include "methods/direct/gpu_means.hpp"

#include <algorithm>
#include <cmath>

#include "core/checked.hpp"
#include "filters/mean_passes.hpp"
#include "filters/window.hpp"
#include "planner/error_terms.hpp"
#include "planner/gpu_tiles.hpp"

namespace selvage::planner {
namespace {

constexpr double mean_launch_seconds = 20e-6;  // enqueue, launch, wait

std::size_t pixel_bytes(PixelType type, int channels) {
  return sample_bytes(type) * static_cast<std::size_t>(channels);
}

// Returns the bytes that are copied to the device for each pixel.
std::size_t input_bytes(const Problem& p) {
  const ConstImageView& guide = p.shapes.guide;
  const bool given = main_step(p).guide == Guide::given;
  return pixel_bytes(p.type, p.channels) + (p.mask ? 1 : 0) +
         (given ? pixel_bytes(guide.type, guide.channels) : 0);
}

Tile mean_tile(const Problem& p, const GpuFacts& gpu, const PixelBytes& pixel) {
  return cut_tiles(p, gpu, checked_mul(pixel_bytes(p.type, p.channels), p.width, slices_held(p)),
                   [&](const Tile& t) { return tile_device_bytes(p, pixel, t); });
}

// Returns whether distances are taken between integers, so that differences are exact.
bool differences_are_exact(const Problem& p, const PixelForm& form) {
  if (form.makes_guide()) return false;
  if (form.layout.guided) return is_integer(form.guide);
  return p.type == PixelType::u16 && step_count(p) == 1;  // bytes are scaled; later passes read f32
}

// Returns the roundings of a range exponent, relative to it: the difference (counted twice, since
// it is squared; a split one is two differences and their sum, of which one is small), the square,
// the exponent scale, the last sum and the sums over planes. Bytes are first scaled by a rounded
// root, and so are sums of bytes in l1.
double range_roundings(const Problem& p, const PixelForm& form) {
  if (!form.has_distances()) return 0.0;
  const PlaneLayout& layout = form.layout;
  const double squares = layout.l1 ? 2.0 : 1.0;  // l1 squares a sum, which doubles its error
  const double sums = squares * (layout.distance_planes - 1);
  if (differences_are_exact(p, form))
    return layout.l1 ? (form.guide_bytes() ? 5.0 : 3.0) : 3.0 + sums;
  return (form.makes_guide() && layout.split ? 7.0 : 5.0) + sums;
}

// Returns whether one instruction computes the distance between pixels of several bytes
// (BYTE_DISTANCE in gpu/pixels.h).
bool has_byte_distance(const PixelForm& form, const GpuFacts& gpu) {
  const PlaneLayout& layout = form.layout;
  return gpu.byte_simd && form.has_distances() && layout.groups == 1 && !layout.weighs &&
         layout.distance_planes > 1 && (form.guided() ? form.guide_bytes() : form.bytes());
}

}  // namespace

PixelForm form_of(const Problem& p, PixelType reads) {
  return pixel_form(main_step(p), reads, p);
}
PixelForm form_of(const Problem& p) {
  return form_of(p, p.type);
}

PixelBytes bytes_of_pixel(const Problem& p, std::size_t passes) {
  const PixelForm form = form_of(p);
  const std::size_t images = std::min<std::size_t>(passes - 1, 2);
  const auto planes = static_cast<std::size_t>(form.makes_guide() ? form.guide_planes() : 0);
  return {.in = input_bytes(p),
          .out = pixel_bytes(p.type, p.channels),
          .between = images * pixel_bytes(PixelType::f32, p.channels) + 4 * planes};
}

double taps_per_second(const Problem& p, const GpuFacts& gpu, const Loop& loop) {
  if (gpu.is_processor) return loop.processor_taps * gpu.compute_units;
  const PixelForm form = form_of(p);
  const int planes = form.has_distances() ? form.layout.distance_planes : 0;
  const double distance = has_byte_distance(form, gpu) ? 1.0 : planes == 1 ? 1.4 : 2.0 * planes;
  const double instructions = 4.0 + distance + form.layout.sums();
  return loop.share * instructions_per_second(gpu) / instructions;
}

double mean_error(const Problem& p, Summation how, int block) {
  const WindowMean f = main_step(p);
  const PixelForm form = form_of(p);
  const double taps = window_taps(f);
  const bool weighs = form.layout.weighs;
  const double exponent = weighs ? weighted_exponent(taps) : mean_exponent(taps);
  const auto sums_error = weighs ? weighted_error : planner::sums_error;
  // The spatial exponent has 4 roundings, with depth 3 more: its scale, product and sum.
  const double roundings = std::max(p.whole_depth > 1 ? 7.0 : 4.0, range_roundings(p, form));
  const double additions = how == Summation::flat ? taps
                           : how == Summation::columns
                               ? (1.0 + f.slice_count()) * (2 * f.largest_radius() + 1)
                               : block + 2.0;  // Kahan's sum errs by 2 ulp
  // exp2 errs by 3 ulp in OpenCL and by 2^-22 on NVIDIA [PTX ISA, ex2.approx.ftz]. The last steps
  // are the division, within 2.5 ulp in OpenCL, products, the centre and scales.
  double error = sums_error(
      {.weight = 6.0 * ulp, .roundings = roundings, .additions = additions, .last_steps = 9.0},
      exponent);
  // Distances of bytes are taken between planes in single precision, except those of another image
  // and those between bytes as they are.
  const bool as_stored = weighs && form.layout.distance == PlaneLayout::Distance::channels;
  if (p.type == PixelType::u8 && !form.layout.guided && !as_stored)
    error += rounded_planes_error(p, form.layout, exponent);
  return error;
}

int block_of(const Problem& p, int least) {
  int block = 16;
  while (block > least && mean_error(p, Summation::blocks, block) > exact_error(p.type)) block /= 2;
  return block;
}

DirectGpuTuning mean_tuning(const Problem& p, const GpuFacts& gpu, const std::vector<Pass>& passes,
                            double taps, double taps_per_second) {
  DirectGpuTuning tuning;
  tuning.tile = mean_tile(p, gpu, bytes_of_pixel(p, passes.size()));
  tuning.launch_height = launch_rows(
      taps * tuning.tile.width * std::max(p.batch, slices_of(p, tuning.tile)) / taps_per_second);
  return tuning;
}

bool few_groups(const Problem& p, const GpuFacts& gpu, const WorkGroup& group) {
  const double across = std::ceil(double{1} * p.width / group.width);
  const double down = std::ceil(double{1} * p.height / (group.height * group.rows));
  return across * down * std::max(p.batch, p.depth) <= 2.0 * gpu.compute_units;
}

std::size_t local_bytes(const Problem& p, const std::vector<Pass>& passes,
                        const DirectGpuTuning& tuning) {
  std::size_t most = 0;
  for (const Pass& pass : passes) {
    const auto& step = std::get<WindowMean>(pass.step);
    const int words = tile_words(pixel_form(step, pass.reads, p), tuning.wide);
    most = std::max(most, tile_local_bytes(words, tuning, step));
  }
  return most;
}

double mean_seconds(const Problem& p, const GpuFacts& gpu, std::size_t passes,
                    double pixel_seconds) {
  const double pixels = double{1} * p.width * p.height * p.depth * p.batch;
  const PixelBytes pixel = bytes_of_pixel(p, passes);
  return run_seconds(gpu, transfer_of(p, pixel, mean_tile(p, gpu, pixel)),
                     mean_launch_seconds * static_cast<double>(passes) + pixel_seconds * pixels);
}

ScratchBytes mean_scratch(const Problem& p, const std::vector<Pass>& passes, const Tile& tile) {
  return tile_scratch(p, bytes_of_pixel(p, passes.size()), tile);
}

std::string mean_unsupported(const Problem& p, const GpuFacts& gpu) {
  if (slices_held(p, {.slices = 1}) > most_slices)
    return "its windows need more slices at a time than a GPU launches groups";
  const PixelForm form = form_of(p);
  if (gpu.real64) return {};
  if (form.makes_guide()) return "luma and lab need double precision, which the device lacks";
  if (form.layout.guided && form.guided() && main_step(p).fill && form.holes)
    return "filling by a guide needs double precision, which the device lacks";
  return {};
}

}  // namespace selvage::planner
