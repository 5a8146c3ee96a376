// SPDX-License-Identifier: Apache-2.0
// Candidate "int16": the direct bilateral of u8 with weights in 16-bit integers; for colours with
// norm l2 also the joint bilateral.
//   one task  -> one tile, loaded once with its halo as rows of scaled 16-bit samples
//   one step  -> a block of neighbouring pixels, two taps of one row of the window
//   weights   -> squares of 16-bit roots (methods/direct/int16_weights.hpp); the roots themselves
//                where a pixel's certificate allows (methods/direct/int16_certified.hpp); or for
//                norm l2 with AVX-512 products of table entries
//                (methods/direct/int16_products.hpp), summed up in 32 bits
// Bound by arithmetic: 15 vector instructions (three channels: 27 to 29; products: 18) for as many
// taps as a vector has 16-bit lanes, where candidate "simd" takes 9 to 13 (17 to 23) for half as
// many.

#include <memory>
#include <stdexcept>

#include "backends/cpu/simd_sets.hpp"
#include "methods/direct/cpu/int16_form.hpp"
#include "methods/direct/cpu/simd.hpp"
#include "methods/direct/int16_error.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/direct/cpu/int16.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#if HWY_TARGET != HWY_SCALAR
#include "backends/cpu/images/vector_rows-inl.h"
#include "methods/direct/cpu/int16_certified-inl.h"
#include "methods/direct/cpu/int16_products-inl.h"
#include "methods/direct/cpu/int16_rows-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

// The target of a processor without vector units; "plain" serves it.
void make_parts(const WindowMean&, const PlaneLayout&, const Int16Form&,
                std::unique_ptr<RowFilter<std::int16_t>>&, VectorRows&, Int16Row&) {}

#else

// Returns make<planes, l1>() for the planes that the layout's distance takes and its norm.
template <class Make>
auto with_distance(const PlaneLayout& layout, const Make& make) {
  switch (layout.distance_planes * 10 + (layout.l1 ? 1 : 0)) {
    case 10:
    case 11: return make.template operator()<1, false>();
    case 20: return make.template operator()<2, false>();
    case 30: return make.template operator()<3, false>();
    case 31: return make.template operator()<3, true>();
    default: throw std::logic_error("no roots for this plane layout");
  }
}

template <int planes, bool l1, int doublings>
std::unique_ptr<RowFilter<std::int16_t>> int16_rows(const WindowMean& filter,
                                                    const int16::Cubic& cubic) {
  using Distance = Int16Distance<planes, l1, doublings>;
#if HWY_TARGET <= HWY_AVX3
  if (has_dot()) return std::make_unique<Int16Rows<Distance, true>>(filter, cubic);
#endif
  return std::make_unique<Int16Rows<Distance, false>>(filter, cubic);
}

template <int planes, bool l1>
std::unique_ptr<RowFilter<std::int16_t>> int16_rows(const WindowMean& filter,
                                                    const int16::Scale& scale) {
  switch (scale.doublings) {
    case 0: return int16_rows<planes, l1, 0>(filter, scale.cubic);
    case 1: return int16_rows<planes, l1, 1>(filter, scale.cubic);
    case 2: return int16_rows<planes, l1, 2>(filter, scale.cubic);
    case 3: return int16_rows<planes, l1, 3>(filter, scale.cubic);
    default: throw std::logic_error("no inner loop for so small a sigma_range");
  }
}

std::unique_ptr<RowFilter<std::int16_t>> int16_rows(const WindowMean& filter,
                                                    const PlaneLayout& layout,
                                                    const int16::Scale& scale) {
  return with_distance(layout,
                       [&]<int planes, bool l1> { return int16_rows<planes, l1>(filter, scale); });
}

#if HWY_TARGET <= HWY_AVX3

// int16_certified::serves excludes these instruction sets.
std::unique_ptr<RowFilter<std::int16_t>> certified_rows(const WindowMean&, const PlaneLayout&,
                                                        const int16_certified::Form&, double) {
  throw std::logic_error("no certificates with AVX-512");
}

