// SPDX-License-Identifier: Apache-2.0
// Conversions of binary16 for each instruction set.

#if defined(SELVAGE_HALF_VECTORS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SELVAGE_HALF_VECTORS_INL_H_
#undef SELVAGE_HALF_VECTORS_INL_H_
#else
#define SELVAGE_HALF_VECTORS_INL_H_
#endif

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

// Tells whether the instruction set converts binary16 itself.
// Targets are numbers, the better ones smaller; HWY_ARCH_X86 is a number, too.
constexpr bool has_half = HWY_TARGET <= HWY_AVX2 && HWY_ARCH_X86;

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SELVAGE_HALF_VECTORS_INL_H_
