// SPDX-License-Identifier: Apache-2.0
// Candidate "local_linear" from hand-made facts.
#include "methods/local_linear/local_linear.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "methods/local_linear/gpu_shape.hpp"
#include "methods/local_linear/int32_shape.hpp"
#include "methods/local_linear/int64_shape.hpp"
#include "methods/local_linear/local_linear_shape.hpp"
#include "methods/local_linear/tuning.hpp"
#include "methods/test_offers.hpp"
#include "planner/error_terms.hpp"
#include "planner/test_gpus.hpp"

namespace selvage::planner {
namespace {

Problem problem(const Guided& filter, PixelType type = PixelType::u8, int channels = 3) {
  return {.filter = filter,
          .type = type,
          .width = 1920,
          .height = 1080,
          .whole_width = 1920,
          .whole_height = 1080,
          .channels = channels};
}

// Every epsilon and radius that validate() accepts keeps the contract, with every guide.
TEST(LocalLinearPlan, IsExactForEveryEpsilonRadiusAndGuide) {
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32})
    for (const PixelType guide : {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32})
      for (int colours = 1; colours <= 4; ++colours)
        for (const int radius : {0, 1, 16, 255, 512})
          for (const float epsilon : {1e-6f, 1e-4f, 1.0f, 1e12f}) {
            Problem p = problem({.radius = radius, .epsilon = epsilon}, type);
            p.shapes.guide =
                interleaved(static_cast<const void*>(nullptr), guide, 1920, 1080, colours);
            EXPECT_LE(offer_of("local_linear", p, {.simd = "AVX2", .simd_floats = 8}).error,
                      exact_error(type))
                << name(type) << " by " << colours << " of " << name(guide) << ", radius " << radius
                << ", epsilon " << epsilon;
          }
}

// A guide of any size above the image's needs models of the image's pixels alone.
TEST(LocalLinearPlan, UpsamplingCostsTheSmallImage) {
  const auto enlarged = [](int width, int height) {
    Problem p = problem({});
    p.filter = GuidedUpsampling{.radius = 8};
    p.shapes.image = interleaved(static_cast<const void*>(nullptr), p.type, width, height, 3);
    p.shapes.guide = interleaved(static_cast<const void*>(nullptr), PixelType::u8, 1920, 1080, 3);
    return p;
  };
  const DeviceFacts facts{.simd = "AVX2", .simd_floats = 8};
  const Offer of_quarter = offer_of("local_linear", enlarged(480, 270), facts);
  EXPECT_LE(of_quarter.error, exact_error(PixelType::u8));
  EXPECT_LT(of_quarter.seconds,
            0.3 * offer_of("local_linear", enlarged(1920, 1080), facts).seconds);
  EXPECT_NE(refusal_of("local_linear_int32", enlarged(480, 270), facts), "");
  EXPECT_LE(offer_of("local_linear", enlarged(480, 270), big_gpu()).error,
            exact_error(PixelType::u8));
}

// Every pixel has a pixel of the grid before it, shares that sum to 1, and ends where the next
// one begins.
TEST(FittedAxes, CoverTheResult) {
  std::vector<FittedAxis> axes{subsampled(2), subsampled(7)};
  for (const auto& [small, large] : {std::pair{1, 1}, {1, 9}, {5, 5}, {5, 7}, {5, 10}, {3, 1000}})
    axes.push_back(enlarged(UpsampleAxis{small, large}));
  for (const FittedAxis& axis : axes) {
    EXPECT_EQ(axis.end(-1), 0);
    for (int i = 0; i < 1000; ++i) {
      const int column = axis.before(i);
      EXPECT_LE(axis.end(column - 1), i);
      EXPECT_GT(axis.end(column), i);
      const auto [here, next] = axis.shares(i);
      EXPECT_NEAR(here + next, 1.0, 1e-15);
      EXPECT_GE(next, 0.0);
      EXPECT_GT(here, 0.0);
      EXPECT_LE(axis.before(i + 19) + 1 - column + 1, axis.around(20));
    }
  }
  EXPECT_EQ(enlarged(UpsampleAxis{5, 10}).shares(0).next, 0.0);
  EXPECT_EQ(enlarged(UpsampleAxis{5, 10}).shares(1).next, 0.25);
}

