// SPDX-License-Identifier: Apache-2.0
#include "methods/multichannel/multichannel.hpp"

#include <gmock/gmock.h>

#include "methods/direct/tuning.hpp"
#include "methods/test_offers.hpp"
#include "planner/gpu_tiles.hpp"
#include "planner/test_gpus.hpp"

namespace selvage::planner {
namespace {

using ::testing::HasSubstr;

DeviceFacts cpu(std::string simd = "AVX3") {
  return {.backend = "cpu", .threads = 2, .simd = std::move(simd), .simd_floats = 16};
}

Problem problem(const Filter& filter, PixelType type = PixelType::f32, int channels = 64) {
  return {.filter = filter, .type = type, .width = 500, .height = 400, .channels = channels};
}

std::string_view taken(const Problem& p, const Request& request = {},
                       const DeviceFacts& facts = cpu()) {
  return plan(p, facts, request).candidate->name;
}

Problem with_guide(Problem p, int channels) {
  p.shapes.guide =
      interleaved(static_cast<const void*>(nullptr), PixelType::f32, p.width, p.height, channels);
  return p;
}

TEST(Multichannel, ServesManyChannels) {
  EXPECT_EQ(taken(problem(Bilateral{.radius = 5})), "multichannel");
  EXPECT_EQ(taken(problem(Bilateral{.radius = 5}, PixelType::u8, 5), {.exact = true}),
            "multichannel");
  EXPECT_EQ(taken(problem(Bilateral{.radius = 5, .norm = Norm::per_channel})), "simd");
  EXPECT_EQ(taken(with_guide(problem(JointBilateral{.radius = 5}), 3)), "multichannel");
  EXPECT_EQ(taken(with_guide(problem(JointBilateral{.radius = 5}, PixelType::u8, 1), 64)),
            "multichannel");
  EXPECT_EQ(taken(problem(Gaussian{.radius = 5})), "separable");
  EXPECT_EQ(taken(problem(Gaussian{.radius = 5}, PixelType::u8)), "separable_int16");
  EXPECT_EQ(taken(problem(Gaussian{.radius = 5, .window = Window::disc})), "multichannel");
  EXPECT_EQ(taken(problem(Box{.radius = 30})), "sliding_box");
  EXPECT_EQ(taken(problem(Bilateral{}), {}, cpu("")), "plain");
}

TEST(Multichannel, LeavesFourChannelsToTheOthers) {
  EXPECT_THAT(refusal_of("multichannel", problem(Bilateral{}, PixelType::f32, 4), cpu()),
              HasSubstr("more than 4 channels"));
  EXPECT_THAT(refusal_of("simd", problem(Bilateral{}), cpu()), HasSubstr("up to 4 planes"));
}

// The roundings of a distance end at a block; sums of bytes are exact up to 258 channels.
TEST(Multichannel, ErrorsDoNotGrowWithTheChannels) {
  const auto error = [](PixelType type, int channels, Norm norm = Norm::l2) {
    return offer_of("multichannel", problem(Bilateral{.radius = 7, .norm = norm}, type, channels),
                    cpu())
        .error;
  };
  for (const Norm norm : {Norm::l2, Norm::l1}) {
    EXPECT_EQ(error(PixelType::f32, 9, norm), error(PixelType::f32, 1024, norm));
    EXPECT_LE(error(PixelType::f32, 1024, norm), 4e-6);
    EXPECT_LE(error(PixelType::u8, 1024, norm), 0.02 / 255);
  }
  EXPECT_LT(error(PixelType::f32, 5), error(PixelType::f32, 9));
  EXPECT_EQ(error(PixelType::u8, 5), error(PixelType::u8, 258));
  EXPECT_LT(error(PixelType::u8, 258), error(PixelType::u8, 259));
  EXPECT_LE(error(PixelType::u16, 1024), 0.2 / 65535);
}

TEST(Multichannel, TilesAndTimesAreBounded) {
  for (const int channels : {5, 16, 67, 1024})
    for (const int radius : {1, 7, 40}) {
      const Offer offer = offer_of(
          "multichannel", problem(Bilateral{.radius = radius}, PixelType::f32, channels), cpu());
      const auto tuning = offer.tuning.as<DirectTuning>();
      EXPECT_GE(tuning.tile.height, 1);
      EXPECT_LE(offer.scratch.host, std::size_t{2} * (40 << 20)) << channels << ' ' << radius;
    }
}

TEST(Multichannel, GpusServeTheSame) {
  for (const DeviceFacts& gpu : {big_gpu(), small_gpu()}) {
    for (const Norm norm : {Norm::l2, Norm::l1, Norm::per_channel})
      EXPECT_EQ(taken(problem(Bilateral{.radius = 5, .norm = norm}), {}, gpu), "multichannel");
    EXPECT_EQ(
        taken(with_guide(problem(JointBilateral{.radius = 5}, PixelType::u8, 3), 1024), {}, gpu),
        "multichannel");
    EXPECT_EQ(taken(problem(Gaussian{.radius = 5, .window = Window::disc}), {}, gpu),
              "multichannel");
    for (const int channels : {5, 64, 1024}) {
      EXPECT_EQ(taken(problem(Gaussian{.radius = 5}, PixelType::u16, channels), {}, gpu),
                "separable");
      EXPECT_EQ(taken(problem(Box{.radius = 30}, PixelType::f16, channels), {}, gpu), "separable");
      EXPECT_EQ(
          taken(problem(Box{.radius = 7, .iterations = 3}, PixelType::f32, channels), {}, gpu),
          "separable");
    }
  }
}

TEST(Multichannel, GpusRefuseWhatPixelsOfPlanesLack) {
  const auto why = [](const Problem& p) { return refusal_of("multichannel", p, big_gpu()); };
  EXPECT_THAT(why(problem(Bilateral{}, PixelType::f32, 4)), HasSubstr("more than 4 channels"));
  EXPECT_EQ(why(problem(Bilateral{.fill = true})), "");
  const Problem filled = with_guide(problem(JointBilateral{.fill = true}), 7);
  EXPECT_EQ(why(filled), "");
  DeviceFacts single = big_gpu();
  single.gpu.real64 = false;
  EXPECT_THAT(refusal_of("multichannel", filled, single), HasSubstr("double precision"));
  EXPECT_THAT(why(with_guide(problem(JointBilateral{.norm = Norm::lab}), 3)), HasSubstr("lab"));
  EXPECT_EQ(why(problem(Bilateral{.iterations = 2})), "");
  EXPECT_THAT(why(problem(Bilateral{.iterations = 2, .invalid = 0.0f})), HasSubstr("invalid"));
}

// Runs of a distance are added by Kahan's sum, so the bound does not grow with the channels.
TEST(Multichannel, ErrorsOnGpusAreWithinTheContract) {
  const auto error = [](Norm norm, int radius, int channels, PixelType type = PixelType::f32) {
    return offer_of("multichannel",
                    problem(Bilateral{.radius = radius, .norm = norm}, type, channels), big_gpu())
        .error;
  };
  for (const Norm norm : {Norm::l2, Norm::l1}) {
    EXPECT_EQ(error(norm, 7, 70), error(norm, 7, 1024));
    for (const int radius : {1, 7, 40}) EXPECT_LE(error(norm, radius, 1024), 4e-6) << radius;
    EXPECT_LE(error(norm, 7, 1024, PixelType::u8), 0.02 / 255);
  }
  EXPECT_LE(error(Norm::per_channel, 100, 1024), 4e-6);
  // Runs of one have more roundings than one of 32, the longest, which has all three planes.
  const Problem large = with_guide(problem(JointBilateral{.radius = 200, .norm = Norm::l1}), 3);
  EXPECT_LE(offer_of("multichannel", large, big_gpu()).error, 4e-6);
}

// An item loads from the first tap of its first pixel, up to the last tap of its last pixel, in
// vectors of four. Its own pixels are such a vector, too. The first column of the image may be the
// last one of a line.
TEST(Multichannel, PlanesHoldWhatItemsLoad) {
  EXPECT_EQ(plane_sides(1, 1, 1, 0).row, 64u);
  for (std::size_t width = 1; width < 12; ++width)
    for (const int radius : {1, 2, 3, 40}) {
      const PlaneSides plane = plane_sides(width, 5, 3, radius);
      EXPECT_EQ(plane.row % 32, 0u);
      EXPECT_EQ(columns_before(radius) % 32, 0);
      EXPECT_GE(columns_before(radius), radius);
      EXPECT_GE(plane.row,
                31 + width + static_cast<std::size_t>(columns_before(radius) + radius) + 8 + 3);
      EXPECT_EQ(plane.rows, 16u);
    }
}

// From eight sums on, four items share their pixels, with the weights of a turn in local memory.
TEST(Multichannel, WorkersShareManySums) {
  const auto tuning = [](const Problem& p, const DeviceFacts& gpu) {
    return offer_of("multichannel", p, gpu).tuning.as<MultichannelGpuTuning>();
  };
  for (const DeviceFacts& gpu : {big_gpu(), small_gpu()}) {
    EXPECT_EQ(tuning(problem(Bilateral{}, PixelType::f32, 7), gpu).workers, 1);
    EXPECT_EQ(tuning(problem(Bilateral{.norm = Norm::per_channel}), gpu).workers, 1);
    for (const int channels : {8, 16, 1024}) {
      const auto shared = tuning(problem(Bilateral{}, PixelType::f32, channels), gpu);
      EXPECT_EQ(shared.workers, 4);
      EXPECT_EQ(shared.group.height % shared.workers, 0);
      EXPECT_LE(shared.local_bytes(), gpu.gpu.local_bytes);
      EXPECT_GE(shared.sums_at_once, 2);
    }
  }
  // Bytes leave room for sums of a whole turn without Kahan's sum.
  const auto bytes = tuning(problem(Bilateral{}, PixelType::u8, 16), big_gpu());
  EXPECT_EQ(bytes.block, item_taps * bytes.segments);
}

// A word has the bytes of four channels, and a plane of squares follows. Products of more than 128
// bytes may reach 2^23.
TEST(Multichannel, DistancesOfBytesAreMadeOfWords) {
  const auto planes = [](const Problem& p) {
    return offer_of("multichannel", p, big_gpu()).tuning.as<MultichannelGpuTuning>().word_planes;
  };
  const auto u8 = [](const Bilateral& filter, int channels) {
    return problem(filter, PixelType::u8, channels);
  };
  EXPECT_EQ(planes(u8(Bilateral{}, 5)), 3);
  EXPECT_EQ(planes(u8(Bilateral{}, 128)), 33);
  EXPECT_LT(128 * 255 * 255, 1 << 23);
  EXPECT_EQ(planes(u8(Bilateral{}, 129)), 0);
  EXPECT_EQ(planes(u8(Bilateral{.norm = Norm::l1}, 16)), 0);
  EXPECT_EQ(planes(u8(Bilateral{.norm = Norm::per_channel}, 16)), 0);
  EXPECT_EQ(planes(u8(Bilateral{.iterations = 2}, 16)), 0);  // the second compares floats
  EXPECT_EQ(planes(problem(Bilateral{}, PixelType::f32, 16)), 0);
  EXPECT_EQ(planes(problem(Gaussian{.window = Window::disc}, PixelType::u8, 16)), 0);
}

// In addition to the images, a pixel has a float for each plane, and two for each sum.
TEST(Multichannel, GpusCountTheirPlanes) {
  const Problem p = problem(Bilateral{.radius = 1});
  const Offer offer = offer_of("multichannel", p, big_gpu());
  const Tile tile = offer.tuning.tile();
  const TileSides sides = with_halo(p, tile);
  const std::size_t channels = 64;
  const std::size_t floats =
      (channels + channels) * sides.pixels() +
      (channels + 2 * channels) * plane_sides(sides.width, sides.height, 1, 1).floats();
  EXPECT_EQ(offer.scratch.device, slot_count(p, tile) * 4 * floats);
  EXPECT_LE(offer_of("multichannel", p, small_gpu()).scratch.device, std::size_t{1} << 30);
}

}  // namespace
}  // namespace selvage::planner
