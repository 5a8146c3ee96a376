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
void squares(const std::int16_t*, std::int16_t*, std::size_t) {
  throw std::logic_error("no vector unit");
}
void high_squares(const std::int16_t*, std::int16_t*, std::size_t) {
  throw std::logic_error("no vector unit");
}
void roots(const int16::Cubic&, const std::int16_t*, int, std::int16_t*, std::size_t) {
  throw std::logic_error("no vector unit");
}
void converted(const float*, int, float, std::int16_t*) {
  throw std::logic_error("no vector unit");
}
void filtered(const WindowMean&, const int16::Cubic&, const RowJob<std::int16_t>&, int, bool) {
  throw std::logic_error("no vector unit");
}
#else
// `count` is a multiple of every instruction set's vector length.
void squares(const std::int16_t* differences, std::int16_t* out, std::size_t count) {
  const ShortTag d;
  for (std::size_t i = 0; i < count; i += hn::Lanes(d))
    hn::StoreU(int16_square(hn::LoadU(d, differences + i)), d, out + i);
}

void high_squares(const std::int16_t* from, std::int16_t* out, std::size_t count) {
  const ShortTag d;
  for (std::size_t i = 0; i < count; i += hn::Lanes(d))
    hn::StoreU(int16_high_square(hn::LoadU(d, from + i)), d, out + i);
}

void roots(const int16::Cubic& cubic, const std::int16_t* from, int column, std::int16_t* out,
           std::size_t count) {
  const ShortTag d;
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    const Shorts square[1] = {hn::LoadU(d, from + i)};
    Shorts z[1];
    int16_roots(VectorCubic(cubic), square, hn::Set(d, static_cast<std::int16_t>(column)), z);
    hn::StoreU(z[0], d, out + i);
  }
}

void converted(const float* from, int pixels, float middle, std::int16_t* to) {
  int16_row(from, pixels, middle, to);
}

template <class Distance>
void filter_row(const WindowMean& filter, const int16::Cubic& cubic,
                const RowJob<std::int16_t>& job, bool dot) {
#if HWY_TARGET <= HWY_AVX3
  if (dot && has_dot()) return Int16Rows<Distance, true>(filter, cubic).filter(job);
#endif
  static_cast<void>(dot);
  Int16Rows<Distance, false>(filter, cubic).filter(job);
}

// Filters one row, with or without the dot-product instruction if there is one.
void filtered(const WindowMean& filter, const int16::Cubic& cubic, const RowJob<std::int16_t>& job,
              int planes, bool dot) {
  if (planes == 1) return filter_row<Int16Distance<1, false, 1>>(filter, cubic, job, dot);
  if (planes == 2) return filter_row<Int16Distance<2, false, 1>>(filter, cubic, job, dot);
  if (filter.norm == Norm::l2)
    return filter_row<Int16Distance<3, false, 1>>(filter, cubic, job, dot);
  filter_row<Int16Distance<3, true, 1>>(filter, cubic, job, dot);
}
#endif

}  // namespace selvage::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "backends/cpu/simd_target.hpp"
#include "backends/dispatch_entry.hpp"
#include "methods/direct/cpu/simd.hpp"
#include "methods/direct/cpu/testing/row_scene.hpp"