TEST(LocalLinearPlan, AnImageThatGuidesItselfHasFewerPlanes) {
  Problem p = problem({.radius = 8});
  EXPECT_EQ(LinearPlanes(p).pixel_planes(), 3 + 6);
  p.shapes.guide = interleaved(static_cast<const void*>(nullptr), PixelType::u8, 1920, 1080, 3);
  EXPECT_EQ(LinearPlanes(p).pixel_planes(), 3 + 3 + 6 + 9);
  EXPECT_EQ(LinearPlanes(p).model_planes(), 9 + 3);
  p.mask = true;
  EXPECT_EQ(LinearPlanes(p).pixel_planes(), 3 + 3 + 6 + 9 + 1);
  std::get<Guided>(p.filter).fill = true;
  EXPECT_EQ(LinearPlanes(p).model_planes(), 9 + 3 + 3 + 1);
}

// The fixed point keeps the request of half a step where doubles keep the exact one.
TEST(LocalLinearInt32Plan, ServesBytesWithinHalfAStep) {
  const DeviceFacts facts{.simd = "AVX2", .simd_floats = 8};
  for (int colours = 1; colours <= 4; ++colours) {
    const Offer offer =
        offer_of("local_linear_int32", problem({.radius = 16}, PixelType::u8, colours), facts);
    EXPECT_LT(offer.error, 0.02 / 255);
    EXPECT_LT(
        offer.seconds,
        offer_of("local_linear", problem({.radius = 16}, PixelType::u8, colours), facts).seconds);
  }
  EXPECT_LT(offer_of("local_linear_int32", problem({.radius = 16, .epsilon = 1e-6f}), facts).error,
            0.5 / 255);
  EXPECT_GT(offer_of("local_linear_int32", problem({.radius = 180, .epsilon = 1e-6f}), facts).error,
            0.5 / 255);
}

TEST(LocalLinearInt32Plan, RefusesWhatIsNoWholeNumberOrTooLarge) {
  const DeviceFacts facts{.simd = "AVX2", .simd_floats = 8};
  const auto why = [&](const Problem& p) { return refusal_of("local_linear_int32", p, facts); };
  EXPECT_EQ(why(problem({})), "");
  EXPECT_NE(why(problem({}, PixelType::u16)), "");
  EXPECT_NE(why(problem({.radius = 181})), "");
  EXPECT_NE(why(problem({.subsample = 2})), "");
  EXPECT_NE(why(problem({.border = Border::shrink})), "");
  EXPECT_NE(why(problem({.invalid = 0.0f})), "");
  Problem masked = problem({});
  masked.mask = true;
  EXPECT_NE(why(masked), "");
}

// Sums of models reach at most 2^31 - 1.
TEST(LocalLinearInt32Plan, SumsOfModelsFit) {
  for (const int radius : {0, 16, 180}) {
    const ModelScale scale(problem({.radius = radius, .epsilon = 1e-6f}));
    const double window = (2.0 * radius + 1) * (2.0 * radius + 1);
    for (const double largest : {scale.largest_a * scale.a, scale.largest_b * scale.b})
      EXPECT_LE(window * (1.0005 * largest + 0.5), 2147483647.0);
  }
}

