// SPDX-License-Identifier: Apache-2.0
// Compares vector rows on every instruction set of this machine with the portable loops: a pixel
// must not depend on which of the two computes it.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <stdexcept>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/images/vector_rows_test.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#if HWY_TARGET != HWY_SCALAR
#include "backends/cpu/images/vector_rows-inl.h"
#endif
#include "backends/cpu/images/vector_rows.hpp"

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR
VectorRows tested_rows() {
  throw std::logic_error("no vector unit");
}
#else
VectorRows tested_rows() {
  return every_vector_row();
}
#endif

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "backends/cpu/images/pixel_store.hpp"
#include "backends/cpu/simd_target.hpp"
#include "backends/dispatch_entry.hpp"
#include "core/dispatch.hpp"
#include "core/sample.hpp"

namespace selvage::cpu {
namespace {

SELVAGE_EXPORT(tested_rows);

struct Tested {
  std::string name;
  VectorRows rows;
};

std::vector<Tested> all_tested() {
  std::vector<Tested> all;
  for (const SimdTarget& target : simd_targets())
    all.push_back({target.name, dispatch_entry(HWY_DISPATCH_TABLE(tested_rows), target.target)()});
  return all;
}

// Contiguous rows of exactly the needed length, so that the address sanitizer sees every access
// beyond them: integers of any value, floats of a few units.
Image row_of(PixelType type, int pixels, int channels) {
  Image image(type, pixels, 1, channels);
  with_pixel_type(type, [&]<class T>() {
    for (int x = 0; x < pixels; ++x)
      for (int c = 0; c < channels; ++c) {
        const int number = (x * channels + c) * 37 + 11;
        const float value = is_integer_sample<T> ? static_cast<float>(number * 97 % 256) *
                                                       (sizeof(T) == 2 ? 257.0f : 1.0f)
                                                 : 3.0f * std::sin(static_cast<float>(number));
        write_sample(image.view().at(x, 0, c), round_sample<T>(value));
      }
  });
  return image;
}

float sample_of(const Image& image, int x, int channel) {
  return with_pixel_type(image.type(),
                         [&]<class T>() { return read_sample<T>(image.view().at(x, 0, channel)); });
}

constexpr PixelType all_types[] = {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32};

TEST(VectorRows, LoadsWholeVectors) {
  for (const auto& [name, rows] : all_tested())
    for (const PixelType type : all_types)
      for (const int channels : {1, 2, 3, 4})
        for (const int planes : {channels, channels == 4 ? 3 : channels})
          for (const int pixels : {1, 3, 4, 15, 16, 17, 31, 64, 100}) {
            if (rows.load(type) == nullptr) continue;
            const Image from = row_of(type, pixels, channels);
            std::vector<float> out(static_cast<std::size_t>(pixels * planes));
            const int done = rows.load(type)(from.view().data, pixels, channels, planes, 0.3f,
                                             out.data(), pixels);
            ASSERT_LE(done, pixels) << name;
            ASSERT_GT(done, pixels - 16) << name;
            for (int c = 0; c < planes; ++c)
              for (int i = 0; i < done; ++i)
                ASSERT_EQ(out[static_cast<std::size_t>(c * pixels + i)],
                          0.3f * sample_of(from, i, c))
                    << name << ' ' << channels << ' ' << i;
          }
}

// Stores one row by vectors and by the portable loop.
void expect_same_stores(const Tested& tested, const Image& centre, int planes,
                        const std::vector<float>& mean, float scale) {
  Image fast(centre.type(), centre.width(), 1, centre.channels());
  Image slow(centre.type(), centre.width(), 1, centre.channels());
  StoreRow<float> row{.from = centre,
                      .to = slow,
                      .mean_offset = mean.data(),
                      .mean_plane = centre.width(),
                      .mean_scale = scale,
                      .averaged = planes};
  store_row(row);
  row.to = fast;
  row.vectors = tested.rows;
  store_row(row);
  EXPECT_EQ(std::memcmp(fast.view().data, slow.view().data, fast.bytes()), 0)
      << tested.name << ", " << centre.channels() << " channels of " << name(centre.type());
}

TEST(VectorRows, StoreAsThePortableLoop) {
  for (const Tested& tested : all_tested())
    for (const PixelType type : all_types)
      for (const int channels : {1, 2, 3, 4})
        for (const int pixels : {1, 16, 17, 100}) {
          const Image centre = row_of(type, pixels, channels);
          std::vector<float> mean(static_cast<std::size_t>(pixels * channels));
          for (std::size_t i = 0; i < mean.size(); ++i)  // clamped here and there
            mean[i] = static_cast<float>(2.4 * full_scale(type)) * std::sin(static_cast<float>(i));
          expect_same_stores(tested, centre, channels, mean, 0.5f);
          if (channels == 4) expect_same_stores(tested, centre, 3, mean, 0.5f);
        }
}

Image bytes_of(int pixels, std::uint8_t value) {
  Image image(PixelType::u8, pixels, 1, 1);
  std::memset(image.view().data, value, image.bytes());
  return image;
}

TEST(VectorRows, StoresRoundTiesToEven) {
  std::vector<float> mean(64);
  for (std::size_t i = 0; i < mean.size(); ++i) mean[i] = static_cast<float>(i) * 0.5f - 16.0f;
  for (const Tested& tested : all_tested())
    expect_same_stores(tested, bytes_of(64, 100), 1, mean, 1.0f);
}

// 201 + mean x scale becomes 201 or 202 depending on whether the product is rounded before the sum,
// as it is everywhere else.
TEST(VectorRows, ProductsAreNotFused) {
  constexpr float product = 0.5f - 0x1p-17f;
  int cases = 0;
  for (float scale = 0.7f; scale < 0.71f; scale += 0.0001f) {
    const float mean = product / scale;
    const double exact = static_cast<double>(mean) * static_cast<double>(scale);
    if (mean * scale != product || !(exact < static_cast<double>(product))) continue;
    ++cases;
    for (const Tested& tested : all_tested())
      expect_same_stores(tested, bytes_of(64, 201), 1, std::vector<float>(64, mean), scale);
  }
  EXPECT_GT(cases, 5);
}

}  // namespace
}  // namespace selvage::cpu
#endif  // HWY_ONCE
