// SPDX-License-Identifier: Apache-2.0
// Tests histograms on a fake device: bands, memory, full counters.
#include "methods/histogram/gpu/histogram_gpu.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "backends/gpu/gpu_runtime.hpp"
#include "backends/gpu/programs/program_cache.hpp"
#include "backends/gpu/slot_store.hpp"
#include "backends/gpu/testing/fake_device.hpp"
#include "backends/gpu/testing/test_decision.hpp"
#include "core/test_errors.hpp"
#include "methods/gpu_factories.hpp"
#include "methods/test_offers.hpp"

namespace selvage::gpu {
namespace {

using ::testing::HasSubstr;
using Buffers = std::span<const std::span<std::byte>>;

template <class T>
T at(std::span<const std::byte> bytes, std::size_t i) {
  T value;
  std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
  return value;
}

SelvageHistogram arguments_of(std::span<const std::byte> bytes) {
  return at<SelvageHistogram>(bytes, 0);
}

void add_one(std::span<std::byte> counters, std::size_t slot) {
  const auto count = at<std::uint32_t>(counters, slot) + 1;
  std::memcpy(counters.data() + slot * sizeof count, &count, sizeof count);
}

// Counts floats of one channel, searching all edges for the bin.
void count_floats(Buffers buffers, std::span<const std::byte> arguments) {
  const SelvageHistogram a = arguments_of(arguments);
  for (std::size_t i = 0; i < static_cast<std::size_t>(a.samples); ++i) {
    const auto key = order_key(at<float>(buffers[0], i));
    std::size_t bin = 0;
    while (key >= at<std::int32_t>(buffers[1], bin + 1)) ++bin;
    add_one(buffers[2], bin);
  }
}

// Counts bytes of three channels.
void count_bytes(Buffers buffers, std::span<const std::byte> arguments) {
  const SelvageHistogram a = arguments_of(arguments);
  for (std::size_t i = 0; i < static_cast<std::size_t>(a.samples); ++i)
    add_one(buffers[2], i % 3 * 256 + at<std::uint8_t>(buffers[0], i));
}

void find_floats(Buffers buffers, std::span<const std::byte> arguments) {
  auto found = at<FoundRange>(buffers[1], 0);
  for (std::size_t i = 0; i < static_cast<std::size_t>(arguments_of(arguments).samples); ++i) {
    const auto key = order_key(at<float>(buffers[0], i));
    found.include({key, key});
  }
  std::memcpy(buffers[1].data(), &found, sizeof found);
}

class GpuHistogram : public ::testing::Test {
 protected:
  static TestPlan plan_on(const ConstImageView& image, const Histogram& filter, int rows) {
    TestPlan plan = gpu::plan_on(image, {}, 1);
    plan.problem().filter = filter;
    plan.passes() = {{.name = "histogram", .step = filter, .reads = image.type}};
    plan.decision.offer.tuning =
        HistogramGpuTuning{.tile = {.width = image.width, .height = rows}, .group = {.width = 64}};
    return plan;
  }

  Counts run(GpuCounts& pipeline, const ConstImageView& image, const Controls& controls = {}) {
    Counts counts;
    report_ = {};
    pipeline.run({.image = image}, {.counts = &counts}, controls, report_);
    return counts;
  }

  int uploads() const {
    return static_cast<int>(std::ranges::count_if(
        device_.log, [](const std::string& line) { return line.starts_with("upload"); }));
  }

  void SetUp() override {
    device_.bodies["count_samples"] = count_bytes;
    device_.bodies["find_range"] = find_floats;
    right_ = counts_of(bytes_, 3);
  }

  // Counts by a loop over all samples.
  static Counts counts_of(const ConstImageView& image, int channels) {
    Counts counts;
    std::vector<std::uint64_t> values(static_cast<std::size_t>(channels) * 256);
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x)
        for (int c = 0; c < channels; ++c)
          ++values[static_cast<std::size_t>(c) * 256 +
                   std::to_integer<std::size_t>(*image.at(x, y, c))];
    count_values({}, PixelType::u8, values, counts);
    return counts;
  }

