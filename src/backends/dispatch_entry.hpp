// SPDX-License-Identifier: Apache-2.0
#pragma once
// Picks one instruction set's function, where Highway would pick the best one. Highway's library is
// not needed on x86: it measures a clock for 3 ms when it is loaded (docs/journal/0064).

#include <cstdint>
#include <iterator>

#include "hwy/highway.h"
#if HWY_ARCH_X86
#include <cpuid.h>
#endif

// HWY_EXPORT without the function that asks Highway's library for the best set. It takes no
// templates.
#if HWY_IDE || (HWY_TARGETS & (HWY_TARGETS - 1)) == 0
#define SELVAGE_EXPORT(FUNCTION) HWY_EXPORT(FUNCTION)
#else
#define SELVAGE_EXPORT(FUNCTION)                                            \
  static decltype(&HWY_STATIC_DISPATCH(FUNCTION)) const HWY_DISPATCH_TABLE( \
      FUNCTION)[HWY_MAX_DYNAMIC_TARGETS + 2] = {                            \
      nullptr,                                                              \
      HWY_CHOOSE_TARGET_LIST(FUNCTION),                                     \
      HWY_CHOOSE_FALLBACK(FUNCTION),                                        \
  }
#endif

namespace selvage {

#if HWY_ARCH_X86
// Returns a bit of register ecx that compilers have no names for.
inline bool has_cpuid_bit(unsigned leaf, int bit) {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid(leaf, &a, &b, &c, &d) != 0 && (c >> bit & 1u) != 0;
}

inline std::int64_t find_sets() {
  const bool sse4 = __builtin_cpu_supports("ssse3") && __builtin_cpu_supports("sse4.1") &&
                    __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("aes") &&
                    __builtin_cpu_supports("pclmul");
  const bool avx2 = sse4 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                    has_cpuid_bit(0x00000001, 29) && has_cpuid_bit(0x80000001, 5) &&  // f16c, lzcnt
                    __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  const bool avx3 = avx2 && __builtin_cpu_supports("avx512f") &&
                    __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
                    __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd");
  std::int64_t sets = HWY_STATIC_TARGET;
  if (sse4) sets |= HWY_SSE4;
  if (avx2) sets |= HWY_AVX2;
  if (avx3) sets |= HWY_AVX3;
  return sets;
}
#else
inline std::int64_t find_sets() {
  return HWY_SUPPORTED_TARGETS;
}
#endif

// Returns Highway's bits of the sets that this processor and its system can run.
inline std::int64_t supported_sets() {
  static const std::int64_t sets = find_sets();
  return sets;
}

// Returns the entry of the best of some sets.
template <class Table>
auto dispatch_entry(const Table& table, std::int64_t sets) {
  hwy::ChosenTarget chosen;
  chosen.Update(sets);
  return std::size(table) > 1 ? table[chosen.GetIndex()] : table[0];
}

}  // namespace selvage
