// SPDX-License-Identifier: Apache-2.0
// Candidates "lookup" and "lookup24": the direct bilateral and joint bilateral of u8 with weights
// from tables.
//   one task  -> one tile, loaded once with its halo as rows of signed bytes
//   one step  -> 32 pixels, four taps that share a spatial weight
//   weights   -> 16 or 24 bits from the table of that spatial weight, indexed by the distance
//   sums      -> of bytes times bytes, in 32 bits: exact
// Bound by arithmetic: 11 (gray) to 25 (RGB) vector instructions for 64 taps if weights have 16
// bits and sigma_range is at most 0.1, else up to 16 and 32 (docs/journal/0030).

#include <memory>
#include <stdexcept>

#include "backends/cpu/simd_sets.hpp"
#include "methods/direct/cpu/simd.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/direct/cpu/lookup.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#if HWY_TARGET != HWY_SCALAR
#include "backends/cpu/images/vector_rows-inl.h"
#include "methods/direct/cpu/lookup_rows-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

using ByteFilter = std::unique_ptr<RowFilter<std::int8_t>>;

#if HWY_TARGET <= HWY_AVX3

template <int bytes, int distance_planes, int value_planes>
ByteFilter lookup_rows(const WindowMean& filter) {
  using enum lookup::Reach;
  switch (lookup::reach(255.0 * double{filter.sigma_range}, bytes)) {
    case near:
      return std::make_unique<LookupRows<bytes, distance_planes, value_planes, near>>(filter);
    case middle:
      return std::make_unique<LookupRows<bytes, distance_planes, value_planes, middle>>(filter);
    case far:
      return std::make_unique<LookupRows<bytes, distance_planes, value_planes, far>>(filter);
  }
  throw std::logic_error("no such reach");
}

template <int bytes>
ByteFilter lookup_rows(const WindowMean& filter, const PlaneLayout& layout) {
  switch (layout.distance_planes * 10 + layout.value_planes) {
    case 10: return lookup_rows<bytes, 1, 0>(filter);
    case 30: return lookup_rows<bytes, 3, 0>(filter);
    case 11: return lookup_rows<bytes, 1, 1>(filter);
    case 13: return lookup_rows<bytes, 1, 3>(filter);
    case 31: return lookup_rows<bytes, 3, 1>(filter);
    case 33: return lookup_rows<bytes, 3, 3>(filter);
    default: throw std::logic_error("no tables of weights for this plane layout");
  }
}

void make_lookup_parts(const WindowMean& filter, const PlaneLayout& layout, int bytes,
                       ByteFilter& rows, VectorRows& vectors, ByteRows& to_bytes) {
  rows = bytes == 2 ? lookup_rows<2>(filter, layout) : lookup_rows<3>(filter, layout);
  vectors = every_vector_row();
  to_bytes = load_bytes;
}

#else

// DeviceFacts::byte_tables is false for these instruction sets.
void make_lookup_parts(const WindowMean&, const PlaneLayout&, int, ByteFilter&, VectorRows&,
                       ByteRows&) {
  throw std::logic_error("tables of weights need AVX-512");
}

#endif

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "backends/dispatch_entry.hpp"

namespace selvage::cpu {
namespace {

SELVAGE_EXPORT(make_lookup_parts);

std::unique_ptr<Pipeline> lookup_pipeline(const planner::Decision& decision, const Frame& frame,
                                          const ExecutionContext& context, int bytes) {
  const auto kernel = [bytes](const Pass& pass, const planner::Decision& d,
                              const ExecutionContext& c, const std::shared_ptr<Workers>& workers) {
    const auto& filter = std::get<WindowMean>(pass.step);
    DirectParts<std::int8_t> parts{.pass = pass,
                                   .problem = d.problem,
                                   .tuning = d.offer.tuning.as<DirectTuning>(),
                                   .scale = {}};
    dispatch_entry(HWY_DISPATCH_TABLE(make_lookup_parts), c.simd.target)(
        filter, plane_layout(filter, d.problem), bytes, parts.filter, parts.vectors,
        parts.byte_rows);
    return make_direct_kernel(std::move(parts), c, workers);
  };
  return make_direct_pipeline(decision, frame, context, kernel);
}

}  // namespace

Factory make_lookup, make_lookup24;

std::unique_ptr<Pipeline> make_lookup(const planner::Decision& decision, const Frame& frame,
                                      const ExecutionContext& context) {
  return lookup_pipeline(decision, frame, context, 2);
}

std::unique_ptr<Pipeline> make_lookup24(const planner::Decision& decision, const Frame& frame,
                                        const ExecutionContext& context) {
  return lookup_pipeline(decision, frame, context, 3);
}

}  // namespace selvage::cpu
#endif  // HWY_ONCE
