// SPDX-License-Identifier: Apache-2.0
// Tests the 16-bit loop on every instruction set of this machine against
// methods/direct/int16_weights.hpp.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <stdexcept>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/direct/cpu/int16_test.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#if HWY_TARGET != HWY_SCALAR
#include "methods/direct/cpu/int16_rows-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR
void roots(const std::int16_t*, int, std::int16_t*, std::size_t) {
  throw std::logic_error("no vector unit");
}
void converted(const float*, int, float, std::int16_t*) {
  throw std::logic_error("no vector unit");
}
void filtered(const Bilateral&, const RowJob<std::int16_t>&, int, bool) {
  throw std::logic_error("no vector unit");
}
#else
// `count` is a multiple of every instruction set's vector length.
void roots(const std::int16_t* differences, int column, std::int16_t* out, std::size_t count) {
  const ShortTag d;
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    const Shorts y[1] = {hn::LoadU(d, differences + i)};
    Shorts z[1];
    int16_roots(y, hn::Set(d, static_cast<std::int16_t>(column)), z);
    hn::StoreU(z[0], d, out + i);
  }
}

void converted(const float* from, int pixels, float middle, std::int16_t* to) {
  int16_row(from, pixels, middle, to);
}

// Filters one row, with or without the dot-product instruction if there is one.
void filtered(const Bilateral& filter, const RowJob<std::int16_t>& job, int planes, bool dot) {
#if HWY_TARGET <= HWY_AVX3
  if (dot && has_dot() && planes == 1) return Int16Rows<1, 1, true>(filter).filter(job);
  if (dot && has_dot()) return Int16Rows<3, 1, true>(filter).filter(job);
#endif
  static_cast<void>(dot);
  if (planes == 1) return Int16Rows<1, 1, false>(filter).filter(job);
  Int16Rows<3, 1, false>(filter).filter(job);
}
#endif

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "backends/cpu/dispatch_entry.hpp"
#include "backends/cpu/simd_target.hpp"
#include "methods/direct/cpu/simd.hpp"

namespace selvage::cpu {
namespace {

HWY_EXPORT(roots);
HWY_EXPORT(converted);
HWY_EXPORT(filtered);

TEST(Int16, RootsAreThoseOfTheModelToTheBit) {
  std::vector<std::int16_t> differences;
  for (int y = -32768; y < 32768; ++y) differences.push_back(static_cast<std::int16_t>(y));
  for (const SimdTarget& target : simd_targets())
    for (const int column : {0, 1, 100, 9000, int16::limit - 1, int16::limit}) {
      std::vector<std::int16_t> got(differences.size());
      dispatch_entry(HWY_DISPATCH_TABLE(roots), target.target)(differences.data(), column,
                                                               got.data(), got.size());
      for (std::size_t i = 0; i < got.size(); ++i)
        ASSERT_EQ(got[i], int16::root(differences[i], column))
            << target.name << ' ' << differences[i] << ' ' << column;
    }
}

TEST(Int16, SamplesAreRoundedAndHolesKept) {
  std::vector<float> from;
  for (int i = 0; i < 77; ++i) from.push_back(static_cast<float>(i) * 0.73f * 100.0f);
  from[3] = from[70] = 3e20f;
  for (const SimdTarget& target : simd_targets()) {
    std::vector<std::int16_t> got(from.size());
    dispatch_entry(HWY_DISPATCH_TABLE(converted), target.target)(from.data(), 77, 1280.0f,
                                                                 got.data());
    for (std::size_t i = 0; i < from.size(); ++i)
      EXPECT_EQ(got[i], from[i] > 1e6f ? int16::hole : std::lrint(from[i] - 1280.0f))
          << target.name << ' ' << i;
  }
}

// Rows of samples with a halo and holes, plane after plane, for one doubling.
struct Scene16 {
  static constexpr int pixels = 70, padding = 256;

  Scene16(int r, int count) : radius(r), planes(count), plane(pixels + 2 * radius + padding) {
    std::mt19937 random(1);
    std::uniform_int_distribution<int> sample(-16384, 16256);
    for (int y = 0; y <= 2 * radius; ++y) {
      std::vector<std::int16_t> row;
      for (int p = 0; p < planes; ++p) {
        const int middle = sample(random) / 2;
        for (int i = 0; i < plane; ++i)
          row.push_back(
              static_cast<std::int16_t>(i % 11 == 3 ? int16::hole : middle + sample(random) / 6));
      }
      rows.push_back(row);
    }
    for (const auto& row : rows) starts.push_back(row.data() + radius);
  }

  int at(int dy, int p, int column) const {
    return rows[static_cast<std::size_t>(dy + radius)]
               [static_cast<std::size_t>(p * plane + column + radius)];
  }

  // Returns the mean offset of a plane over all taps, in double precision.
  double mean_offset(const Bilateral& filter, int of, int x) const {
    const double space = filter.sigma_space;
    double weights = 0, sum = 0;
    for (int dy = -radius; dy <= radius; ++dy) {
      const int extent = row_extent(filter.window, radius, dy);
      for (int dx = -extent; dx <= extent; ++dx) {
        const auto difference = [&](int p) {
          return int16::saturated(at(0, p, x) - at(dy, p, x + dx));
        };
        int distance = 0;
        for (int p = 0; p < planes; ++p) distance += std::abs(difference(p));
        const int root =
            int16::root(int16::saturated(2 * distance), int16::column_limit(dx, space));
        const int value = planes == 1 ? int16::saturated(2 * difference(0)) : difference(of);
        const double row = std::exp(-0.5 * dy * dy / (space * space));
        weights += row * root * root;
        sum += row * root * int16::product(root, value);
      }
    }
    return -sum / weights * 32768.0 / (planes == 1 ? 2.0 : 1.0);
  }

  int radius, planes, plane;
  std::vector<std::vector<std::int16_t>> rows = {};
  std::vector<const std::int16_t*> starts = {};
};

TEST(Int16, RowsAreSumsOfTheModel) {
  for (const int planes : {1, 3})
    for (const int radius : {0, 1, 2, 7, 8, 20, 32}) {
      const Bilateral filter{.sigma_space = 4, .radius = radius, .window = Window::disc};
      const Scene16 scene(radius, planes);
      std::vector<float> mean(static_cast<std::size_t>(planes * scene.plane));
      const RowJob<std::int16_t> job{.pixels = Scene16::pixels,
                                     .centre = scene.starts[static_cast<std::size_t>(radius)],
                                     .centre_plane = scene.plane,
                                     .rows = scene.starts.data(),
                                     .rows_plane = scene.plane,
                                     .dy_first = -radius,
                                     .dy_last = radius,
                                     .mean_offset = mean.data(),
                                     .mean_plane = scene.plane};
      for (const SimdTarget& target : simd_targets())
        for (const bool dot : {false, true}) {
          dispatch_entry(HWY_DISPATCH_TABLE(filtered), target.target)(filter, job, planes, dot);
          for (int p = 0; p < planes; ++p)
            for (int x = 0; x < Scene16::pixels; ++x)
              ASSERT_NEAR(mean[static_cast<std::size_t>(p * scene.plane + x)],
                          scene.mean_offset(filter, p, x), 0.02)
                  << target.name << ' ' << planes << ' ' << radius << ' ' << p << ' ' << x;
        }
    }
}

}  // namespace
}  // namespace selvage::cpu
#endif  // HWY_ONCE
