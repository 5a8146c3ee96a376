// SPDX-License-Identifier: Apache-2.0
// Candidate "int16": the bilateral filter of u8, of one channel or three with norm l1, with
// weights in 16-bit integers [tomasi1998, eq. 5]. Each pixel costs (2r+1)^2 taps, two at a time.
// Here are its error, time, memory and tuning.
#include <fmt/format.h>

#include <algorithm>

#include "filters/mean_passes.hpp"
#include "filters/window.hpp"
#include "methods/direct/cpu_work.hpp"
#include "methods/direct/int16_error.hpp"
#include "methods/direct/int16_weights.hpp"
#include "planner/error_terms.hpp"

namespace selvage::planner {
namespace {

int columns(const WindowMean& step) {
  return 2 * step.radius_x + 1;
}

std::string int16_unsupported(const Problem& p, const DeviceFacts& facts) {
  const WindowMean f = main_step(p);
  if (std::string why = no_vector_unit(facts); !why.empty()) return why;
  if (p.type != PixelType::u8) return "16-bit weights support only 8-bit images";
  const PlaneLayout layout = layout_of(p, f);
  if (layout.planes_of_group() > 1 && !(layout.l1 && layout.planes_of_group() == 3))
    return "16-bit weights support one channel, norm per_channel, or three channels with norm l1";
  if (step_count(p) > 1) return "16-bit weights support only one iteration";
  if (f.largest_radius() > 32) return "16-bit weights support windows of up to 65 columns";
  const int16::Scale scale = int16::scale(f, p);
  if (scale.doublings > int16::largest_doublings || scale.samples < 8.0)
    return fmt::format("16-bit weights do not support sigma_range {:.2g}", f.sigma_range);
  return {};
}

double int16_error(const Problem& p) {
  const WindowMean f = main_step(p);
  // Filled holes are means of rounded samples. Sums of up to 8 pairs of taps are made in 32 bits
  // and added in single precision; the last steps are those of simd_error.
  const double filled = f.fill ? 0.5 / int16::scale(f, p).samples : 0.0;
  const int blocks_of_row = f.largest_radius() / 8 + 1;
  const double additions = columns(f) * blocks_of_row + 1.0;
  const double sums = (2.0 * additions + 6.0) * ulp;
  return std::max(int16_weights_error(f, p), filled) / 255.0 + sums;
}

double int16_seconds(const Problem& p, const DeviceFacts& facts) {
  // Instructions for a vector of pixels. A row's last tap occupies half a pair, and a row's sums
  // are converted to single precision (docs/journal/0004).
  const WindowMean f = main_step(p);
  const double taps = window_taps(f);
  // Sums of three planes spill, above all with AVX-512 (docs/journal/0030).
  const bool gray = layout_of(p, f).planes_of_group() == 1;
  const double colours = facts.simd_floats >= 16 ? 20.0 : 16.0;
  const double instructions = (gray ? 6.5 : colours) * taps + (gray ? 13.5 : 27.0) * columns(f);
  return work(p, f) / taps * instructions /
             (simd_instructions_per_second * facts.simd_floats * facts.threads) +
         sample_seconds(p, facts, direct_passes(p));
}

Answer offer_int16(const Problem& p, const DeviceFacts& facts) {
  if (std::string why = int16_unsupported(p, facts); !why.empty()) return Refusal{why};
  const DirectTuning tuning = direct_tuning(p, main_step(p), simd_taps_per_second);
  const std::size_t worker =
      worker_bytes(p, main_step(p), tuning, 4 * facts.simd_floats, sizeof(float));
  return Offer{.error = int16_error(p),
               .seconds = int16_seconds(p, facts),
               .scratch = scratch_of(p, facts, worker, step_count(p)),
               .passes = direct_passes(p),
               .tuning = tuning};
}

}  // namespace

Candidate cpu_int16() {
  return {.name = "int16",
          .platform = Platform::cpu,
          .paper = "tomasi1998",
          .uses_simd = true,
          .serves = is_bilateral,
          .offer = offer_int16};
}

}  // namespace selvage::planner
