// SPDX-License-Identifier: Apache-2.0
// 2^e on every instruction set of this machine, against the standard library's.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
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
void powers(int, const float*, float*, std::size_t) {}
#else
template <int degree>
void powers_of_degree(const float* exponents, float* out, std::size_t count) {
  const hn::ScalableTag<float> d;
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    const auto weight = exp2<degree>(d, hn::LoadU(d, exponents + i));
    hn::StoreU(hn::Add(weight, hn::Zero(d)), d, out + i);  // in a sum, as weights are used
  }
}

// `count` is a multiple of every vector's length.
void powers(int degree, const float* exponents, float* out, std::size_t count) {
  if (degree == 3)
    powers_of_degree<3>(exponents, out, count);
  else
    powers_of_degree<5>(exponents, out, count);
}
#endif

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "backends/cpu/float_environment.hpp"
#include "backends/cpu/simd.hpp"

namespace selvage::cpu {
namespace {

HWY_EXPORT(powers);

// What an instruction set makes of the exponents.
std::vector<float> powers_on(const SimdTarget& target, int degree, std::vector<float> exponents) {
  const std::size_t count = exponents.size();
  exponents.resize((count + 63) / 64 * 64, 0.0f);
  std::vector<float> out(exponents.size());
  const auto& table = HWY_DISPATCH_TABLE(powers);
  hwy::ChosenTarget chosen;
  chosen.Update(target.target);
  const FlushDenormals flush;
  table[std::size(table) > 1 ? chosen.GetIndex() : 0](degree, exponents.data(), out.data(),
                                                      exponents.size());
  out.resize(count);
  return out;
}

// 0 to -126 in uneven steps, and whole numbers, where the polynomial's ends meet.
std::vector<float> normal_exponents() {
  std::vector<float> exponents;
  for (float e = 0.0f; e > -126.0f; e -= 0.00137f) exponents.push_back(e);
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

// What simd_exp2-inl.h and the planner's bound promise.
TEST(SimdExp2, RelativeErrors) {
  for (const SimdTarget& target : simd_targets()) {
    EXPECT_LE(largest_error(target, 3), 7.5e-5) << target.name;
    EXPECT_LE(largest_error(target, 5), 2.2e-7) << target.name;
  }
}

TEST(SimdExp2, ErrorsAreNotOverstated) {
  for (const SimdTarget& target : simd_targets()) {
    EXPECT_GE(largest_error(target, 3), 5e-5) << target.name;
    EXPECT_GE(largest_error(target, 5), 5e-8) << target.name;
  }
}

TEST(SimdExp2, SmallWeightsAreZero) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  for (const SimdTarget& target : simd_targets())
    for (const int degree : {3, 5})
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
