// SPDX-License-Identifier: Apache-2.0
// Tests the loop with certificates on every instruction set of this machine against
// methods/direct/int16_certified.hpp and the loop that computes pixels again.
#include "methods/direct/int16_certified.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <stdexcept>
#include <vector>

#include "filters/planes.hpp"
#include "methods/direct/cpu/row_filter.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/direct/cpu/int16_certified_test.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#if HWY_TARGET != HWY_SCALAR
#include "methods/direct/cpu/int16_certified-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace selvage::cpu::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR
void certified(const WindowMean&, const PlaneLayout&, double, const RowJob<std::int16_t>&) {
  throw std::logic_error("no vector unit");
}
void wrapped_squares(const std::int16_t*, int, std::int16_t*, std::size_t) {
  throw std::logic_error("no vector unit");
}
#else
template <class Distance>
void certified_row(const WindowMean& filter, const int16_certified::Form& form, double least,
                   const RowJob<std::int16_t>& job) {
  if (least > 0.0)
    Int16Certified<Distance>(filter, form, least).filter(job);
  else
    Int16Rows<Distance, false>(filter, form.scale.cubic).filter(job);
}

template <int planes, bool l1>
void certified_row(const WindowMean& filter, double least, const RowJob<std::int16_t>& job) {
  const int16_certified::Form form = int16_certified::form(filter, {});
  if (form.scale.doublings == 0)
    return certified_row<Int16Distance<planes, l1, 0>>(filter, form, least, job);
  certified_row<Int16Distance<planes, l1, 1>>(filter, form, least, job);
}

// `least`: a sum of weights; 0: all pixels are computed by the other loop.
void certified(const WindowMean& filter, const PlaneLayout& layout, double least,
               const RowJob<std::int16_t>& job) {
  if (layout.distance_planes == 1) return certified_row<1, false>(filter, least, job);
  if (layout.distance_planes == 2) return certified_row<2, false>(filter, least, job);
  if (!layout.l1) return certified_row<3, false>(filter, least, job);
  certified_row<3, true>(filter, least, job);
}

// `count` is a multiple of every instruction set's vector length; kind: planes, negative for l1.
void wrapped_squares(const std::int16_t* from, int kind, std::int16_t* out, std::size_t count) {
  const ShortTag d;
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    const Shorts y = hn::LoadU(d, from + i);
    const Shorts one[1] = {y}, two[2] = {y, y}, three[3] = {y, y, y};
    hn::StoreU(kind == 1   ? int16_wrapped_square<Int16Distance<1, false, 0>>(one)
               : kind == 2 ? int16_wrapped_square<Int16Distance<2, false, 0>>(two)
               : kind == 3 ? int16_wrapped_square<Int16Distance<3, false, 0>>(three)
                           : int16_wrapped_square<Int16Distance<3, true, 0>>(three),
               d, out + i);
  }
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

SELVAGE_EXPORT(certified);
SELVAGE_EXPORT(wrapped_squares);

// t of equal differences of all planes.
int square_of(int y, int kind) {
  if (kind == -3) {
    const int sum = std::min(3 * std::abs(y), 32767);
    return int16::product(sum, sum);
  }
  return std::min(kind * int16::product(y, y), 65535);
}

TEST(Int16Certified, EveryDifferenceHasItsSquare) {
  std::vector<std::int16_t> all;
  for (int y = -32767; y < 32768; ++y) all.push_back(static_cast<std::int16_t>(y));
  all.push_back(0);
  for (const SimdTarget& target : simd_targets())
    for (const int kind : {1, 2, 3, -3}) {
      std::vector<std::int16_t> got(all.size());
      dispatch_entry(HWY_DISPATCH_TABLE(wrapped_squares), target.target)(all.data(), kind,
                                                                         got.data(), got.size());
      for (std::size_t i = 0; i < got.size(); ++i)
        ASSERT_EQ(static_cast<std::uint16_t>(got[i]), square_of(all[i], kind))
            << target.name << ' ' << kind << ' ' << all[i];
    }
}

// Scaled samples: some parts are smooth, others are noise.
struct SceneOfBytes : RowScene<std::int16_t> {
  SceneOfBytes(int r, int rz, int count, int samples) : RowScene(r, 83, count, rz) {
    std::mt19937 random(1);
    for (auto& row : rows)
      for (int p = 0; p < planes; ++p)
        for (int i = 0; i < plane; ++i) {
          const int noise = static_cast<int>(random() & 255u);
          const int level = i % 40 < 25 ? 100 + 10 * p + noise / 6 : noise;
          row[static_cast<std::size_t>(p * plane + i)] =
              static_cast<std::int16_t>(samples * (level - 128));
        }
  }