template <int distance_planes, int value_planes>
std::unique_ptr<RowFilter<std::int16_t>> int16_products_rows(const WindowMean& filter) {
  const double sigma = 255.0 * double{filter.sigma_range};
  if (int16_products::scale(sigma, filter.sigma_space).multiplier == 0)
    return std::make_unique<Int16Products<distance_planes, value_planes, false, true>>(filter);
  return std::make_unique<Int16Products<distance_planes, value_planes, true, true>>(filter);
}

std::unique_ptr<RowFilter<std::int16_t>> int16_products_rows(const WindowMean& filter,
                                                             const PlaneLayout& layout) {
  switch (layout.distance_planes * 10 + layout.value_planes) {
    case 20: return int16_products_rows<2, 0>(filter);
    case 30: return int16_products_rows<3, 0>(filter);
    case 31: return int16_products_rows<3, 1>(filter);
    case 33: return int16_products_rows<3, 3>(filter);
    default: throw std::logic_error("no products of tables for this plane layout");
  }
}

#else

template <int planes, bool l1>
std::unique_ptr<RowFilter<std::int16_t>> certified_rows(const WindowMean& filter,
                                                        const int16_certified::Form& form,
                                                        double least_sum) {
  if (form.scale.doublings == 0)
    return std::make_unique<Int16Certified<Int16Distance<planes, l1, 0>>>(filter, form, least_sum);
  if constexpr (planes == 1)
    return std::make_unique<Int16Certified<Int16Distance<1, l1, 1>>>(filter, form, least_sum);
  throw std::logic_error("no certificates for so small a sigma_range");
}

std::unique_ptr<RowFilter<std::int16_t>> certified_rows(const WindowMean& filter,
                                                        const PlaneLayout& layout,
                                                        const int16_certified::Form& form,
                                                        double least_sum) {
  return with_distance(layout, [&]<int planes, bool l1> {
    return certified_rows<planes, l1>(filter, form, least_sum);
  });
}

// DeviceFacts::byte_tables is false for these instruction sets.
std::unique_ptr<RowFilter<std::int16_t>> int16_products_rows(const WindowMean&,
                                                             const PlaneLayout&) {
  throw std::logic_error("products of tables need AVX-512");
}

#endif

void make_parts(const WindowMean& filter, const PlaneLayout& layout, const Int16Form& form,
                std::unique_ptr<RowFilter<std::int16_t>>& rows, VectorRows& vectors,
                Int16Row& to_int16) {
  if (form.products)
    rows = int16_products_rows(filter, layout);
  else if (form.least_sum)
    rows = certified_rows(filter, layout, {form.scale}, *form.least_sum);
  else
    rows = int16_rows(filter, layout, form.scale);
  vectors = every_vector_row();
  to_int16 = int16_row;
}

#endif

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "backends/dispatch_entry.hpp"

namespace selvage::cpu {
namespace {

SELVAGE_EXPORT(make_parts);

std::unique_ptr<Kernel> int16_kernel(const Pass& pass, const planner::Decision& decision,
                                     const ExecutionContext& context,
                                     const std::shared_ptr<Workers>& workers) {
  const auto& filter = std::get<WindowMean>(pass.step);
  const PlaneLayout layout = plane_layout(filter, decision.problem);
  const bool products =
      int16_products::serve(decision.problem, filter, layout, context.simd.byte_tables);
  Int16Form form{.products = products};
  if (!products) {
    form.scale = int16::scale(filter, decision.problem);
    form.least_sum = planner::int16_least_sum(filter, decision.problem, context.simd.floats);
  }
  DirectParts<std::int16_t> parts{.pass = pass,
                                  .problem = decision.problem,
                                  .tuning = decision.offer.tuning.as<DirectTuning>(),
                                  .scale = {double(form.scale.samples), 1.0}};
  dispatch_entry(HWY_DISPATCH_TABLE(make_parts), context.simd.target)(
      filter, layout, form, parts.filter, parts.vectors, parts.int16_row);
  return make_direct_kernel(std::move(parts), context, workers);
}

}  // namespace

Factory make_int16;

std::unique_ptr<Pipeline> make_int16(const planner::Decision& decision, const Frame& frame,
                                     const ExecutionContext& context) {
  return make_direct_pipeline(decision, frame, context, int16_kernel);
}

}  // namespace selvage::cpu
#endif  // HWY_ONCE