namespace selvage::cpu {
namespace {

SELVAGE_EXPORT(squares);
SELVAGE_EXPORT(high_squares);
SELVAGE_EXPORT(roots);
SELVAGE_EXPORT(converted);
SELVAGE_EXPORT(filtered);

std::vector<std::int16_t> all_numbers() {
  std::vector<std::int16_t> all;
  for (int y = -32768; y < 32768; ++y) all.push_back(static_cast<std::int16_t>(y));
  return all;
}

TEST(Int16, SquaresAreThoseOfTheModelToTheBit) {
  const std::vector<std::int16_t> differences = all_numbers();
  for (const SimdTarget& target : simd_targets()) {
    std::vector<std::int16_t> got(differences.size());
    dispatch_entry(HWY_DISPATCH_TABLE(squares), target.target)(differences.data(), got.data(),
                                                               got.size());
    for (std::size_t i = 0; i < got.size(); ++i)
      ASSERT_EQ(static_cast<std::uint16_t>(got[i]), int16::product(differences[i], differences[i]))
          << target.name << ' ' << differences[i];
  }
}

TEST(Int16, HighHalvesOfSquaresAreRoundedDown) {
  std::vector<std::int16_t> from;
  for (int v = 0; v < 32768; ++v) from.push_back(static_cast<std::int16_t>(v));
  for (const SimdTarget& target : simd_targets()) {
    std::vector<std::int16_t> got(from.size());
    dispatch_entry(HWY_DISPATCH_TABLE(high_squares), target.target)(from.data(), got.data(),
                                                                    got.size());
    for (std::size_t i = 0; i < got.size(); ++i)
      ASSERT_EQ(got[i], from[i] * from[i] >> 16) << target.name << ' ' << from[i];
  }
}

TEST(Int16, RootsAreThoseOfTheModelToTheBit) {
  const std::vector<std::int16_t> from = all_numbers();
  for (const float sigma : {0.03f, 0.1f, 0.3f}) {
    const int16::Cubic cubic = int16::scale(Bilateral{.sigma_range = sigma}, {}).cubic;
    for (const SimdTarget& target : simd_targets())
      for (const int column : {0, 1, 100, 9000, cubic.limit - 1, cubic.limit}) {
        std::vector<std::int16_t> got(from.size());
        dispatch_entry(HWY_DISPATCH_TABLE(roots), target.target)(cubic, from.data(), column,
                                                                 got.data(), got.size());
        for (std::size_t i = 0; i < got.size(); ++i) {
          const int square = static_cast<std::uint16_t>(from[i]);
          ASSERT_EQ(got[i], int16::root(cubic, square, column))
              << target.name << ' ' << square << ' ' << column;
        }
      }
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

// Samples with holes, for one doubling.
struct Scene16 : RowScene<std::int16_t> {
  Scene16(int r, int rz, int count) : RowScene(r, 70, count, rz) {
    std::mt19937 random(1);
    std::uniform_int_distribution<int> sample(-16384, 16256);
    for (auto& row : rows)
      for (int p = 0; p < planes; ++p) {
        const int middle = sample(random) / 2;
        for (int i = 0; i < plane; ++i)
          row[static_cast<std::size_t>(p * plane + i)] =
              static_cast<std::int16_t>(i % 11 == 3 ? int16::hole : middle + sample(random) / 6);
      }
  }

  // Returns the mean offset of a plane over the taps from slice `first` on, in double precision.
  double mean_offset(const WindowMean& filter, const int16::Cubic& cubic, int first, int of,
                     int x) const {
    const double space = filter.sigma_space;
    const bool sums = planes == 3 && filter.norm == Norm::l1;  // they are doubled
    double weights = 0, total = 0;
    for (const TapRow& taps : tap_rows(filter)) {
      if (taps.dz < first) continue;
      for (int dx = -taps.extent; dx <= taps.extent; ++dx) {
        const auto difference = [&](int p) {
          const int y = int16::saturated(at(0, p, x) - at(taps.dy, p, x + dx, taps.dz));
          return sums ? y : int16::saturated(2 * y);
        };
        int sum = 0, squares = 0;
        for (int p = 0; p < planes; ++p) {
          sum += std::abs(difference(p));
          squares += int16::product(difference(p), difference(p));
        }
        const int distance = int16::saturated(2 * sum);
        const int square = sums ? int16::product(distance, distance) : std::min(squares, 65535);
        const int root = int16::root(cubic, square, int16::column_limit(cubic, dx, space));
        const double row = std::exp(-taps.exponent);
        weights += row * root * root;
        total += row * root * int16::product(root, difference(of));
      }
    }
    return -total / weights * 32768.0 / (sums ? 1.0 : 2.0);
  }
};

TEST(Int16, RowsAreSumsOfTheModel) {
  struct Distance {
    Norm norm;
    int planes;
  };
  for (const auto& [norm, planes] :
       {Distance{Norm::l1, 1}, {Norm::l1, 3}, {Norm::l2, 2}, {Norm::l2, 3}})
    for (const int radius : {0, 1, 2, 7, 8, 20, 32}) {
      WindowMean filter =
          Bilateral{.sigma_space = 4, .radius = radius, .window = Window::disc, .norm = norm};
      filter.radius_z = radius == 7 ? 2 : 0;
      filter.sigma_depth = 1.5;
      const int first = radius == 7 ? -1 : 0;  // the slice before takes no part
      const int16::Cubic cubic = int16::scale(filter, {}).cubic;
      const Scene16 scene(radius, filter.radius_z, planes);
      std::vector<float> mean(static_cast<std::size_t>(planes * scene.plane));
      RowJob<std::int16_t> job = scene.job(mean);
      if (first < 0) scene.cut(first, job);
      for (const SimdTarget& target : simd_targets())
        for (const bool dot : {false, true}) {
          dispatch_entry(HWY_DISPATCH_TABLE(filtered), target.target)(filter, cubic, job, planes,
                                                                      dot);
          for (int p = 0; p < planes; ++p)
            for (int x = 0; x < scene.pixels; ++x)
              ASSERT_NEAR(mean[static_cast<std::size_t>(p * scene.plane + x)],
                          scene.mean_offset(filter, cubic, first, p, x), 0.02)
                  << target.name << ' ' << planes << ' ' << radius << ' ' << p << ' ' << x;
        }
    }
}

}  // namespace
}  // namespace selvage::cpu
#endif  // HWY_ONCE
