// SPDX-License-Identifier: Apache-2.0
#include "core/sample.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>

namespace selvage {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

template <class Real>
void expect_integers_round_to_even() {
  const auto u8 = [](double v) { return int{round_sample<std::uint8_t>(static_cast<Real>(v))}; };
  EXPECT_EQ(u8(0.5), 0);
  EXPECT_EQ(u8(1.5), 2);
  EXPECT_EQ(u8(2.5), 2);
  EXPECT_EQ(u8(2.500001), 3);
  EXPECT_EQ(u8(253.5), 254);
  EXPECT_EQ(u8(254.5), 254);
  EXPECT_EQ(u8(255.5), 255);
  const auto u16 = [](double v) { return int{round_sample<std::uint16_t>(static_cast<Real>(v))}; };
  EXPECT_EQ(u16(65533.5), 65534);
  EXPECT_EQ(u16(65534.5), 65534);
  EXPECT_EQ(u16(1e9), 65535);
}

TEST(Sample, IntegersRoundToEven) {
  expect_integers_round_to_even<float>();
  expect_integers_round_to_even<double>();
}

TEST(Sample, IntegersAreClampedAndNanIsZero) {
  EXPECT_EQ(round_sample<std::uint8_t>(-0.6), 0);
  EXPECT_EQ(round_sample<std::uint8_t>(-infinity), 0);
  EXPECT_EQ(round_sample<std::uint8_t>(infinity), 255);
  EXPECT_EQ(round_sample<std::uint16_t>(infinity), 65535);
  EXPECT_EQ(round_sample<std::uint8_t>(nan), 0);
  EXPECT_EQ(round_sample<std::uint16_t>(static_cast<float>(nan)), 0);
}

TEST(Sample, FloatsStay) {
  EXPECT_EQ(round_sample<float>(0.1), 0.1f);
  EXPECT_EQ(round_sample<float>(-3.5e30), -3.5e30f);
  EXPECT_TRUE(std::isnan(round_sample<float>(nan)));
  EXPECT_EQ(round_sample<Half>(infinity).bits, 0x7c00);
  EXPECT_GT(round_sample<Half>(nan).bits, 0x7c00);
}

// Converted to float first, these doubles would land on a tie between two halves: rounding twice
// goes wrong, rounding once does not.
TEST(Sample, DoubleToHalfRoundsOnce) {
  const auto value = [](unsigned bits) {
    return static_cast<double>(to_float(Half{static_cast<std::uint16_t>(bits)}));
  };
  for (unsigned low = 0; low + 1 < 0x7c00; ++low) {
    const unsigned high = low + 1, even = low % 2 == 0 ? low : high;
    const double middle = 0.5 * (value(low) + value(high));
    ASSERT_EQ(round_sample<Half>(middle).bits, even);
    ASSERT_EQ(round_sample<Half>(std::nextafter(middle, 0.0)).bits, low);
    ASSERT_EQ(round_sample<Half>(std::nextafter(middle, infinity)).bits, high);
    ASSERT_EQ(round_sample<Half>(-std::nextafter(middle, 0.0)).bits, low | 0x8000);
    ASSERT_EQ(round_sample<Half>(-std::nextafter(middle, infinity)).bits, high | 0x8000);
  }
  EXPECT_EQ(round_sample<Half>(std::nextafter(65520.0, 0.0)).bits, 0x7bff);
  EXPECT_EQ(round_sample<Half>(65520.0).bits, 0x7c00);
  EXPECT_EQ(round_sample<Half>(1e-300).bits, 0);
  EXPECT_EQ(round_sample<Half>(-1e-300).bits, 0x8000);
}

TEST(Sample, ReadAndWriteAtAnyAddress) {
  std::array<std::byte, 8> bytes{};
  write_sample<std::uint16_t>(bytes.data() + 1, 54321);
  EXPECT_EQ(read_sample<std::uint16_t>(bytes.data() + 1), 54321.0f);
  write_sample(bytes.data() + 3, -0.375f);
  EXPECT_EQ(read_sample<float>(bytes.data() + 3), -0.375f);
  write_sample(bytes.data() + 5, to_half(1.5f));
  EXPECT_EQ(read_sample<Half>(bytes.data() + 5), 1.5f);
  EXPECT_EQ(bytes[0], std::byte{0});
  EXPECT_EQ(bytes[7], std::byte{0});
}

TEST(Sample, NextTowardZeroIsNearAndNeverFlushedToZero) {
  EXPECT_EQ(next_toward_zero(1.0f), std::nextafter(1.0f, 0.0f));
  EXPECT_EQ(next_toward_zero(-2.0f), std::nextafter(-2.0f, 0.0f));
  for (const float small : {0.0f, -0.0f, 1e-40f}) EXPECT_EQ(next_toward_zero(small), 0x1p-126f);
}

}  // namespace
}  // namespace selvage
