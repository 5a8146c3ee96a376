// SPDX-License-Identifier: Apache-2.0
// Candidate "edge_stopping": the geometry-guided mean with SIMD instructions.
//   one task  -> a band of rows, or a tile of columns of the row means
//   one step  -> a vector of neighbouring pixels, one tap. A tap that a pixel does not reach has
//   weight
//                0; taps that no pixel of the vector reaches are skipped
//   sums      -> of at most eight taps, then added with their rounding errors
// No branch depends on a single pixel, and adding 0 changes no sum. So the result does not depend
// on which pixels share a vector.

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "backends/cpu/cpu_pipeline.hpp"
#include "backends/cpu/kernel.hpp"
#include "backends/cpu/simd_sets.hpp"
#include "methods/edge_stopping/cpu/edge_stopping_kernel.hpp"
#include "methods/edge_stopping/edge_stopping_shape.hpp"
#include "methods/edge_stopping/tuning.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/edge_stopping/cpu/edge_stopping_cpu.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class Real, int planes>
struct Traversal {
  using Tag = hn::ScalableTag<Real>;
  using V = hn::Vec<Tag>;
  static constexpr Tag d{};
  static constexpr int block = edge_stopping_block;

  V sum[planes], lost[planes];

  // The rounding error of each addition is exact, and 0 for a term of 0. Kahan's sum would add the
  // pending correction with such a term.
  HWY_INLINE void add(const V (&terms)[planes]) {
    for (int c = 0; c < planes; ++c) {
      const V next = hn::Add(sum[c], terms[c]);
      const V part = hn::Sub(next, sum[c]);
      const V missed = hn::Add(hn::Sub(sum[c], hn::Sub(next, part)), hn::Sub(terms[c], part));
      lost[c] = hn::Add(lost[c], missed);
      sum[c] = next;
    }
  }

  // Adds the taps of one direction: `step` Reals and `side` (1 or -1) weights from tap to tap.
  HWY_INLINE void add_side(const Real* centre, std::ptrdiff_t plane, std::ptrdiff_t step, int side,
                           const Real* weights, V reach) {
    const int last = static_cast<int>(hn::GetLane(hn::MaxOfLanes(d, reach)));
    for (int first = 1; first <= last; first += block) {
      const int end = std::min(first + block - 1, last);
      V partial[planes];
      for (int c = 0; c < planes; ++c) partial[c] = hn::Zero(d);
      for (int k = first; k <= end; ++k) {
        const auto reached = hn::Ge(reach, hn::Set(d, static_cast<Real>(k)));
        const V weight = hn::IfThenElseZero(reached, hn::Set(d, weights[std::ptrdiff_t{side} * k]));
        const Real* const tap = centre + k * step;
        for (int c = 0; c < planes; ++c)
          partial[c] = hn::MulAdd(weight, hn::LoadU(d, tap + c * plane), partial[c]);
      }
      add(partial);
    }
  }

  static void run(const EdgeStoppingJob<Real>& job) {
    for (std::ptrdiff_t x = 0; x < job.pixels; x += static_cast<std::ptrdiff_t>(hn::Lanes(d))) {
      Traversal sums;
      const Real* const centre = job.centre + x;
      const V weight = hn::Set(d, job.weights[0]);
      for (int c = 0; c < planes; ++c) {
        sums.sum[c] = hn::Mul(weight, hn::LoadU(d, centre + c * job.plane));
        sums.lost[c] = hn::Zero(d);
      }
      sums.add_side(centre, job.plane, -job.step, -1, job.weights, hn::LoadU(d, job.back + x));
      sums.add_side(centre, job.plane, job.step, 1, job.weights, hn::LoadU(d, job.forth + x));
      const V total = hn::LoadU(d, job.totals + x);
      for (int c = 0; c < planes; ++c)
        hn::StoreU(hn::Div(hn::Add(sums.sum[c], sums.lost[c]), total), d,
                   job.means + c * job.means_plane + x);
    }
  }
};

// Up to four channels share a walk over the taps; more are walked in groups.
template <class Real>
void traverse(EdgeStoppingJob<Real> job) {
  constexpr int most = 4;
  for (; job.planes > most; job.planes -= most) {
    Traversal<Real, most>::run(job);
    job.centre += most * job.plane;
    job.means += most * job.means_plane;
  }
  switch (job.planes) {
    case 1: return Traversal<Real, 1>::run(job);
    case 2: return Traversal<Real, 2>::run(job);
    case 3: return Traversal<Real, 3>::run(job);
    case 4: return Traversal<Real, 4>::run(job);
    default: throw std::logic_error("sums over no channels");
  }
}

// SELVAGE_EXPORT takes no templates.
void edge_stopping_single(const EdgeStoppingJob<float>& job) {
  traverse(job);
}

void edge_stopping_double(const EdgeStoppingJob<double>& job) {
#if HWY_HAVE_FLOAT64
  traverse(job);
#else
  (void)job;
  throw std::logic_error("this instruction set has no double precision");
#endif
}

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "backends/dispatch_entry.hpp"

namespace selvage::cpu {
namespace {

SELVAGE_EXPORT(edge_stopping_single);
SELVAGE_EXPORT(edge_stopping_double);

}  // namespace

Factory make_edge_stopping;

std::unique_ptr<Pipeline> make_edge_stopping(const planner::Decision& decision, const Frame& frame,
                                             const ExecutionContext& context) {
  return make_pipeline(decision, frame, [&](const Pass& pass) {
    const Tile& tile = decision.offer.tuning.tile();
    if (fits_single(edge_stopping_weights(std::get<GeometryGuided>(pass.step))))
      return make_kernel<float>(
          decision.problem, tile,
          dispatch_entry(HWY_DISPATCH_TABLE(edge_stopping_single), context.simd.target), context);
    return make_kernel<double>(
        decision.problem, tile,
        dispatch_entry(HWY_DISPATCH_TABLE(edge_stopping_double), context.simd.target), context);
  });
}

}  // namespace selvage::cpu
#endif  // HWY_ONCE
