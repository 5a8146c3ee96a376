// SPDX-License-Identifier: Apache-2.0
#include "core/half.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace selvage {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr std::uint16_t infinite = 0x7c00;  // bits of +infinity; above: NaN

// Returns the value by definition: sign, 5 bits of exponent, 10 of fraction.
double defined(std::uint16_t bits) {
  const int exponent = (bits >> 10) & 31, fraction = bits & 1023;
  const double magnitude = exponent == 0 ? std::ldexp(fraction, -24)  // subnormal
                                         : std::ldexp(1024 + fraction, exponent - 25);
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

float value(unsigned bits) {
  return to_float(Half{static_cast<std::uint16_t>(bits)});
}

std::uint32_t float_bits(unsigned bits) {
  return std::bit_cast<std::uint32_t>(value(bits));
}

TEST(Half, EveryFiniteValueIsExact) {
  for (unsigned bits = 0; bits < infinite; ++bits)
    for (const unsigned h : {bits, bits | 0x8000}) {
      ASSERT_EQ(value(h), defined(static_cast<std::uint16_t>(h))) << h;
      ASSERT_EQ(std::signbit(value(h)), h >= 0x8000) << h;
    }
}

TEST(Half, InfinitiesAndNans) {
  EXPECT_EQ(value(infinite), infinity);
  EXPECT_EQ(value(0xfc00), -infinity);
  for (unsigned bits = infinite + 1; bits < 0x8000; ++bits) {
    // The payload's bits stay the highest ones.
    ASSERT_EQ(float_bits(bits), 0x7f800000u | (bits & 0x3ffu) << 13);
    ASSERT_EQ(float_bits(bits | 0x8000), 0xff800000u | (bits & 0x3ffu) << 13);
  }
}

TEST(Half, ThereAndBack) {
  for (unsigned bits = 0; bits <= 0xffff; ++bits) ASSERT_EQ(to_half(value(bits)).bits, bits);
}

// Between neighbours, a tie goes to the even one and everything else to the nearer.
TEST(Half, RoundsToNearestTiesToEven) {
  for (unsigned low = 0; low + 1 < infinite; ++low) {
    const unsigned high = low + 1, even = low % 2 == 0 ? low : high;
    const float middle = 0.5f * (value(low) + value(high));
    ASSERT_EQ(to_half(middle).bits, even) << low;
    ASSERT_EQ(to_half(std::nextafter(middle, 0.0f)).bits, low) << low;
    ASSERT_EQ(to_half(std::nextafter(middle, infinity)).bits, high) << low;
    ASSERT_EQ(to_half(-middle).bits, even | 0x8000) << low;
    ASSERT_EQ(to_half(-std::nextafter(middle, 0.0f)).bits, low | 0x8000) << low;
    ASSERT_EQ(to_half(-std::nextafter(middle, infinity)).bits, high | 0x8000) << low;
  }
}

TEST(Half, OverflowBecomesInfinity) {
  EXPECT_EQ(to_half(65504.0f).bits, 0x7bff);
  EXPECT_EQ(to_half(std::nextafter(65520.0f, 0.0f)).bits, 0x7bff);
  EXPECT_EQ(to_half(65520.0f).bits, infinite);  // halfway to 65536: even
  EXPECT_EQ(to_half(-65520.0f).bits, 0xfc00);
  EXPECT_EQ(to_half(std::numeric_limits<float>::max()).bits, infinite);
  EXPECT_EQ(to_half(infinity).bits, infinite);
  EXPECT_EQ(to_half(-infinity).bits, 0xfc00);
}

TEST(Half, UnderflowKeepsTheSign) {
  EXPECT_EQ(to_half(std::numeric_limits<float>::denorm_min()).bits, 0);
  EXPECT_EQ(to_half(-std::numeric_limits<float>::denorm_min()).bits, 0x8000);
  EXPECT_EQ(to_half(-0.0f).bits, 0x8000);
}

TEST(Half, NanKeepsWhatFitsOfItsPayload) {
  const auto half_of = [](std::uint32_t bits) { return to_half(std::bit_cast<float>(bits)).bits; };
  EXPECT_EQ(half_of(0x7fc00000), 0x7e00);
  EXPECT_EQ(half_of(0x7f802000), 0x7c01);
  EXPECT_EQ(half_of(0xffffe000), 0xffff);
  EXPECT_EQ(half_of(0x7f800001), 0x7e00);  // nothing fits: still a NaN
  EXPECT_EQ(half_of(0xff801fff), 0xfe00);
}

}  // namespace
}  // namespace selvage
