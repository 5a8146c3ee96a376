// SPDX-License-Identifier: Apache-2.0
// Candidates "local_linear", "local_linear_pairs", "local_linear_int32" and "local_linear_int64" of
// GPUs: when they serve, their time, memory and tuning. The second computes with pairs of floats,
// for devices without double precision; the others sum whole numbers, of bytes and in fixed point.
#include <algorithm>
#include <cmath>

#include "methods/local_linear/gpu_shape.hpp"
#include "methods/local_linear/local_linear.hpp"
#include "methods/local_linear/tuning.hpp"
#include "planner/error_terms.hpp"
#include "planner/gpu_tiles.hpp"

namespace selvage::planner {
namespace {

constexpr double guided_launch_seconds = 60e-6;  // enqueue, four launches, wait

std::size_t bytes_of_image(const ConstImageView& port) {
  return checked_mul(sample_bytes(port.type), port.channels, port.width, port.height);
}

// Returns the bytes of the inputs of one image, which every tile of an upsampling reads whole.
std::size_t whole_inputs(const Problem& p) {
  const ConstImageView& image = p.shapes.image;
  return checked_add(bytes_of_image(image), bytes_of_image(p.shapes.guide),
                     p.mask ? checked_mul(image.width, image.height) : 0);
}

std::size_t bytes_of_port(const ConstImageView& port) {
  return port.width > 0 ? sample_bytes(port.type) * static_cast<std::size_t>(port.channels) : 0;
}

PixelBytes guided_pixel_bytes(const Problem& p) {
  const std::size_t image = sample_bytes(p.type) * static_cast<std::size_t>(p.channels);
  if (upsamples(p.filter)) return {.out = image};
  return {.in = image + bytes_of_port(p.shapes.guide) + (p.mask ? 1 : 0), .out = image};
}

enum class Numbers { doubles, pairs, wholes, fixed };

std::size_t guided_scratch(const Problem& p, const TileSides& sides, Numbers kind) {
  const int width = static_cast<int>(sides.width), height = static_cast<int>(sides.height);
  if (kind == Numbers::fixed) return FixedScratch(p, width, height, 1).total;
  if (kind != Numbers::wholes) return linear_scratch_bytes(p, sides.width, sides.height, 1);
  return whole_models(LinearPlanes(p), guided_of(p).radius, width, height).image();
}

std::size_t guided_tile_bytes(const Problem& p, const Tile& tile, Numbers kind) {
  const TileSides sides = with_halo(p, tile);
  return checked_add(tile_device_bytes(p, guided_pixel_bytes(p), tile),
                     guided_scratch(p, sides, kind), upsamples(p.filter) ? whole_inputs(p) : 0);
}

// Rows of a group. Each begins with the sums of the 2 radius rows above it, so that groups are
// high, but all run at a time if the image is small enough (docs/journal/0054).
int segment_of(const Problem& p, const GpuFacts& gpu, int width) {
  constexpr int most = 96, least = 16;
  const int radius = guided_of(p).radius;
  const int at_a_time = gpu.compute_units * whole_groups_at_a_time(width);
  const int across = (p.width + 2 * radius - 1) / (width - 2 * radius) + 1;
  const int down = std::max(1, at_a_time / (across * std::max(p.batch, 1)));
  return std::clamp((p.height + 2 * radius - 1) / down + 1, least, most);
}

// Issue slots for a pixel, as measured on a GPU (docs/journal/0090): for each number that is
// summed, and for a row of a group, also for those above it.
double whole_pixel_seconds(const Problem& p, const GpuFacts& gpu, bool wide) {
  const LinearPlanes planes = LinearPlanes(p).uncounted();
  const int radius = guided_of(p).radius;
  const int width = wide ? fixed_group_width(p, gpu.local_bytes) : whole_group_width(radius);
  const double around = 1.0 * width / (width - 2.0 * radius);
  const double numbers = planes.pixel_planes() + planes.model_planes();
  if (gpu.is_processor) {
    const double models = 40.0 * planes.guides * planes.values + 100.0;
    return around * ((wide ? 90.0 : 30.0) * numbers + models) * 1e-9 / gpu.compute_units;
  }
  const double rows = 1.0 + 2.0 * radius / segment_of(p, gpu, width);
  double slots = wide ? 129.0 * numbers + 685.0 * rows : 86.0 * numbers + 375.0 * rows;
  if (wide && Int64Scale(p).checks()) slots += 1040.0;
  return around * slots / instructions_per_second(gpu);
}

// Both kernels add pairs, fours, ... of each number in local memory: the slots for a number and for
// each addition were measured (docs/journal/0090) where half as many doubles as floats are added in
// a clock. Those for a pixel between models were not.
double guided_pixel_seconds(const Problem& p, const GpuFacts& gpu, Numbers kind) {
  const LinearPlanes planes(p);
  if (kind == Numbers::wholes || kind == Numbers::fixed)
    return whole_pixel_seconds(p, gpu, kind == Numbers::fixed);
  const int additions = BinarySum(2 * grid_radius(guided_of(p)) + 1).additions();
  const double numbers = planes.pixel_planes() + planes.model_planes();
  const Fitting fitting(p);
  const double steps = fitting.pixels_of_each();
  if (gpu.is_processor) {
    const double each = (kind == Numbers::pairs ? 8.0 : 2.0) * (10.0 + 5.0 * additions);
    return (numbers * each * 0.8e-9 / steps + 20e-9) / gpu.compute_units;
  }
  const double each =
      kind == Numbers::pairs ? 326.0 + 260.0 * additions : 340.0 + 170.0 * additions;
  const double between = fitting.between ? 400.0 : 0.0;
  return (numbers * each / steps + between) / instructions_per_second(gpu);
}

std::string wholes_unsupported(const Problem& p, const GpuFacts& gpu) {
  if (std::string why = whole_sums_unsupported(p); !why.empty()) return why;
  if (!gpu.real64) return "the models need double precision, which the device lacks";
  const int radius = guided_of(p).radius;
  if (radius > largest_whole_radius) return "the window is wider than a work-group";
  if (gpu.largest_group < whole_group_width(radius))
    return "the device's work-groups are too small";
  if (whole_local_bytes(LinearPlanes(p), radius) > gpu.local_bytes)
    return "the sums of a row exceed the device's local memory";
  return {};
}

std::string fixed_unsupported(const Problem& p, const GpuFacts& gpu) {
  if (std::string why = int64_sums_unsupported(p); !why.empty()) return why;
  if (!gpu.real64) return "the models need double precision, which the device lacks";
  if (guided_of(p).radius > largest_whole_radius) return "the window is wider than a work-group";
  const int width = fixed_group_width(p, gpu.local_bytes);
  if (gpu.largest_group < std::max(width, 256)) return "the device's work-groups are too small";
  if (fixed_local_bytes(p, width) > gpu.local_bytes)
    return "the sums of a row exceed the device's local memory";
  return {};
}

std::string guided_unsupported(const Problem& p, const GpuFacts& gpu, Numbers kind) {
  if (kind == Numbers::doubles && !gpu.real64)
    return "the sums need double precision, which the device lacks";
  if (kind == Numbers::wholes) return wholes_unsupported(p, gpu);
  if (kind == Numbers::fixed)
    if (std::string why = fixed_unsupported(p, gpu); !why.empty()) return why;
  if (gpu.largest_group < 256) return "the device's work-groups are too small";
  const WorkGroup narrowest{.width = 1, .height = 256};
  if (sums_local_bytes(narrowest, grid_radius(guided_of(p))) > gpu.local_bytes)
    return "the window exceeds the device's local memory";
  return {};
}

LocalLinearGpuTuning guided_tuning(const Problem& p, const GpuFacts& gpu, Numbers kind) {
  LocalLinearGpuTuning tuning{.pairs = kind == Numbers::pairs ? 1 : 0};
  tuning.whole_width = whole_group_width(guided_of(p).radius);
  if (kind == Numbers::fixed) tuning.whole_width = fixed_group_width(p, gpu.local_bytes);
  if (kind == Numbers::wholes || kind == Numbers::fixed)
    tuning.segment = segment_of(p, gpu, tuning.whole_width);
  // Small images would leave most items of a group idle.
  constexpr int narrow = 32;
  if (Fitting(p).grid_columns(p.width) + 2 * grid_radius(guided_of(p)) <= narrow)
    tuning.along_rows.width = narrow;
  WorkGroup& columns = tuning.along_columns;
  while (columns.width > 1 &&
         sums_local_bytes(columns, grid_radius(guided_of(p))) > gpu.local_bytes) {
    columns.width /= 2;
    columns.height *= 2;
  }
  // An upsampling has one tile if memory allows, since each tile uploads all inputs.
  const std::size_t row = upsamples(p.filter) ? 0 : checked_mul(guided_pixel_bytes(p).in, p.width);
  tuning.tile =
      cut_tiles(p, gpu, row, [&](const Tile& t) { return guided_tile_bytes(p, t, kind); });
  tuning.launch_height =
      launch_rows(guided_pixel_seconds(p, gpu, kind) * tuning.tile.width * std::max(p.batch, 1));
  return tuning;
}

// Every tile of an upsampling copies all inputs.
Transfer guided_transfer(const Problem& p, const Tile& tile) {
  Transfer transfer = transfer_of(p, guided_pixel_bytes(p), tile);
  if (upsamples(p.filter))
    transfer.in = static_cast<double>(whole_inputs(p)) * static_cast<double>(transfer.tiles);
  return transfer;
}

double guided_error(const Problem& p, Numbers kind) {
  if (kind == Numbers::wholes) return whole_sums_error(p);
  if (kind == Numbers::fixed) return int64_sums_error(p);
  return local_linear_error(p, kind == Numbers::pairs ? pair_arithmetic : double_arithmetic);
}

template <Numbers kind>
Answer offer_guided_gpu(const Problem& p, const DeviceFacts& facts) {
  const GpuFacts& gpu = facts.gpu;
  if (std::string why = guided_unsupported(p, gpu, kind); !why.empty()) return Refusal{why};
  const LocalLinearGpuTuning tuning = guided_tuning(p, gpu, kind);
  const double pixels = 1.0 * p.width * p.height * p.batch;
  return Offer{
      .error = guided_error(p, kind),
      .seconds = run_seconds(gpu, guided_transfer(p, tuning.tile),
                             guided_launch_seconds + pixels * guided_pixel_seconds(p, gpu, kind)),
      .scratch = {.host = checked_add(tile_scratch(p, guided_pixel_bytes(p), tuning.tile).host,
                                      upsamples(p.filter)
                                          ? checked_mul(slot_count(p, tuning.tile), whole_inputs(p))
                                          : 0),
                  .device = checked_mul(slot_count(p, tuning.tile),
                                        guided_tile_bytes(p, tuning.tile, kind))},
      .passes = local_linear_passes(p),
      .tuning = tuning};
}

}  // namespace

Candidate gpu_local_linear() {
  return {.name = "local_linear",
          .platform = Platform::gpu,
          .paper = "he2013",
          .serves = is_guided,
          .offer = offer_guided_gpu<Numbers::doubles>};
}

Candidate gpu_local_linear_pairs() {
  return {.name = "local_linear_pairs",
          .platform = Platform::gpu,
          .paper = "he2013",
          .serves = is_guided,
          .offer = offer_guided_gpu<Numbers::pairs>};
}

Candidate gpu_local_linear_int32() {
  return {.name = "local_linear_int32",
          .platform = Platform::gpu,
          .paper = "he2013",
          .serves = is_guided,
          .offer = offer_guided_gpu<Numbers::wholes>};
}

Candidate gpu_local_linear_int64() {
  return {.name = "local_linear_int64",
          .platform = Platform::gpu,
          .paper = "he2013",
          .serves = is_guided,
          .offer = offer_guided_gpu<Numbers::fixed>};
}

}  // namespace selvage::planner
