// SPDX-License-Identifier: Apache-2.0
#include "methods/histogram/histogram.hpp"

#include <gtest/gtest.h>

#include "methods/histogram/tuning.hpp"
#include "methods/test_offers.hpp"

namespace selvage::planner {
namespace {

Problem problem(const Histogram& filter, PixelType type = PixelType::u8, int channels = 1) {
  return {.filter = filter, .type = type, .width = 4000, .height = 3000, .channels = channels};
}

DeviceFacts gpu(std::size_t local_bytes, std::size_t memory = std::size_t{1} << 30) {
  return {.backend = "cuda",
          .gpu = {.compute_units = 100,
                  .largest_group = 1024,
                  .local_bytes = local_bytes,
                  .memory_bytes = memory,
                  .largest_buffer_bytes = memory}};
}

TEST(Histogram, IsExactWhateverIsAsked) {
  for (const Request& request : {Request{}, Request{.exact = true}, Request{.max_error = 1e-9}}) {
    const Decision choice = plan(problem({}), {}, request);
    EXPECT_EQ(choice.candidate->name, "histogram");
    EXPECT_EQ(choice.offer.error, 0.0);
    ASSERT_EQ(choice.offer.passes.size(), 1u);
    EXPECT_EQ(choice.offer.passes[0].step, Step(Histogram{}));
  }
}

TEST(Histogram, OtherFiltersAreNotServed) {
  for (const Candidate& c : catalogue()) {
    const bool counts = c.name == "histogram";
    EXPECT_EQ(c.serves(Histogram{}), counts) << c.name;
    if (counts) {
      EXPECT_FALSE(c.serves(Gaussian{}));
    }
  }
}

TEST(Histogram, CopiesFitIntoLocalMemory) {
  const auto copies = [](const Histogram& f, PixelType type, int channels, std::size_t local) {
    const auto tuning = offer_of("histogram", problem(f, type, channels), gpu(local))
                            .tuning.as<HistogramGpuTuning>();
    return tuning.copies;
  };
  EXPECT_EQ(copies({}, PixelType::u8, 1, 33 << 10), 32);
  EXPECT_EQ(copies({}, PixelType::u8, 1, 32 << 10), 16);  // some memory stays free
  EXPECT_EQ(copies({}, PixelType::u8, 3, 48 << 10), 8);
  EXPECT_EQ(copies({.bins = 65536}, PixelType::u8, 4, 227 << 10), 32);  // values are counted
  EXPECT_EQ(copies({.channel = 2}, PixelType::u8, 3, 48 << 10), 32);
  EXPECT_EQ(copies({.bins = 1023}, PixelType::f32, 4, 32 << 10), 1);
  EXPECT_EQ(copies({.bins = 1022}, PixelType::f32, 4, 32 << 10), 2);
  EXPECT_EQ(copies({.bins = 65536}, PixelType::u16, 1, 227 << 10), 0);
}

TEST(Histogram, GroupsShareAUnit) {
  const auto tuning = [](int channels, int largest_group, std::size_t local) {
    DeviceFacts facts = gpu(local);
    facts.gpu.largest_group = largest_group;
    return offer_of("histogram", problem({}, PixelType::u8, channels), facts)
        .tuning.as<HistogramGpuTuning>();
  };
  EXPECT_EQ(tuning(1, 1024, 227 << 10).group.min_blocks, 2);
  EXPECT_EQ(tuning(3, 1024, 227 << 10).group.min_blocks, 2);
  EXPECT_EQ(tuning(4, 1024, 227 << 10).group.min_blocks, 1);
  const auto narrow = tuning(1, 256, 64 << 10);
  EXPECT_EQ(narrow.group.width, 256);
  EXPECT_EQ(narrow.copies, 8);
  EXPECT_EQ(narrow.group.min_blocks, 7);
}

TEST(Histogram, BandsFitIntoMemory) {
  const std::size_t memory = 1 << 20;
  const Problem p = problem({}, PixelType::f32, 4);
  const auto tuning = offer_of("histogram", p, gpu(49152, memory)).tuning.as<HistogramGpuTuning>();
  EXPECT_LE(std::size_t{2} * 16 * static_cast<std::size_t>(tuning.tile.width * tuning.tile.height),
            memory);
  // The range must be found, so all bands would stay if there were room.
  EXPECT_LT(offer_of("histogram", p, gpu(49152, memory)).scratch.device, memory + 16384);
  EXPECT_GT(offer_of("histogram", p, gpu(49152)).scratch.device, std::size_t{4000} * 3000 * 16);
  Histogram given{.low = 0.0f, .high = 1.0f};
  EXPECT_LT(offer_of("histogram", problem(given, PixelType::f32, 4), gpu(49152)).scratch.device,
            20u << 20);
}

TEST(Histogram, LargeImagesGoToLargeGpusAndSmallOnesStay) {
  DeviceFacts fast = gpu(49152);
  fast.gpu.clock_mhz = 1800;
  fast.gpu.copy_bytes_per_second = 50e9;
  const DeviceFacts cpu{.threads = 2};
  Problem large = problem({}, PixelType::f32, 3), small = large;
  small.width = small.height = 16;
  EXPECT_LT(offer_of("histogram", large, fast).seconds, offer_of("histogram", large, cpu).seconds);
  EXPECT_GT(offer_of("histogram", small, fast).seconds, offer_of("histogram", small, cpu).seconds);
}

}  // namespace
}  // namespace selvage::planner
