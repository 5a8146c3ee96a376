// SPDX-License-Identifier: Apache-2.0
// Histograms on a fake device: bands, memory, counters that are full.
#include "backends/gpu/histogram.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "backends/gpu/fake_device.hpp"
#include "backends/gpu/gpu_runtime.hpp"
#include "backends/gpu/program_cache.hpp"
#include "backends/gpu/test_work.hpp"
#include "core/test_errors.hpp"

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

// Floats of one channel; the bin is sought among all edges.
void count_floats(Buffers buffers, std::span<const std::byte> arguments) {
  const SelvageHistogram a = arguments_of(arguments);
  for (std::size_t i = 0; i < static_cast<std::size_t>(a.samples); ++i) {
    const auto key = order_key(at<float>(buffers[0], i));
    std::size_t bin = 0;
    while (key >= at<std::int32_t>(buffers[1], bin + 1)) ++bin;
    add_one(buffers[2], bin);
  }
}

// Bytes of three channels.
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
  static Work work_on(const ConstImageView& image, const Histogram& filter, int rows) {
    Work work = gpu::work_on(image, {}, 1);
    work.problem.filter = filter;
    work.passes = {{.name = "histogram", .step = filter, .reads = image.type}};
    work.tuning.tile_height = rows;
    work.tuning.group_width = 64;
    return work;
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

  // By a loop over all samples.
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
  Image bytes_ = noise(PixelType::u8, 40, 30, 3), floats_ = noise(PixelType::f32, 40, 30);
  Counts right_;
  Report report_;
};

TEST_F(GpuHistogram, CountsAllBands) {
  for (const FakePace pace : {FakePace::at_once, FakePace::at_flush, FakePace::at_wait})
    for (const int rows : {30, 16, 7, 1}) {
      device_.pace = pace;
      GpuCounts pipeline(device_, work_on(bytes_, {}, rows), programs_);
      EXPECT_EQ(run(pipeline, bytes_), right_);
      EXPECT_EQ(run(pipeline, bytes_), right_);  // no count is left
      ASSERT_EQ(report_.stages.size(), 3u);
      EXPECT_EQ(report_.stages[1].name, "histogram");
    }
}

TEST_F(GpuHistogram, FullCountersGoToTheHost) {
  const int launches = device_.launches;
  for (const std::int64_t most : {120, 360, 100000}) {
    GpuCounts pipeline(device_, work_on(bytes_, {}, 1), programs_, most);
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
    device_.device_facts.gpu.memory_bytes = room ? 0 : 3200;  // the image has 4800 bytes
    GpuCounts pipeline(device_, work_on(floats_, {.bins = 100}, 5), programs_);
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
    GpuCounts pipeline(device_, work_on(bytes_, {}, 16), programs_);
    EXPECT_EQ(run(pipeline, bytes_), right_) << n;
  }
  for (int n = 0; n < 2; ++n) {
    device_.faults = {.failing_launch = device_.launches + n};
    GpuCounts pipeline(device_, work_on(bytes_, {}, 16), programs_);
    std::vector<double> seen;
    EXPECT_EQ(run(pipeline, bytes_, {.progress = [&](double share) { seen.push_back(share); }}),
              right_);
    EXPECT_TRUE(std::ranges::is_sorted(seen));
    EXPECT_EQ(seen.back(), 1.0);
  }
  device_.faults = {.memory_bytes = 100};
  EXPECT_THAT(error_of([&] { GpuCounts(device_, work_on(bytes_, {}, 30), programs_); }).what(),
              HasSubstr("not enough memory"));
  EXPECT_EQ(device_.bytes_in_use, 0u);
}

TEST_F(GpuHistogram, ALostDeviceOrAStopLeavesNothingBehind) {
  GpuCounts pipeline(device_, work_on(bytes_, {}, 4), programs_);
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

// An Error, so that another device is taken.
TEST_F(GpuHistogram, KernelsMayFindNoRoom) {
  const auto device = std::make_shared<FakeDevice>();
  device->faults.build_finds_no_room = true;
  Work work = work_on(bytes_, {}, 30);
  work.candidate = "count";
  EXPECT_EQ(error_of([&] { make_runtime(device)->make(work); }).code(), Errc::device);
}

TEST_F(GpuHistogram, BuffersOfTheUserAreRefused) {
  GpuCounts pipeline(device_, work_on(bytes_, {}, 30), programs_);
  EXPECT_EQ(error_of([&] { pipeline.enqueue_native({}); }).code(), Errc::unsupported);
}

}  // namespace
}  // namespace selvage::gpu
