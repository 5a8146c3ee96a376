// SPDX-License-Identifier: Apache-2.0
// Candidate "fourier_multirate": the bilateral of one channel, or the joint bilateral with a guide
// of one channel of u8, from a few filtered images that all pixels share
// (methods/fourier_range/certified_fit.hpp), each filtered at a cost that does not grow with the
// radius (methods/fourier_range/axis_mean.hpp).
//   one task -> a tile: sums columns for the rows of a cell of the grid, then sums each row
//   lanes    -> the cosines and sines of one pixel: of u8 from a table of levels, of u16 and of
//               floats, rounded to 16 bits, from one for each byte; of a joint filter also times a
//               value of the pixel
// Bound by arithmetic: some 60 vector instructions for eight cosines or sines, of 16 bits some 90.

#include <memory>

#include "backends/cpu/cpu_pipeline.hpp"
#include "backends/cpu/kernel.hpp"
#include "backends/cpu/simd_sets.hpp"
#include "methods/fourier_range/cpu/multirate_kernel.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/fourier_range/cpu/fourier_multirate_cpu.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#if HWY_TARGET != HWY_SCALAR
#include "backends/cpu/images/vector_rows-inl.h"
#include "methods/fourier_range/cpu/multirate_loops-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

void make_multirate_loops(MultirateParts& parts) {
#if HWY_TARGET == HWY_SCALAR
  (void)parts;  // "plain" serves processors without vector units
#else
  const auto& step = std::get<WindowMean>(parts.pass.step);
  const LevelForm form = level_form(step, parts.problem);
  parts.loops = form.joint() ? loops_of<JointWaves>()
                : form.words ? loops_of<WordWaves>()
                             : loops_of<ByteWaves>();
  parts.vectors = every_vector_row();
#endif
}

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "backends/dispatch_entry.hpp"

namespace selvage::cpu {
namespace {

SELVAGE_EXPORT(make_multirate_loops);

}  // namespace

Factory make_fourier_multirate;

std::unique_ptr<Pipeline> make_fourier_multirate(const planner::Decision& decision,
                                                 const Frame& frame,
                                                 const ExecutionContext& context) {
  return make_pipeline(decision, frame, [&](const Pass& pass) {
    MultirateParts parts{.pass = pass,
                         .problem = decision.problem,
                         .tile = decision.offer.tuning.tile(),
                         .loops = {},
                         .vectors = {}};
    dispatch_entry(HWY_DISPATCH_TABLE(make_multirate_loops), context.simd.target)(parts);
    return make_multirate_kernel(parts, context);
  });
}

}  // namespace selvage::cpu
#endif  // HWY_ONCE
