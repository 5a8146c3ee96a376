// SPDX-License-Identifier: Apache-2.0
#pragma once
// Disables the instruction sets that the candidates have no loops for. Include it before
// hwy/foreach_target.h.

// Sanitizer builds leave out some more (cmake/flags.cmake).
#ifndef SELVAGE_LEFT_OUT_SETS
#define SELVAGE_LEFT_OUT_SETS 0
#endif

// Without vector units "plain" serves: Highway's emulation of vectors in C++
// would take as long to compile as another set.
#define HWY_BROKEN_EMU128 1

// SVE and RVV vectors have no size at compile time and cannot be array members; AVX3_DL and SSSE3
// would add nothing over AVX3 and SSE4.
#define HWY_DISABLED_TARGETS                                                             \
  (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV | HWY_AVX3_DL | HWY_SSSE3 | \
   SELVAGE_LEFT_OUT_SETS)
