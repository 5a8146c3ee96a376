// SPDX-License-Identifier: Apache-2.0
#include "planner/cpu_narrow.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/narrow_weights.hpp"
#include "core/window.hpp"
#include "planner/cpu_direct.hpp"
#include "planner/cpu_work.hpp"
#include "planner/direct_steps.hpp"
#include "planner/error_terms.hpp"
#include "planner/narrow_error.hpp"

namespace selvage::planner {
namespace {

int columns(const WindowMean& step) {
  return 2 * step.radius_x + 1;
}

}  // namespace

std::string simd16_unsupported(const Problem& p, const DeviceFacts& facts) {
  const WindowMean f = main_step(p);
  if (std::string why = simd_unsupported(p, facts); !why.empty()) return why;
  if (p.type != PixelType::u8) return "16-bit weights are for u8 alone";
  if (layout_of(p, f).planes_of_group() > 1)
    return "16-bit weights are for one channel, or each by itself";
  if (step_count(p) > 1) return "16-bit weights are for one iteration";
  if (f.largest_radius() > 32) return "16-bit weights are for windows up to 65 columns";
  const narrow::Scale scale = narrow::scale(f, p);
  if (scale.doublings > narrow::largest_doublings || scale.samples < 8.0)
    return fmt::format("16-bit weights cannot serve sigma_range {:.2g}", f.sigma_range);
  return {};
}

Tuning simd16_tuning(const Problem& p, const DeviceFacts& facts) {
  return simd_tuning(p, facts);
}

double simd16_error(const Problem& p, const DeviceFacts&) {
  const WindowMean f = main_step(p);
  // Filled holes are means of rounded samples. Sums of 32 bits, of 8 pairs of taps or less, go on
  // in single precision; the last steps are those of simd_error.
  const double filled = f.fill ? 0.5 / narrow::scale(f, p).samples : 0.0;
  const int pieces_of_row = f.largest_radius() / 8 + 1;
  const double additions = columns(f) * pieces_of_row + 1.0;
  const double sums = (2.0 * additions + 6.0) * ulp;
  return std::max(narrow_error(f, p), filled) / 255.0 + sums;
}

double simd16_seconds(const Problem& p, const DeviceFacts& facts) {
  // Instructions of a vector of pixels; a row's last tap has half a pair to itself, and a row's
  // sums are turned into single precision (docs/journal/0004).
  const WindowMean f = main_step(p);
  const double taps = window_taps(f);
  const double instructions = 6.5 * taps + 13.5 * columns(f);
  return work(p, f) / taps * instructions / (5e9 * facts.simd_floats * facts.threads) +
         sample_seconds(p, facts, direct_passes(p));
}

ScratchBytes simd16_scratch(const Problem& p, const DeviceFacts& facts) {
  const std::size_t worker =
      worker_bytes(p, main_step(p), simd16_tuning(p, facts), 4 * facts.simd_floats, sizeof(float));
  return scratch_of(p, facts, worker, step_count(p));
}

}  // namespace selvage::planner
