// SPDX-License-Identifier: Apache-2.0
#include "planner/gpu_direct.hpp"

#include <algorithm>
#include <cmath>

#include "core/checked.hpp"
#include "core/gpu_tile.hpp"
#include "core/window.hpp"
#include "planner/direct_steps.hpp"
#include "planner/error_terms.hpp"

namespace selvage::planner {
namespace {

// Speeds are those of docs/journal/0005, rounded.
struct Loop {
  double share;           // of the issue slots that do taps
  double processor_taps;  // a second and core, OpenCL on a CPU
};
constexpr Loop tile_loop{0.6, 3e7}, plain_loop{0.15, 1e8};
constexpr double host_copy = 8e9;              // bytes a second, to and from pinned memory
constexpr double launch_seconds = 20e-6;       // enqueue, launch, wait
constexpr double longest_launch = 0.05;        // seconds
constexpr std::size_t tile_target = 8u << 20;  // bytes of a tile's input that hide a copy's latency

// Of a pass that reads this type.
PlaneLayout layout_of(const Problem& p, PixelType reads) {
  return plane_layout(main_step(p), p, reads != PixelType::u8);
}
PlaneLayout layout_of(const Problem& p) {
  return layout_of(p, p.type);
}

double taps_of(const Problem& p) {
  const WindowMean f = main_step(p);
  return window_taps(f) * layout_of(p).groups;
}

// Taps a second: instructions of a tap over the issue slots of the device.
double speed(const Problem& p, const GpuFacts& gpu, const Loop& loop) {
  if (gpu.is_processor) return loop.processor_taps * gpu.compute_units;
  const PlaneLayout layout = layout_of(p);
  const double lanes = gpu.byte_simd ? 128.0 : 64.0;
  const double instructions = 4.0 + 2.0 * layout.distance_planes + layout.sums();
  return loop.share * lanes * gpu.compute_units * gpu.clock_mhz * 1e6 / instructions;
}

std::size_t sample_bytes_of(const Problem& p) {
  return sample_bytes(p.type) * static_cast<std::size_t>(p.channels);
}

// Device memory of one output pixel of a tile, its halo apart: image in and out, mask, what lies
// between iterations, guide.
std::size_t bytes_of_pixel(const Problem& p) {
  const PlaneLayout layout = layout_of(p);
  const int between = std::min(step_count(p) - 1, 2) * p.channels;
  const int guide = has_guide(layout) ? layout.first_value_plane() : 0;
  return 2 * sample_bytes_of(p) + (p.mask ? 1 : 0) + 4 * static_cast<std::size_t>(between + guide);
}

// Pixels of a tile with its halo, which ends where the image does.
std::size_t tile_pixels(const Problem& p, int width, int height) {
  const auto with_halo = [&](int side, int whole) {
    const auto around =
        static_cast<std::size_t>(side) + static_cast<std::size_t>(2 * halo(p.filter));
    return whole > 0 ? std::min(around, static_cast<std::size_t>(whole)) : around;
  };
  return checked_mul(with_halo(width, p.whole_width), with_halo(height, p.whole_height));
}

std::size_t tile_device_bytes(const Problem& p, int width, int height) {
  return checked_mul(bytes_of_pixel(p), tile_pixels(p, width, height));
}

// Two tiles are on the device at a time. A tile is a band of full width where memory allows; large
// images are cut into several, so that copies and kernels overlap, but not so low that the halo
// costs more than it hides.
void cut_tiles(const Problem& p, const GpuFacts& gpu, Tuning& tuning) {
  const int least = std::max(64, std::min(16 * halo(p.filter), p.height));
  const auto row = std::max<std::size_t>(sample_bytes_of(p) * static_cast<std::size_t>(p.width), 1);
  const auto target = static_cast<int>(std::min<std::size_t>(tile_target / row + 1, 1u << 20));
  tuning.tile_width = p.width;
  tuning.tile_height = std::min(p.height, std::max(least, target));
  const auto fits = [&] {
    const std::size_t bytes = tile_device_bytes(p, tuning.tile_width, tuning.tile_height);
    const bool all = gpu.memory_bytes == 0 || 2 * bytes <= gpu.memory_bytes;
    return all && (gpu.largest_buffer_bytes == 0 || bytes <= gpu.largest_buffer_bytes);
  };
  // Not below a quarter of the halo: where halos alone are too large, cutting does not help.
  const int smallest = std::max(halo(p.filter) / 4, 1);
  while (!fits() && std::max(tuning.tile_width, tuning.tile_height) > smallest) {
    int& side = tuning.tile_height >= tuning.tile_width ? tuning.tile_height : tuning.tile_width;
    side = (side + 1) / 2;
  }
}

// Of a range exponent, relative to it, but for sums over planes: the difference (twice: it is
// squared; a split one is two differences and their sum, of which one is small), square, gain, and
// the last sum. Differences of integers are exact, but bytes are scaled first by a root that is
// rounded.
double range_roundings(const PlaneLayout& layout, bool exact) {
  if (exact) return 3.0;
  return has_guide(layout) && layout.split ? 7.0 : 5.0;
}

double error_of(const Problem& p, Sums how, int piece) {
  const WindowMean f = main_step(p);
  const PlaneLayout layout = layout_of(p);
  const int radius = f.largest_radius();
  const double taps = window_taps(f);
  const double exponent = mean_exponent(taps);
  // Later iterations read f32.
  const bool exact = p.type == PixelType::u16 && !has_guide(layout) && step_count(p) == 1;
  const double squares = layout.l1 ? 2.0 : 1.0;  // l1 squares a sum, which doubles its error
  const double sums = layout.l1 && exact ? 0.0 : squares * (layout.distance_planes - 1);
  // The spatial exponent goes through 4.
  const double roundings = std::max(4.0, range_roundings(layout, exact) + sums);
  const double additions = how == Sums::flat      ? taps
                           : how == Sums::columns ? 2.0 * (2 * radius + 1)
                                                  : piece + 2.0;  // Kahan's sum errs by 2 ulp
  // exp2: 3 ulp in OpenCL, 2^-22 on NVIDIA [PTX ISA, ex2.approx.ftz]. Last: OpenCL divides within
  // 2.5 ulp; products, centre, scales.
  double error = sums_error(
      {.weight = 6.0 * ulp, .roundings = roundings, .additions = additions, .last_steps = 9.0},
      exponent);
  if (p.type == PixelType::u8) error += rounded_planes_error(p, layout, exponent);
  return error;
}

// As long as the error allows, but no shorter than `least`.
int piece_of(const Problem& p, int least) {
  int piece = 16;
  while (piece > least && error_of(p, Sums::pieces, piece) > exact_error(p.type)) piece /= 2;
  return piece;
}

// One sum for all taps of bytes where that is exact enough, in windows that are small anyway.
Sums sums_of(const Problem& p, double taps) {
  if (p.type != PixelType::u8) return Sums::pieces;
  const bool small = taps <= 600 && error_of(p, Sums::flat, 0) <= exact_error(p.type);
  return small ? Sums::flat : Sums::columns;
}

Tuning tuning_of(const Problem& p, const GpuFacts& gpu, double taps_per_second) {
  const WindowMean f = main_step(p);
  const double taps = window_taps(f);
  Tuning tuning;
  tuning.sums = sums_of(p, taps);
  cut_tiles(p, gpu, tuning);
  const double row_seconds =
      taps_of(p) * tuning.tile_width * std::max(p.batch, 1) / taps_per_second;
  tuning.launch_height =
      static_cast<int>(std::clamp(longest_launch / row_seconds, 1.0, double{1 << 20}));
  return tuning;
}

// What the passes of a problem read: later iterations f32, of which a pixel has the most words.
PixelType largest_read(const Problem& p) {
  return step_count(p) > 1 ? PixelType::f32 : p.type;
}

std::size_t local_bytes(const Problem& p, const Tuning& tuning) {
  const WindowMean f = main_step(p);
  const PixelType reads = largest_read(p);
  const int words =
      tile_words(layout_of(p, reads), reads, has_holes(f, reads, p.mask), tuning.wide);
  return tile_local_bytes(words, tuning, f.largest_radius());
}

// Every pass of the problem can have four words for each pixel.
bool wide_is_possible(const Problem& p) {
  const WindowMean f = main_step(p);
  const auto possible = [&](PixelType reads) {
    return can_be_wide(layout_of(p, reads), reads, has_holes(f, reads, p.mask));
  };
  return possible(p.type) && possible(largest_read(p));
}

double seconds_of(const Problem& p, const GpuFacts& gpu, const Loop& loop) {
  const double pixels = double{1} * p.width * p.height * p.batch;
  const double bytes = 2.0 * pixels * static_cast<double>(sample_bytes_of(p));
  const double kernels = taps_of(p) * pixels * step_count(p) / speed(p, gpu, loop);
  const double copies = bytes / std::min(host_copy, gpu.copy_bytes_per_second);
  return launch_seconds * step_count(p) + kernels + copies;
}

ScratchBytes scratch_of(const Problem& p, const Tuning& tuning) {
  const std::size_t pixels = tile_pixels(p, tuning.tile_width, tuning.tile_height);
  return {.host = checked_mul(2, pixels, 2 * sample_bytes_of(p) + (p.mask ? 1 : 0)),
          .device = checked_mul(2, tile_device_bytes(p, tuning.tile_width, tuning.tile_height))};
}

std::string unsupported(const Problem& p, const GpuFacts& gpu) {
  if (has_guide(layout_of(p)) && !gpu.real64)
    return "its luma and lab need double precision, which the device has not";
  return {};
}

}  // namespace

std::string gpu_tile_unsupported(const Problem& p, const DeviceFacts& facts) {
  if (std::string why = unsupported(p, facts.gpu); !why.empty()) return why;
  const Tuning tuning = gpu_tile_tuning(p, facts);
  if (tuning.group_width * tuning.group_height > facts.gpu.largest_group)
    return "its work-groups are larger than the device's";
  if (local_bytes(p, tuning) > facts.gpu.local_bytes)
    return "the tile does not fit into the device's local memory";
  return {};
}

// docs/journal/0005: eight rows for each work-item where their sums fit into registers and columns
// are long enough for them, else five or four (on processors two, since code for more takes seconds
// to compile); then narrower pixels and fewer rows until a tile fits into local memory.
Tuning gpu_tile_tuning(const Problem& p, const DeviceFacts& facts) {
  constexpr std::size_t two_tiles = std::size_t{100} << 10;  // so that two groups share a unit
  Tuning tuning = tuning_of(p, facts.gpu, speed(p, facts.gpu, tile_loop));
  const PlaneLayout layout = layout_of(p);
  const bool bytes = p.type == PixelType::u8 && layout.groups == 1 && !has_guide(layout);
  const bool few_sums = bytes || layout.planes() == 1;
  const bool short_columns = main_step(p).largest_radius() <= 5;
  if (facts.gpu.is_processor) {
    tuning.group_rows = 2;
    if (tuning.sums == Sums::flat) tuning.sums = Sums::columns;
  } else if (!few_sums || (short_columns && !bytes)) {
    tuning.group_rows = 4;
    tuning.groups_at_once = 2;
  } else {
    tuning.group_rows = short_columns ? 5 : 8;
    tuning.group_height = 4;
    const bool flat = tuning.sums == Sums::flat;
    const bool many_registers = layout.sums() == 4 || tuning.sums == Sums::columns ||
                                has_holes(main_step(p), p.type, p.mask);
    if (layout.sums() == 1)
      tuning.groups_at_once = !bytes ? 5 : flat ? 8 : 6;
    else
      tuning.groups_at_once = many_registers ? 4 : short_columns ? 7 : 5;
  }
  const auto fits = [&] { return local_bytes(p, tuning) <= facts.gpu.local_bytes; };
  tuning.wide = wide_is_possible(p);
  if (tuning.wide) tuning.wide = fits() && local_bytes(p, tuning) <= two_tiles;
  while (tuning.group_rows > 1 && !fits()) tuning.group_rows /= 2;
  tuning.piece = piece_of(p, tuning.group_rows > 4 ? 8 : 4);  // a multiple of the rows
  return tuning;
}

double gpu_tile_error(const Problem& p, const DeviceFacts& facts) {
  const Tuning tuning = gpu_tile_tuning(p, facts);
  return error_of(p, tuning.sums, tuning.piece);
}

double gpu_tile_seconds(const Problem& p, const DeviceFacts& facts) {
  return seconds_of(p, facts.gpu, tile_loop);
}

ScratchBytes gpu_tile_scratch(const Problem& p, const DeviceFacts& facts) {
  return scratch_of(p, gpu_tile_tuning(p, facts));
}

std::string gpu_plain_unsupported(const Problem& p, const DeviceFacts& facts) {
  return unsupported(p, facts.gpu);
}

Tuning gpu_plain_tuning(const Problem& p, const DeviceFacts& facts) {
  Tuning tuning = tuning_of(p, facts.gpu, speed(p, facts.gpu, plain_loop));
  tuning.piece = piece_of(p, 4);
  while (tuning.group_width * tuning.group_height > std::max(facts.gpu.largest_group, 1))
    (tuning.group_height > 1 ? tuning.group_height : tuning.group_width) /= 2;
  return tuning;
}

double gpu_plain_error(const Problem& p, const DeviceFacts& facts) {
  return error_of(p, Sums::pieces, gpu_plain_tuning(p, facts).piece);
}

double gpu_plain_seconds(const Problem& p, const DeviceFacts& facts) {
  return seconds_of(p, facts.gpu, plain_loop);
}

ScratchBytes gpu_plain_scratch(const Problem& p, const DeviceFacts& facts) {
  return scratch_of(p, gpu_plain_tuning(p, facts));
}

}  // namespace selvage::planner
