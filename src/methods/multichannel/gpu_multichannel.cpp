// SPDX-License-Identifier: Apache-2.0
// Candidate "multichannel" of GPUs: weighted means over windows (bilateral, joint, Gaussian, box)
// of images with more than four channels, or guides of so many [tomasi1998, eq. 5]. Each of the
// (2r+1)^2 taps of a pixel costs one distance over all channels, one exp2, and a multiply-add for
// each channel. Here are its error, time, memory and tuning.
#include <algorithm>
#include <limits>

#include "filters/mean_passes.hpp"
#include "filters/window.hpp"
#include "methods/direct/gpu_means.hpp"
#include "methods/multichannel/multichannel.hpp"
#include "planner/error_terms.hpp"

namespace selvage::planner {
namespace {

// Issue slots of a tap, of a tap of one plane of its distance, which has floats or a byte of a
// word, and of one of its sums, which items of their own or workers add (docs/journal/0087).
constexpr double tap_slots = 7.0, float_slots = 4.5, byte_slots = 1.0;
constexpr double sum_slots = 7.0, shared_sum_slots = 5.5;
// Issue slots in the time that it takes to make a plane, and to write a result, for a pixel.
constexpr double plane_slots = 150.0, result_slots = 300.0;
constexpr int shared_sums = 8;        // from so many on, workers share pixels
constexpr int most_word_bytes = 128;  // so many squares of bytes are less than 2^23
constexpr int longest_run = 32;       // squares of a distance that are added without Kahan's sum
constexpr double processor_planes = 1e8;       // planes of taps per second and core of a CPU
constexpr double multichannel_launch = 40e-6;  // seconds: enqueue, two launches, wait

PlaneLayout channels_layout(const Problem& p) {
  return form_of(p).layout;
}

// Returns the type of the samples that distances are made of. Later iterations read floats,
// whatever the image has.
PixelType compared_type(const Problem& p) {
  return distance_type(main_step(p), p, step_count(p) > 1 ? PixelType::f32 : p.type);
}

// The terms are those of mean_error in methods/direct/gpu_means.cpp. Planes hold samples as they
// are, so nothing is rounded before differences are taken. Sums of bytes that are not centred are
// at most (sum of weights) x full scale, too. Weights that several workers find are added by
// Kahan's sum twice: 2 more ulp of one of the two sums.
double multichannel_gpu_error(const Problem& p, const MultichannelGpuTuning& tuning) {
  const WindowMean step = main_step(p);
  const PlaneLayout layout = channels_layout(p);
  const double spatial = p.whole_depth > 1 ? 7.0 : 4.0;
  const double range =
      layout.distance == PlaneLayout::Distance::none
          ? 0.0
          : exponent_roundings(layout, compared_type(p), {.run = tuning.run, .pairs = false});
  return sums_error({.weight = 6.0 * ulp,
                     .roundings = std::max(spatial, range),
                     .additions = tuning.block + (tuning.workers > 1 ? 3.0 : 2.0),
                     .last_steps = 9.0},
                    mean_exponent(window_taps(step)));
}

// Returns the taps of a window whose rows are filled up to a multiple of item_taps.
double visited_taps(const WindowMean& step) {
  const int row = 2 * step.radius_x + 1;
  const int visited = ((row - 1) / item_taps + 1) * item_taps;
  return window_taps(step) * visited / row;
}

// Returns the seconds of a pixel in one pass.
double channels_pixel_seconds(const Problem& p, const GpuFacts& gpu,
                              const MultichannelGpuTuning& tuning) {
  const PlaneLayout layout = channels_layout(p);
  const ChannelPlanes planes = channel_planes(layout);
  const double taps = visited_taps(main_step(p)) * layout.groups;
  if (gpu.is_processor)
    return taps * (planes.compared + planes.sums) / (processor_planes * gpu.compute_units);
  const double of_sum = tuning.workers > 1 ? shared_sum_slots : sum_slots;
  const double of_plane = tuning.word_planes > 0 ? byte_slots : float_slots;
  const double moved = plane_slots * planes.count() + result_slots * planes.averaged;
  return (moved + taps * (tap_slots + of_plane * planes.compared + of_sum * planes.sums)) /
         instructions_per_second(gpu);
}

// Returns the planes of words, and of squares, that distances of bytes are made of, or 0 if they
// are made of floats.
int word_planes(const Problem& p) {
  const PlaneLayout layout = channels_layout(p);
  const bool squares = layout.distance == PlaneLayout::Distance::channels && !layout.l1 &&
                       !layout.split && layout.groups == 1;
  const bool bytes = compared_type(p) == PixelType::u8;
  if (!squares || !bytes || layout.distance_planes > most_word_bytes) return 0;
  return (layout.distance_planes - 1) / 4 + 2;
}

// Returns the bytes of a tile with its planes.
std::size_t tile_bytes(const Problem& p, const PixelBytes& pixel, const Tile& tile) {
  const TileSides sides = with_halo(p, tile);
  const PlaneSides plane =
      plane_sides(sides.width, sides.height, slices_held(p, tile), main_step(p).radius_x);
  const int floats = channel_planes(channels_layout(p)).floats() + word_planes(p);
  return checked_add(tile_device_bytes(p, pixel, tile),
                     checked_mul(sizeof(float), floats, plane.floats()));
}

// Sets the longest block, and for it the longest run, whose error an exact request allows; else
// those with the least error, which large windows and l1 need. A shorter run may have more
// roundings than a longer one, since Kahan's sum adds more runs.
void set_summation(const Problem& p, MultichannelGpuTuning& tuning) {
  const bool exact = distances_are_exact(channels_layout(p), compared_type(p));
  const int longest = exact ? max_channels : longest_run, shortest = exact ? max_channels : 1;
  MultichannelGpuTuning best = tuning;
  double least = std::numeric_limits<double>::infinity();
  for (const int block : {item_taps * tuning.segments, item_taps, item_taps / 2})
    for (int run = longest; run >= shortest; run /= 2) {
      tuning.block = block;
      tuning.run = run;
      const double error = multichannel_gpu_error(p, tuning);
      if (error <= exact_error(p.type)) return;
      if (error < least) {
        least = error;
        best = tuning;
      }
    }
  tuning = best;
}

// Sets the form of the kernel: from `shared_sums` on, items share their pixels and move sums to
// scratch once for a turn.
void set_workers(const Problem& p, const GpuFacts& gpu, MultichannelGpuTuning& tuning) {
  constexpr int workers = 4, segments = 8, most_at_once = 4;
  MultichannelGpuTuning shared = tuning;
  shared.workers = workers;
  shared.segments = segments;
  const int sums = channel_planes(channels_layout(p)).sums;
  shared.sums_at_once = std::clamp((sums - 1) / workers + 1, 1, most_at_once);
  while (shared.local_bytes() > gpu.local_bytes && shared.segments > 1) shared.segments /= 2;
  const bool fits = shared.local_bytes() <= gpu.local_bytes && shared.group.height >= workers;
  if (sums >= shared_sums && fits) tuning = shared;
}

MultichannelGpuTuning multichannel_tuning(const Problem& p, const GpuFacts& gpu,
                                          const PixelBytes& pixel) {
  MultichannelGpuTuning tuning{.group = {.width = 8, .height = 16, .rows = 1, .min_blocks = 3}};
  tuning.tile = cut_tiles(p, gpu, checked_mul(pixel.in, p.width, slices_held(p)),
                          [&](const Tile& t) { return tile_bytes(p, pixel, t); });
  shrink_group(tuning.group, gpu);
  tuning.word_planes = word_planes(p);
  set_workers(p, gpu, tuning);
  set_summation(p, tuning);
  // Four groups have 128 registers for an item. Kahan's sums need more.
  const bool one_run = channel_planes(channels_layout(p)).compared <= tuning.run;
  if (one_run && tuning.block > item_taps) tuning.group.min_blocks = 4;
  tuning.launch_height = launch_rows(channels_pixel_seconds(p, gpu, tuning) * tuning.tile.width *
                                     slices_of(p, tuning.tile));
  return tuning;
}

std::string channels_gpu_unsupported(const Problem& p, const GpuFacts& gpu) {
  if (std::string why = not_multichannel(p); !why.empty()) return why;
  if (std::string why = mean_unsupported(p, gpu); !why.empty()) return why;
  const WindowMean step = main_step(p);
  const PixelForm form = form_of(p);
  if (form.makes_guide()) return "it compares the channels of a guide, not luma or lab";
  if (step.invalid && step_count(p) > 1)
    return "it cannot detect, between passes, pixels whose channels all equal `invalid`";
  return {};
}

Answer offer_multichannel_gpu(const Problem& p, const DeviceFacts& facts) {
  if (std::string why = channels_gpu_unsupported(p, facts.gpu); !why.empty()) return Refusal{why};
  std::vector<Pass> passes = direct_passes(p);
  const PixelBytes pixel = bytes_of_pixel(p, passes.size());
  const MultichannelGpuTuning tuning = multichannel_tuning(p, facts.gpu, pixel);
  const auto steps = static_cast<double>(passes.size());
  const double pixels = double{1} * p.width * p.height * p.depth * p.batch;
  const double kernels = steps * (multichannel_launch * p.batch +
                                  pixels * channels_pixel_seconds(p, facts.gpu, tuning));
  ScratchBytes scratch = tile_scratch(p, pixel, tuning.tile);
  scratch.device = checked_mul(slot_count(p, tuning.tile), tile_bytes(p, pixel, tuning.tile));
  return Offer{.error = multichannel_gpu_error(p, tuning),
               .seconds = run_seconds(facts.gpu, transfer_of(p, pixel, tuning.tile), kernels),
               .scratch = scratch,
               .passes = std::move(passes),
               .tuning = tuning};
}

}  // namespace

Candidate gpu_multichannel() {
  return {.name = "multichannel",
          .platform = Platform::gpu,
          .paper = "tomasi1998",
          .third_axis = true,
          .channels = max_channels,
          .serves = is_window_mean,
          .offer = offer_multichannel_gpu};
}

}  // namespace selvage::planner
