// SPDX-License-Identifier: Apache-2.0
// Candidate "fourier_multirate": as "fourier_range", for all types, and for the joint bilateral
// filter [petschnigg2004, eisemann2004], but the cost of a filtered image does not grow with the
// radius, since a grid of fewer pixels holds the smooth part of its weights (axis_mean.hpp). Each
// pixel's error is proved by a certificate; the few pixels that fail it are computed from all their
// taps (certified_fit.hpp). Here are its error, time, memory and tuning.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/checked.hpp"
#include "filters/mean_passes.hpp"
#include "methods/direct/cpu_work.hpp"
#include "methods/fourier_range/certified_fit.hpp"
#include "methods/fourier_range/direct_shape.hpp"
#include "methods/fourier_range/fourier_refusal.hpp"
#include "methods/fourier_range/multirate_shape.hpp"

namespace selvage::planner {
namespace {

constexpr int most_lanes = 8;  // floats of a vector

// Every tile starts its running sums anew and sums the columns of its halo, so tiles are large.
// They are as wide as a core's cache allows or, if that leaves a tile for each thread, as makes the
// halo a tenth of the tile. Of all heights the tallest is taken with which the busiest thread has
// least to do; several threads, which may not be equally fast, share more tiles if they cost little
// (docs/journal/0072). No result depends on them.
Tile multirate_tile(const Problem& p, int threads, const WindowMean& step) {
  constexpr int cached = 960, tiles_of_thread = 4;
  constexpr double little = 1.04;
  const double beyond = 0.2 * step.radius_y;  // what a tile costs apart from its pixels, in rows
  // Low bands are cut for want of memory, which wide tiles take.
  const int widest = p.height < 4 * step.radius_y ? cached : std::max(cached, 20 * step.radius_x);
  const auto columns = [&](int width) { return (p.width + width - 1) / width; };
  const int most = std::max(p.height / std::max(2 * step.radius_y, 64), 1);  // down
  const int for_threads = (threads + most - 1) / most;
  const int across = std::clamp(for_threads, columns(widest), columns(cached));
  const int wanted = (tiles_of_thread * threads + across - 1) / across;
  const auto tile = [&](int down) {
    return Tile{.width = (p.width + across - 1) / across, .height = (p.height + down - 1) / down};
  };
  const auto rows = [&](int down) {
    const int rounds = (across * down + threads - 1) / threads;
    return rounds * (tile(down).height + beyond);
  };
  int best = 1;
  for (int down = 2; down <= std::min(wanted, most); ++down)
    if (rows(down) < rows(best)) best = down;
  const double least = rows(best);
  for (int down = best + 1; threads > 1 && down <= std::min(wanted, most); ++down)
    if (rows(down) <= little * least) best = down;
  return tile(best);
}

double multirate_seconds(const Problem& p, const DeviceFacts& facts, const CertifiedFit& fit,
                         const Tile& tile) {
  constexpr double instructions_per_second = 6e9,
                   taps_per_second = 3.5e9;  // of one core (docs/journal/0071)
  constexpr double of_start = 7.0;           // instructions for each tap of a running sum's start
  const CertifiedWork work = work_of(fit);
  const double vectors =
      static_cast<double>(2 * fit.series.cosine.size()) / std::min(most_lanes, facts.simd_floats);
  const double taps_x = 2.0 * fit.across.radius + 1.0, taps_y = 2.0 * fit.down.radius + 1.0;
  const double columns =
      (1.0 + taps_x / tile.width) * (work.columns + of_start * taps_y / tile.height);
  const double rows = work.rows + of_start * taps_x / tile.width;
  const double pixels = 1.0 * p.width * p.height * p.batch * layout_of(p, main_step(p)).groups;
  return pixels *
             ((vectors * work.images * (columns + rows) + 40.0) / instructions_per_second +
              work.taps / taps_per_second) /
             facts.threads +
         sample_seconds(p, facts, direct_passes(p));
}

// Of one worker: what pixels of floats need that "simd" computes.
std::size_t direct_bytes(const Problem& p, const DeviceFacts& facts, const Tile& tile) {
  if (is_integer(p.type)) return 0;
  const WindowMean step = main_step(p);
  const DirectPixelsShape shape(p, step, tile);
  return checked_add(shape.bytes(),
                     worker_bytes(p, step, shape.tuning, 4 * facts.simd_floats, sizeof(float)));
}

// The proof of the error is in certified_fit.hpp. That of floats is a fraction of 1, or of the
// window's largest sample if that is larger: then "simd" computes the pixel, with a smaller error.
Answer offer_fourier_multirate(const Problem& p, const DeviceFacts& facts) {
  if (std::string why = no_vector_unit(facts); !why.empty()) return Refusal{why};
  if (Refusal refusal = fourier_refusal(p); !refusal.why.empty()) return refusal;
  const WindowMean step = main_step(p);
  if (std::min(step.radius_x, step.radius_y) < least_multirate_radius)
    return Refusal{fmt::format("a grid of fewer pixels needs a radius of at least {}",
                               least_multirate_radius)};
  const CertifiedFit fit = certified_fit(step, level_form(step, p));
  const double error = fit.error / full_scale(PixelType::u8);
  if (Refusal refusal = float_refusal(p, error); !refusal.why.empty()) return refusal;
  const Tile tile = multirate_tile(p, facts.threads, step);
  const Tile predicted = multirate_tile(p, 1, step);  // no choice depends on threads
  const MultirateShape shape(layout_of(p, step), tile, fit);
  constexpr std::size_t tables = 4, entries = 257;
  return Offer{.error = error,
               .seconds = multirate_seconds(p, facts, fit, predicted),
               .terms = fit.series.terms(),
               .scratch = {.host = checked_add(
                               checked_mul(checked_add(shape.bytes(), direct_bytes(p, facts, tile)),
                                           facts.threads),
                               checked_mul(tables, entries, static_cast<std::size_t>(shape.numbers),
                                           sizeof(float)))},
               .passes = direct_passes(p),
               .tuning = TileTuning{tile}};
}

}  // namespace

Candidate cpu_fourier_multirate() {
  return {.name = "fourier_multirate",
          .platform = Platform::cpu,
          .paper = "chaudhury2011",
          .method = Method::bounded,
          .uses_simd = true,
          .serves = is_bilateral_or_joint,
          .offer = offer_fourier_multirate};
}

}  // namespace selvage::planner
