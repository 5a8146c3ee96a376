// SPDX-License-Identifier: Apache-2.0
#pragma once
// Weights below the smallest normal number count as 0, as the filters' definition says. This also
// keeps processors that handle subnormal numbers in microcode fast.

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace selvage::cpu {

// Flushes subnormal results and operands to 0 on this thread while it lives.
class FlushDenormals {
 public:
#if defined(__SSE2__)
  FlushDenormals() : saved_(_mm_getcsr()) { _mm_setcsr(saved_ | flush_results | flush_operands); }
  ~FlushDenormals() { _mm_setcsr(saved_); }

 private:
  static constexpr unsigned flush_results = 0x8000, flush_operands = 0x0040;
  unsigned saved_;

 public:
#else
  FlushDenormals() {}
#endif
  FlushDenormals(const FlushDenormals&) = delete;
  FlushDenormals& operator=(const FlushDenormals&) = delete;
};

}  // namespace selvage::cpu