// Where fixed point of 64 bits serves, it keeps the exact contract, and no sum passes 2^62.
TEST(LocalLinearInt64Plan, IsExactAndFits) {
  const DeviceFacts facts{.simd = "AVX2", .simd_floats = 8};
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32})
    for (const PixelType guide : {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32})
      for (int colours = 1; colours <= 4; ++colours)
        for (const int radius : {0, 1, 16, 60, 512})
          for (const float epsilon : {1e-6f, 1e-4f, 0.01f, 1e12f}) {
            Problem p = problem({.radius = radius, .epsilon = epsilon}, type);
            p.shapes.guide =
                interleaved(static_cast<const void*>(nullptr), guide, 1920, 1080, colours);
            const bool whole = is_integer(type) && is_integer(guide);
            if (!whole && (epsilon < 0.01f || radius > 60)) continue;
            EXPECT_LE(offer_of("local_linear_int64", p, facts).error, exact_error(type))
                << name(type) << " by " << colours << " of " << name(guide) << ", radius " << radius
                << ", epsilon " << epsilon;
            const Int64Scale scale(p);
            const double window = (2.0 * radius + 1) * (2.0 * radius + 1);
            EXPECT_LE(window * std::exp2(scale.bits), 0x1p62);
            const double a = (is_integer(type) ? 0.25 : 0.5) / std::sqrt(scale.epsilon);
            EXPECT_LE(window * 1.0005 * a / scale.a_unit, 0x1p62);
            EXPECT_LE(1.0005 * a / scale.a_unit, 0x1p50);
          }
  const Problem fine = problem({.radius = 16, .epsilon = 1e-6f}, PixelType::f32);
  EXPECT_NE(refusal_of("local_linear_int64", fine, facts), "");
  Problem masked = problem({}, PixelType::f32);
  masked.mask = true;
  EXPECT_NE(refusal_of("local_linear_int64", masked, facts), "");
}

// The range of values is as large as their error lets it be.
TEST(LocalLinearInt64Plan, HoldsWhatTheErrorAllows) {
  const auto scale_of = [](float epsilon) {
    Problem p = problem({.radius = 16, .epsilon = epsilon}, PixelType::f32);
    p.shapes.guide = interleaved(static_cast<const void*>(nullptr), PixelType::f32, 1920, 1080, 3);
    return Int64Scale(p);
  };
  EXPECT_GE(scale_of(0.01f).most_value, 64.0);
  EXPECT_GT(scale_of(0.01f).most_value, scale_of(1e-3f).most_value);
  EXPECT_LE(scale_of(0.01f).least_value, 0x1p-10);
  EXPECT_GT(scale_of(0.01f).least_value, 0.0);
}

TEST(LocalLinearGpuPlan, EveryWindowFitsLocalMemory) {
  for (const int radius : {0, 16, 64, 512}) {
    const Offer offer = offer_of("local_linear", problem({.radius = radius}), big_gpu());
    EXPECT_LE(offer.error, exact_error(PixelType::u8));
    const auto tuning = offer.tuning.as<LocalLinearGpuTuning>();
    EXPECT_EQ(tuning.along_columns.width * tuning.along_columns.height, 256);
    for (const WorkGroup& group : {tuning.along_rows, tuning.along_columns})
      EXPECT_LE(sums_local_bytes(group, radius), big_gpu().gpu.local_bytes) << radius;
  }
}

TEST(LocalLinearGpuPlan, RowsOfSmallImagesTakeNarrowGroups) {
  const auto width_of = [](int image_width, int radius) {
    Problem p = problem({.radius = radius});
    p.width = image_width;
    return offer_of("local_linear", p, big_gpu())
        .tuning.as<LocalLinearGpuTuning>()
        .along_rows.width;
  };
  EXPECT_EQ(width_of(19, 2), 32);
  EXPECT_EQ(width_of(28, 2), 32);
  EXPECT_EQ(width_of(29, 2), 256);
  EXPECT_EQ(width_of(19, 8), 256);
}

