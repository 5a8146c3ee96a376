// SPDX-License-Identifier: Apache-2.0
// Candidate "lookup" of GPUs: the bilateral filter of bytes whose distances are those of one
// channel, with range weights from a table of all 256 distances [tomasi1998, eq. 5]. Each pixel
// costs (2r+1)^2 taps for each channel. Here are its conditions, error, time, memory and tuning.
#include "filters/mean_passes.hpp"
#include "filters/window.hpp"
#include "methods/direct/gpu_means.hpp"
#include "methods/direct/lookup_table.hpp"
#include "planner/error_terms.hpp"
#include "planner/gpu_tiles.hpp"

namespace selvage::planner {
namespace {

// The instructions of a tap, the fraction of the issue slots that they use, and the speed on a CPU
// (docs/journal/0039). A pixel and its share of the table, and the start and the end of a column
// take as long as so many taps.
constexpr double tap_instructions = 5.1, issue_share = 0.75, processor_taps = 3e8;
constexpr double column_taps = 0.85, pixel_taps = 53.0;

double lookup_taps(const Problem& p) {
  const WindowMean step = main_step(p);
  return (window_taps(step) + column_taps * (2 * step.radius_x + 1) + pixel_taps) *
         form_of(p).layout.groups;
}

double lookup_taps_per_second(const GpuFacts& gpu) {
  if (gpu.is_processor) return processor_taps * gpu.compute_units;
  return issue_share * instructions_per_second(gpu) / tap_instructions;
}

DirectGpuTuning lookup_tuning(const Problem& p, const GpuFacts& gpu) {
  DirectGpuTuning tuning =
      mean_tuning(p, gpu, direct_passes(p), lookup_taps(p), lookup_taps_per_second(gpu));
  // Small tiles let more groups share a multiprocessor if windows are large.
  const bool large = main_step(p).largest_radius() > 11;
  tuning.group = {.width = lookup_table::lanes,
                  .height = large ? 4 : 8,
                  .rows = 8,
                  .min_blocks = large ? 5 : 3};
  if (few_groups(p, gpu, tuning.group)) {
    tuning.group.rows = 4;
    tuning.group.min_blocks = 4;
  }
  tuning.fixed_window = !gpu.is_processor;
  if (gpu.is_processor) tuning.group.rows = 2;  // code for more takes seconds to compile
  return tuning;
}

std::string lookup_unsupported(const Problem& p, const GpuFacts& gpu,
                               const DirectGpuTuning& tuning) {
  constexpr std::size_t two_groups = std::size_t{110} << 10;  // share a multiprocessor
  const PixelForm form = form_of(p);
  if (!gpu.byte_simd && !gpu.is_processor)
    return "tables of weights need local memory of 32 banks, as NVIDIA's";
  if (step_count(p) > 1) return "tables of weights support only one iteration";
  if (weighs_alpha(p)) return "tables of weights do not weight colours by alpha";
  if (!form.bytes()) return "tables of weights support only 8-bit images without invalid pixels";
  if (!form.has_distances() || form.guided())
    return "tables of weights support only distances of the image itself";
  if (form.layout.groups != form.layout.averaged)
    return "tables of weights support one channel, or norm per_channel";
  if (tuning.group.width * tuning.group.height > gpu.largest_group)
    return "the device's work-groups are too small";
  if (lookup_table::local_bytes(tuning, main_step(p)) > std::min(gpu.local_bytes, two_groups))
    return "table and tile do not fit into the device's local memory";
  return {};
}

// A weight is a range weight times two spatial ones, each rounded once to single precision, and
// their two products are rounded; taps of dx and -dx are added first, so a tap goes through one
// more addition than the window has taps. The last steps are the two products with the value, the
// division (2.5 ulp) and the centre.
double lookup_error(const Problem& p) {
  const double taps = window_taps(main_step(p));
  return sums_error({.weight = 5.0 * ulp, .additions = taps + 1.0, .last_steps = 9.0},
                    mean_exponent(taps));
}

Answer offer_gpu_lookup(const Problem& p, const DeviceFacts& facts) {
  const DirectGpuTuning tuning = lookup_tuning(p, facts.gpu);
  if (std::string why = lookup_unsupported(p, facts.gpu, tuning); !why.empty()) return Refusal{why};
  std::vector<Pass> passes = direct_passes(p);
  return Offer{.error = lookup_error(p),
               .seconds = mean_seconds(p, facts.gpu, passes.size(),
                                       lookup_taps(p) / lookup_taps_per_second(facts.gpu)),
               .scratch = mean_scratch(p, passes, tuning.tile),
               .passes = std::move(passes),
               .tuning = tuning};
}

}  // namespace

Candidate gpu_lookup() {
  return {.name = "lookup",
          .platform = Platform::gpu,
          .paper = "tomasi1998",
          .serves = is_bilateral,
          .offer = offer_gpu_lookup};
}

}  // namespace selvage::planner