  FakeDevice device_;
  ProgramCache programs_{device_, {}};
  SlotStore slots_{device_, serial};
  const ExecutionContext context_{device_, programs_, slots_, serial};
  Image bytes_ = noise(PixelType::u8, 40, 30, 3), floats_ = noise(PixelType::f32, 40, 30);
  Counts right_;
  Report report_;
};

TEST_F(GpuHistogram, CountsAllBands) {
  for (const FakePace pace : {FakePace::at_once, FakePace::at_flush, FakePace::at_wait})
    for (const int rows : {30, 16, 7, 1}) {
      device_.pace = pace;
      const TestPlan plan = plan_on(bytes_, {}, rows);
      GpuCounts pipeline(plan.decision, plan.frame, context_);
      EXPECT_EQ(run(pipeline, bytes_), right_);
      EXPECT_EQ(run(pipeline, bytes_), right_);  // no counts remain from the first run
      ASSERT_EQ(report_.stages.size(), 3u);
      EXPECT_EQ(report_.stages[1].name, "histogram");
    }
}

TEST_F(GpuHistogram, FullCountersGoToTheHost) {
  const int launches = device_.launches;
  for (const std::int64_t most : {120, 360, 100000}) {
    const TestPlan plan = plan_on(bytes_, {}, 1);
    GpuCounts pipeline(plan.decision, plan.frame, context_, most);
    device_.log.clear();
    EXPECT_EQ(run(pipeline, bytes_), right_) << most;
    const std::int64_t clears = most >= 3600 ? 1 : 3600 / most;
    EXPECT_EQ(uploads(), 30 + clears) << most;
  }
  EXPECT_EQ(device_.launches, launches + 3 * 30);
}

TEST_F(GpuHistogram, BandsStayWhileTheRangeIsFoundWhereThereIsRoom) {
  device_.bodies["count_samples"] = count_floats;
  Counts first;
  for (const bool room : {true, false}) {
    device_.device_facts.gpu.memory_bytes = room ? 0 : 3800;  // the image has 4800 bytes
    const TestPlan plan = plan_on(floats_, {.bins = 100}, 5);
    GpuCounts pipeline(plan.decision, plan.frame, context_);
    device_.log.clear();
    const Counts counts = run(pipeline, floats_);
    if (room) first = counts;
    EXPECT_EQ(counts, first);
    EXPECT_EQ(uploads(), (room ? 6 : 12) + 3);  // and range, edges, counters
    EXPECT_GT(counts.high, 200.0);
    std::uint64_t sum = 0;
    for (const std::uint64_t bin : counts.bins[0]) sum += bin;
    EXPECT_EQ(sum, 1200u);
    EXPECT_GT(counts.bins[0].back(), 0u);
  }
}

TEST_F(GpuHistogram, AnyAllocationOrLaunchMayFindNoRoom) {
  for (int n = 0; n < 12; ++n) {
    device_.faults = {.failing_allocation = device_.allocations + n};
    const TestPlan plan = plan_on(bytes_, {}, 16);
    GpuCounts pipeline(plan.decision, plan.frame, context_);
    EXPECT_EQ(run(pipeline, bytes_), right_) << n;
  }
  for (int n = 0; n < 2; ++n) {
    device_.faults = {.failing_launch = device_.launches + n};
    const TestPlan plan = plan_on(bytes_, {}, 16);
    GpuCounts pipeline(plan.decision, plan.frame, context_);
    std::vector<double> seen;
    EXPECT_EQ(run(pipeline, bytes_, {.progress = [&](double share) { seen.push_back(share); }}),
              right_);
    EXPECT_TRUE(std::ranges::is_sorted(seen));
    EXPECT_EQ(seen.back(), 1.0);
  }
  device_.faults = {.memory_bytes = 100};
  const TestPlan plan = plan_on(bytes_, {}, 30);
  EXPECT_THAT(error_of([&] { GpuCounts(plan.decision, plan.frame, context_); }).what(),
              HasSubstr("not enough memory"));
  EXPECT_EQ(device_.bytes_in_use, 0u);
}

TEST_F(GpuHistogram, ALostDeviceOrAStopLeavesNothingBehind) {
  const TestPlan plan = plan_on(bytes_, {}, 4);
  GpuCounts pipeline(plan.decision, plan.frame, context_);
  device_.faults = {.lost_at_launch = device_.launches + 3};
  EXPECT_EQ(error_of([&] { run(pipeline, bytes_); }).code(), Errc::device);
  device_.faults = {};
  EXPECT_EQ(run(pipeline, bytes_), right_);
  std::stop_source stop;
  const Controls stopped{.cancel = stop.get_token(),
                         .progress = [&](double) { stop.request_stop(); }};
  EXPECT_EQ(error_of([&] { run(pipeline, bytes_, stopped); }).code(), Errc::cancelled);
  EXPECT_EQ(run(pipeline, bytes_), right_);
}

// It throws an Error, so that another device is used.
TEST_F(GpuHistogram, KernelsMayFindNoRoom) {
  const auto device = std::make_shared<FakeDevice>();
  device->faults.build_finds_no_room = true;
  TestPlan plan = plan_on(bytes_, {}, 30);
  plan.decision.candidate = &planner::candidate_on({.backend = "cuda"}, "histogram");
  const auto runtime =
      make_runtime(device, factory_of, {.runner = std::make_unique<SerialRunner>()});
  EXPECT_EQ(error_of([&] { runtime->make(plan.decision, plan.frame); }).code(), Errc::device);
}

TEST_F(GpuHistogram, BuffersOfTheUserAreRefused) {
  const TestPlan plan = plan_on(bytes_, {}, 30);
  GpuCounts pipeline(plan.decision, plan.frame, context_);
  EXPECT_EQ(error_of([&] { pipeline.enqueue_native({}); }).code(), Errc::unsupported);
}

}  // namespace
}  // namespace selvage::gpu