// As measured on a GPU with half as many lanes for doubles as for floats (docs/journal/0090).
TEST(LocalLinearGpuPlan, WholeNumbersAreFasterThanDoublesAndTheseThanPairs) {
  for (const int radius : {2, 8, 16, 40}) {
    const auto seconds_of = [&](std::string_view candidate) {
      return offer_of(candidate, problem({.radius = radius, .epsilon = 0.01f}), big_gpu()).seconds;
    };
    EXPECT_LT(seconds_of("local_linear_int32"), seconds_of("local_linear_int64")) << radius;
    EXPECT_LT(seconds_of("local_linear_int64"), seconds_of("local_linear")) << radius;
    EXPECT_LT(seconds_of("local_linear"), seconds_of("local_linear_pairs")) << radius;
  }
}

// The same bound as on CPUs. Groups are narrower where local memory is small.
TEST(LocalLinearGpuPlan, FixedPointServesFloatsWithinTheBoundOfCpus) {
  DeviceFacts facts = big_gpu();
  const auto floats = [](const Guided& filter) {
    Problem p = problem(filter, PixelType::f32);
    p.shapes.guide = interleaved(static_cast<const void*>(nullptr), PixelType::u8, 1920, 1080, 3);
    return p;
  };
  const Problem p = floats({.radius = 16, .epsilon = 0.01f});
  const Offer offer = offer_of("local_linear_int64", p, facts);
  EXPECT_EQ(offer.error,
            offer_of("local_linear_int64", p, {.simd = "AVX2", .simd_floats = 8}).error);
  EXPECT_LT(offer.seconds, offer_of("local_linear", p, facts).seconds);
  for (const std::size_t local :
       {std::size_t{32} << 10, std::size_t{47} << 10, std::size_t{227} << 10}) {
    facts.gpu.local_bytes = local;
    const Offer fits = offer_of("local_linear_int64", p, facts);
    const int width = fits.tuning.as<LocalLinearGpuTuning>().whole_width;
    EXPECT_LE(fixed_local_bytes(p, width), local);
    EXPECT_EQ(width, local < std::size_t{48} << 10 ? 128 : 256);
  }
  EXPECT_NE(refusal_of("local_linear_int64", floats({.radius = 129, .epsilon = 1.0f}), facts), "");
  EXPECT_NE(refusal_of("local_linear_int64", floats({.radius = 16, .epsilon = 1e-6f}), facts), "");
  facts.gpu.real64 = false;
  EXPECT_NE(refusal_of("local_linear_int64", p, facts), "");
}

// Without doubles there are pairs of floats, which keep the exact contract for the usual epsilons
// and the request of half a step for bytes down to 1e-5.
TEST(LocalLinearGpuPlan, PairsOfFloatsServeWithoutDoubles) {
  DeviceFacts facts = big_gpu();
  const Offer doubles = offer_of("local_linear", problem({}), facts);
  EXPECT_LT(doubles.seconds, offer_of("local_linear_pairs", problem({}), facts).seconds);
  facts.gpu.real64 = false;
  EXPECT_NE(refusal_of("local_linear", problem({}), facts), "");
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f32}) {
    const Offer pairs =
        offer_of("local_linear_pairs", problem({.radius = 16, .epsilon = 0.01f}, type), facts);
    EXPECT_LE(pairs.error, is_integer(type) ? exact_error(type) : 1e-3) << name(type);
    EXPECT_EQ(pairs.tuning.as<LocalLinearGpuTuning>().pairs, 1);
  }
  EXPECT_LT(offer_of("local_linear_pairs", problem({.epsilon = 1e-5f}), facts).error, 0.5 / 255);
}

TEST(BinarySums, PartsFollowOneAnother) {
  for (int count = 1; count <= 1025; count += 2) {
    const BinarySum sum(count);
    int neighbours = 0;
    for (int level = sum.levels; level >= 0; --level) {
      if (!sum.has(level)) continue;
      EXPECT_EQ(sum.before(level), neighbours);
      neighbours += 1 << level;
      EXPECT_EQ(sum.behind(level), count - neighbours);
    }
    EXPECT_EQ(neighbours, count);
    EXPECT_LE(sum.additions(), 2 * std::log2(count));
  }
}

}  // namespace
}  // namespace selvage::planner
