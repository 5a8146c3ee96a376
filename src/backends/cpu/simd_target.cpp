// SPDX-License-Identifier: Apache-2.0
#include "backends/cpu/simd_target.hpp"

#include "backends/cpu/simd_sets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/simd_target.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

int float_lanes() {
  return static_cast<int>(hwy::HWY_NAMESPACE::MaxLanes(hwy::HWY_NAMESPACE::ScalableTag<float>{}));
}

// Highway's target with these extensions requires some more.
bool has_byte_tables() {
#if HWY_TARGET <= HWY_AVX3
  return __builtin_cpu_supports("avx512vbmi") != 0 && __builtin_cpu_supports("avx512vnni") != 0;
#else
  return false;
#endif
}

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "backends/dispatch_entry.hpp"

namespace selvage::cpu {
namespace {

SELVAGE_EXPORT(float_lanes);
SELVAGE_EXPORT(has_byte_tables);

}  // namespace

std::vector<SimdTarget> simd_targets() {
  std::vector<SimdTarget> targets;
  for (std::int64_t left = supported_sets() & HWY_TARGETS; left != 0; left &= left - 1)
    if (const std::int64_t target = left & -left; target != HWY_SCALAR)
      targets.push_back({hwy::TargetName(target), target,
                         dispatch_entry(HWY_DISPATCH_TABLE(float_lanes), target)(),
                         dispatch_entry(HWY_DISPATCH_TABLE(has_byte_tables), target)()});
  return targets;
}

}  // namespace selvage::cpu
#endif  // HWY_ONCE