  // The computed sum of weights of a pixel and its mean offsets.
  struct Sums {
    double weight = 0, mean[3] = {};
  };
  Sums sums(const WindowMean& filter, bool l1, int x) const {
    const int16_certified::Form form = int16_certified::form(filter, {});
    Sums s;
    for (const int16_certified::Pair& pair : int16_certified::pairs(filter, form))
      for (const int k : {0, 1}) {
        int t = 0, y[3] = {};
        for (int p = 0; p < planes; ++p) {
          y[p] = static_cast<std::int16_t>(
              static_cast<std::uint16_t>(at(0, p, x) - at(pair.dy, p, x + pair.dx + k, pair.dz)));
          if (!l1) y[p] = int16::saturated(y[p] << form.scale.doublings);
          t += l1 ? std::abs(y[p]) : int16::product(y[p], y[p]);
        }
        const int sum = std::min(t << form.scale.doublings, 32767);
        if (l1) t = int16::product(sum, sum);
        const int weight = form.weight(std::max((k == 0 ? pair.left : pair.right) - t, 0));
        s.weight += weight;
        for (int p = 0; p < planes; ++p) s.mean[p] -= double{1} * weight * y[p];
      }
    const double factor = l1 ? 1.0 : 1 << form.scale.doublings;
    for (double& m : s.mean) m /= std::max(s.weight, 1.0) * factor;
    return s;
  }
};

// Pixels with a certificate are sums of the model. The others have the bits of the other loop,
// whether they are computed alone or with their block.
TEST(Int16Certified, PixelsAreSumsOfTheModelOrThoseOfTheOtherLoop) {
  for (const auto& [norm, planes] :
       {std::pair{Norm::l1, 1}, {Norm::l1, 3}, {Norm::l2, 2}, {Norm::l2, 3}})
    for (const int radius : {3, 4, 7, 20, 32}) {
      WindowMean filter = Bilateral{.sigma_space = 4,
                                    .sigma_range = radius == 4 ? 0.05f : 30.0f / 255,
                                    .radius = radius,
                                    .window = Window::disc,
                                    .norm = norm};
      filter.radius_z = radius == 4 ? 2 : 0;
      filter.sigma_depth = 1.5;
      PlaneLayout layout;
      layout.distance_planes = planes;
      layout.l1 = norm == Norm::l1 && planes == 3;
      const int16_certified::Form form = int16_certified::form(filter, {});
      const SceneOfBytes scene(radius, filter.radius_z, planes, form.scale.samples);
      const auto size = static_cast<std::size_t>(planes * scene.plane);
      for (const double share : {0.0, 3.0, 10.0, 1e9}) {  // of the centre's weight
        const double least = std::max(1.0, share * form.weight(form.limit()));
        std::vector<float> mean(size), other(size);
        std::int64_t recomputed = 0;
        RowJob<std::int16_t> job = scene.job(mean);
        for (const SimdTarget& target : simd_targets()) {
          auto* const run = dispatch_entry(HWY_DISPATCH_TABLE(certified), target.target);
          job.mean_offset = other.data();
          job.recomputed = nullptr;
          run(filter, layout, 0.0, job);
          job.mean_offset = mean.data();
          job.recomputed = &recomputed;
          recomputed = 0;
          run(filter, layout, least, job);
          std::int64_t failed = 0;
          for (int x = 0; x < scene.pixels; ++x) {
            const SceneOfBytes::Sums sums = scene.sums(filter, layout.l1, x);
            bool same = true, near = true;
            for (int p = 0; p < planes; ++p) {
              const auto i = static_cast<std::size_t>(p * scene.plane + x);
              same &= mean[i] == other[i];
              near &= std::abs(mean[i] - sums.mean[p]) < 0.02;
            }
            failed += !near;
            ASSERT_TRUE(sums.weight < least ? same : same || near)
                << target.name << ' ' << planes << ' ' << radius << ' ' << x << ' ' << share;
          }
          EXPECT_GE(recomputed, failed) << target.name;
          EXPECT_TRUE(share != 0.0 || recomputed == 0) << target.name;
          EXPECT_TRUE(share != 3.0 || radius < 7 || recomputed < scene.pixels) << target.name;
          EXPECT_TRUE(share != 1e9 || recomputed == scene.pixels) << target.name;
          if (filter.radius_z == 0) continue;
          scene.cut(0, job);  // without slices no pixel has a certificate
          recomputed = 0;
          run(filter, layout, least, job);
          EXPECT_EQ(recomputed, scene.pixels) << target.name;
          job = scene.job(mean);
        }
      }
    }
}

}  // namespace
}  // namespace selvage::cpu
#endif  // HWY_ONCE
