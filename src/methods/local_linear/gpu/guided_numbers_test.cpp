// SPDX-License-Identifier: Apache-2.0
// The errors of pairs of floats, by the device's own text.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <utility>

#include "methods/local_linear/local_linear.hpp"

namespace selvage::gpu {
namespace {

// What dialect.h and CUDA give the text.
#define DEVICE [[maybe_unused]] inline
#define FMA std::fma
#define REAL64 0
using i64 = std::int64_t;
float __fadd_rn(float a, float b) {  // NOLINT: CUDA's name
  return a + b;
}
float __fmul_rn(float a, float b) {  // NOLINT: CUDA's name
  return a * b;
}
#include "kernels/numbers.h"

using Exact = long double;  // 64 bits
constexpr double unit = 0x1p-48;

Exact value(const Number& n) {
  return Exact{n.near} + Exact{n.rest};
}

// Pairs of all sizes and signs.
class Pairs {
 public:
  Number next() {
    const float near = std::ldexp(part(), static_cast<int>(random_() % 40) - 20);
    const float rest = std::ldexp(near * part(), -25 - static_cast<int>(random_() % 4));
    return ordered_sum(near, rest);
  }

 private:
  float part() {
    return std::uniform_real_distribution<float>(0.5f, 1.0f)(random_) *
           (random_() % 2 == 0 ? 1.0f : -1.0f);
  }
  std::mt19937 random_{5};
};

void expect_near(const Number& got, Exact expected, double most) {
  const Exact error = std::fabs(value(got) - expected);
  EXPECT_LE(static_cast<double>(error), most * static_cast<double>(std::fabs(expected)));
  EXPECT_EQ(got.near, static_cast<float>(value(got)));  // the nearest float
}

TEST(PairsOfFloats, ErrLessThanTheirBounds) {
  static_assert(planner::pair_arithmetic.rounding >= 5 * unit);
  static_assert(planner::pair_arithmetic.rounding * planner::pair_arithmetic.reciprocal >=
                64 * unit);
  Pairs pairs;
  for (int i = 0; i < 200000; ++i) {
    const Number a = pairs.next(), b = pairs.next();
    expect_near(sum_of(a, b), value(a) + value(b), 3.01 * unit);
    expect_near(difference_of(a, b), value(a) - value(b), 3.01 * unit);
    expect_near(product_of(a, b), value(a) * value(b), 5 * unit);
    expect_near(reciprocal_of(a), 1 / value(a), 64 * unit);
    expect_near(quotient_of(a, b), value(a) / value(b), 70 * unit);
  }
}

// Products of bytes around their centre, and their sums over the largest window.
TEST(PairsOfFloats, SumsOfBytesAreExact) {
  std::mt19937 random(7);
  Number sum = number(0.0f);
  double expected = 0;
  for (int i = 0; i < 1025 * 1025; ++i) {
    const auto byte = [&] { return static_cast<float>(random() % 256); };
    const float a = byte(), b = byte();
    const Number from_centre = difference_of(number(a), number(127.5f));
    sum = sum_of(sum, product_of(from_centre, difference_of(number(b), number(127.5f))));
    sum = sum_of(sum, product_of(number(b), from_centre));
    expected += (double{a} - 127.5) * (double{b} - 127.5) + double{b} * (double{a} - 127.5);
  }
  EXPECT_EQ(static_cast<double>(value(sum)), expected);
}

TEST(PairsOfFloats, SharesAreQuotientsOfWholeNumbers) {
  for (const auto& [a, b] : {std::pair<i64, i64>{0, 7}, {1, 3}, {16777217, 33554435}, {5, 5}}) {
    const Exact expected = static_cast<Exact>(a) / static_cast<Exact>(b);
    EXPECT_LE(static_cast<double>(std::fabs(value(ratio_of(a, b)) - expected)), 75 * unit);
  }
  EXPECT_TRUE(exceeds(number(2.0f), number(1.0f)));
  EXPECT_TRUE(exceeds(ordered_sum(1.0f, 1e-9f), number(1.0f)));
  EXPECT_FALSE(exceeds(number(1.0f), number(1.0f)));
}

}  // namespace
}  // namespace selvage::gpu
