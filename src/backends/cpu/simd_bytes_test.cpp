// SPDX-License-Identifier: Apache-2.0
// Rows of bytes on every instruction set of this machine, against the portable loops: a pixel must
// not depend on which of the two it happens to meet.
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/simd_bytes_test.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#if HWY_TARGET != HWY_SCALAR
#include "backends/cpu/simd_bytes-inl.h"
#endif
#include "backends/cpu/byte_rows.hpp"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR
ByteRows tested_byte_rows() {
  throw std::logic_error("no vector unit");
}
#else
ByteRows tested_byte_rows() {
  return {load_byte_row, store_byte_row};
}
#endif

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "backends/cpu/dispatch_entry.hpp"
#include "backends/cpu/pixel_store.hpp"
#include "backends/cpu/simd.hpp"

namespace selvage::cpu {
namespace {

HWY_EXPORT(tested_byte_rows);

struct Tested {
  std::string name;
  ByteRows rows;
};

std::vector<Tested> all_tested() {
  std::vector<Tested> all;
  for (const SimdTarget& target : simd_targets())
    all.push_back(
        {target.name, dispatch_entry(HWY_DISPATCH_TABLE(tested_byte_rows), target.target)()});
  return all;
}

// Exactly as many bytes as the row has, so that the address sanitizer sees every step too far.
std::vector<std::uint8_t> bytes(int pixels, int channels) {
  std::vector<std::uint8_t> row(static_cast<std::size_t>(pixels * channels));
  for (std::size_t i = 0; i < row.size(); ++i) row[i] = static_cast<std::uint8_t>(i * 37 + 11);
  return row;
}

TEST(SimdBytes, LoadsWholeVectors) {
  for (const auto& [name, rows] : all_tested())
    for (const int channels : {1, 3, 4})
      for (const int planes : {channels, channels == 4 ? 3 : channels})
        for (const int pixels : {0, 1, 3, 4, 15, 16, 17, 31, 64, 100}) {
          const auto from = bytes(pixels, channels);
          std::vector<float> out(static_cast<std::size_t>(pixels * planes));
          const int done =
              rows.load(from.data(), pixels, channels, planes, 0.3f, out.data(), pixels);
          ASSERT_LE(done, pixels) << name;
          ASSERT_GT(done, pixels - 16) << name;
          for (int c = 0; c < planes; ++c)
            for (int i = 0; i < done; ++i)
              ASSERT_EQ(out[static_cast<std::size_t>(c * pixels + i)],
                        0.3f * from[static_cast<std::size_t>(i * channels + c)])
                  << name << ' ' << channels << ' ' << i;
        }
}

// One row stored by vectors and by the portable loop.
void expect_same_stores(const Tested& tested, const std::vector<std::uint8_t>& centre, int channels,
                        int planes, const std::vector<float>& mean, float scale) {
  const int pixels = static_cast<int>(centre.size()) / channels;
  std::vector<std::uint8_t> fast(centre.size()), slow(centre.size());
  StoreRow<float> row{
      .from =
          interleaved(static_cast<const void*>(centre.data()), PixelType::u8, pixels, 1, channels),
      .to = interleaved(static_cast<void*>(slow.data()), PixelType::u8, pixels, 1, channels),
      .mean_offset = mean.data(),
      .mean_plane = pixels,
      .mean_scale = scale,
      .averaged = planes};
  store_row(row);
  row.to = interleaved(static_cast<void*>(fast.data()), PixelType::u8, pixels, 1, channels);
  row.bytes = tested.rows;
  store_row(row);
  EXPECT_EQ(fast, slow) << tested.name << ", " << channels << " channels";
}

TEST(SimdBytes, StoresAsThePortableLoop) {
  for (const Tested& tested : all_tested())
    for (const int channels : {1, 3, 4})
      for (const int pixels : {1, 16, 17, 100}) {
        const auto centre = bytes(pixels, channels);
        std::vector<float> mean(centre.size());
        for (std::size_t i = 0; i < mean.size(); ++i)
          mean[i] = 600.0f * std::sin(static_cast<float>(i));  // clamped here and there
        expect_same_stores(tested, centre, channels, channels, mean, 0.5f);
        if (channels == 4) expect_same_stores(tested, centre, channels, 3, mean, 0.5f);
      }
}

TEST(SimdBytes, StoresRoundTiesToEven) {
  const std::vector<std::uint8_t> centre(64, 100);
  std::vector<float> mean(64);
  for (std::size_t i = 0; i < mean.size(); ++i) mean[i] = static_cast<float>(i) * 0.5f - 16.0f;
  for (const Tested& tested : all_tested()) expect_same_stores(tested, centre, 1, 1, mean, 1.0f);
}

// mean x scale lies so that 201 + mean x scale is rounded to 201 or to 202 as the product is
// rounded before the sum (as everywhere else) or not.
TEST(SimdBytes, ProductsAreNotFused) {
  constexpr float product = 0.5f - 0x1p-17f;
  int cases = 0;
  for (float scale = 0.7f; scale < 0.71f; scale += 0.0001f) {
    const float mean = product / scale;
    const double exact = static_cast<double>(mean) * static_cast<double>(scale);
    if (mean * scale != product || !(exact < static_cast<double>(product))) continue;
    ++cases;
    for (const Tested& tested : all_tested())
      expect_same_stores(tested, std::vector<std::uint8_t>(64, 201), 1, 1,
                         std::vector<float>(64, mean), scale);
  }
  EXPECT_GT(cases, 5);
}

}  // namespace
}  // namespace selvage::cpu
#endif  // HWY_ONCE
