// SPDX-License-Identifier: Apache-2.0
// Compares 2^e on every instruction set of this machine with the standard library's.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/simd_exp2_test.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#if HWY_TARGET != HWY_SCALAR
#include "backends/cpu/simd_exp2-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR
void powers(int, const float*, float*, std::size_t) {
  throw std::logic_error("no vector unit");
}
#else
// `count` is a multiple of two of every instruction set's vectors.
template <int degree>
void powers_of_degree(const float* exponents, float* out, std::size_t count) {
  const hn::ScalableTag<float> d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t i = 0; i < count; i += 2 * lanes) {
    hn::Vec<decltype(d)> v[2] = {hn::LoadU(d, exponents + i), hn::LoadU(d, exponents + i + lanes)};
    exp2_of<degree>(d, v);
    // Weights are used in a sum, and the sum flushes what must become 0.
    hn::StoreU(hn::Add(v[0], hn::Zero(d)), d, out + i);
    hn::StoreU(hn::Add(v[1], hn::Zero(d)), d, out + i + lanes);
  }
}

void powers(int degree, const float* exponents, float* out, std::size_t count) {
  switch (degree) {
    case 3: return powers_of_degree<3>(exponents, out, count);
    case 4: return powers_of_degree<4>(exponents, out, count);
    case 5: return powers_of_degree<5>(exponents, out, count);
    default: throw std::logic_error("no polynomial of this degree");
  }
}
#endif

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "backends/cpu/float_environment.hpp"
#include "backends/cpu/simd_target.hpp"
#include "backends/dispatch_entry.hpp"
#include "planner/error_terms.hpp"

namespace selvage::cpu {
namespace {

SELVAGE_EXPORT(powers);

// Returns an instruction set's powers of the exponents.
std::vector<float> powers_on(const SimdTarget& target, int degree, std::vector<float> exponents) {
  const std::size_t count = exponents.size();
  exponents.resize((count + 63) / 64 * 64, 0.0f);
  std::vector<float> out(exponents.size());
  const auto powers_here = dispatch_entry(HWY_DISPATCH_TABLE(powers), target.target);
  const FlushDenormals flush;
  powers_here(degree, exponents.data(), out.data(), exponents.size());
  out.resize(count);
  return out;
}

// All fractions, finely, and all whole parts, coarsely.
std::vector<float> normal_exponents() {
  std::vector<float> exponents;
  for (float e = -0.001f; e > -1.5f; e = std::bit_cast<float>(std::bit_cast<std::uint32_t>(e) + 13))
    exponents.push_back(e);
  for (float e = 0.0f; e >= -125.0f; e -= 0.5f)
    for (const float near : {e, std::nextafter(e, 0.0f), std::nextafter(e, -200.0f)})
      exponents.push_back(near);
  return exponents;
}

double largest_error(const SimdTarget& target, int degree) {
  const std::vector<float> exponents = normal_exponents();
  const std::vector<float> out = powers_on(target, degree, exponents);
  double largest = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const double expected = std::exp2(static_cast<double>(exponents[i]));
    largest = std::max(largest, std::fabs(out[i] - expected) / expected);
  }
  return largest;
}

// The errors that simd_exp2-inl.h and the planner's bound promise.
TEST(SimdExp2, RelativeErrors) {
  for (const SimdTarget& target : simd_targets()) {
    for (const int degree : {3, 4, 5})
      EXPECT_LE(largest_error(target, degree), planner::exp2_error(degree)) << target.name;
  }
}

TEST(SimdExp2, SmallWeightsAreZero) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  for (const SimdTarget& target : simd_targets())
    for (const int degree : {3, 4, 5})
      for (const float weight :
           powers_on(target, degree, {-127.0f, -150.0f, -1e4f, -1e30f, -3.4e38f, -infinity}))
        EXPECT_EQ(weight, 0.0f) << target.name;
}

// A tap never weighs less than one that is further away by much more than a rounding.
TEST(SimdExp2, Falls) {
  for (const SimdTarget& target : simd_targets()) {
    std::vector<float> exponents;
    for (float e = 0.0f; e > -130.0f; e -= 0.01f) exponents.push_back(e);
    const std::vector<float> out = powers_on(target, 5, exponents);
    EXPECT_TRUE(std::ranges::is_sorted(out, std::greater<>())) << target.name;
  }
}

}  // namespace
}  // namespace selvage::cpu
#endif  // HWY_ONCE
