// SPDX-License-Identifier: Apache-2.0
// Candidates "local_linear" and "local_linear_pairs" of GPUs: when they serve, their time, memory
// and tuning. The second computes with pairs of floats, for devices without double precision.
#include <algorithm>

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

std::size_t guided_tile_bytes(const Problem& p, const Tile& tile) {
  const TileSides sides = with_halo(p, tile);
  return checked_add(tile_device_bytes(p, guided_pixel_bytes(p), tile),
                     linear_scratch_bytes(p, sides.width, sides.height, 1),
                     upsamples(p.filter) ? whole_inputs(p) : 0);
}

enum class Numbers { doubles, pairs };

// The row kernel computes a number's product for each plane, and both kernels add pairs, fours, ...
// in local memory. Double precision is taken to run at a quarter of the rate (docs/journal/0040:
// not measured on a GPU), and a sum or a product of pairs to take 20 and 10 instructions.
double guided_pixel_seconds(const Problem& p, const GpuFacts& gpu, Numbers kind) {
  const LinearPlanes planes(p);
  const BinarySum sum(2 * grid_radius(guided_of(p)) + 1);
  const double each = 2.0 * (10.0 + 5.0 * sum.additions());
  const double numbers =
      (planes.pixel_planes() + planes.model_planes()) * each * (kind == Numbers::pairs ? 4.0 : 1.0);
  const double steps = Fitting(p).pixels_of_each();
  if (gpu.is_processor) return (numbers * 0.8e-9 / steps + 20e-9) / gpu.compute_units;
  return (numbers / steps + 100.0) / (0.25 * instructions_per_second(gpu));
}

std::string guided_unsupported(const Problem& p, const GpuFacts& gpu, Numbers kind) {
  if (kind == Numbers::doubles && !gpu.real64)
    return "the sums need double precision, which the device lacks";
  if (gpu.largest_group < 256) return "the device's work-groups are too small";
  const WorkGroup narrowest{.width = 1, .height = 256};
  if (sums_local_bytes(narrowest, grid_radius(guided_of(p))) > gpu.local_bytes)
    return "the window exceeds the device's local memory";
  return {};
}

LocalLinearGpuTuning guided_tuning(const Problem& p, const GpuFacts& gpu, Numbers kind) {
  LocalLinearGpuTuning tuning{.pairs = kind == Numbers::pairs ? 1 : 0};
  WorkGroup& columns = tuning.along_columns;
  while (columns.width > 1 &&
         sums_local_bytes(columns, grid_radius(guided_of(p))) > gpu.local_bytes) {
    columns.width /= 2;
    columns.height *= 2;
  }
  // An upsampling has one tile if memory allows, since each tile uploads all inputs.
  const std::size_t row = upsamples(p.filter) ? 0 : checked_mul(guided_pixel_bytes(p).in, p.width);
  tuning.tile = cut_tiles(p, gpu, row, [&](const Tile& t) { return guided_tile_bytes(p, t); });
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

template <Numbers kind>
Answer offer_guided_gpu(const Problem& p, const DeviceFacts& facts) {
  const GpuFacts& gpu = facts.gpu;
  if (std::string why = guided_unsupported(p, gpu, kind); !why.empty()) return Refusal{why};
  const LocalLinearGpuTuning tuning = guided_tuning(p, gpu, kind);
  const double pixels = 1.0 * p.width * p.height * p.batch;
  return Offer{
      .error = local_linear_error(p, kind == Numbers::pairs ? pair_arithmetic : double_arithmetic),
      .seconds = run_seconds(gpu, guided_transfer(p, tuning.tile),
                             guided_launch_seconds + pixels * guided_pixel_seconds(p, gpu, kind)),
      .scratch = {.host = checked_add(tile_scratch(p, guided_pixel_bytes(p), tuning.tile).host,
                                      upsamples(p.filter)
                                          ? checked_mul(slot_count(p, tuning.tile), whole_inputs(p))
                                          : 0),
                  .device =
                      checked_mul(slot_count(p, tuning.tile), guided_tile_bytes(p, tuning.tile))},
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

}  // namespace selvage::planner
