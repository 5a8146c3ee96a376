// SPDX-License-Identifier: Apache-2.0
#include "backends/gpu/stage_times.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <thread>

namespace selvage::gpu {
namespace {

// A stream whose marks have times that the test sets.
class ClockStream final : public Stream {
 public:
  double now = 0.0;  // seconds
  std::map<int, double> marks;

  void upload(Buffer&, std::size_t, const std::byte*, std::size_t) override {}
  void download(std::byte*, const Buffer&, std::size_t, std::size_t) override {}
  void launch(Function&, const Launch&) override {}
  void record(int slot) override { marks[slot] = now; }
  double seconds_between(int first, int second) override {
    return marks.at(second) - marks.at(first);
  }
  void flush() override {}
  void wait() override {}
};

std::vector<Pass> named(std::initializer_list<std::string_view> names) {
  std::vector<Pass> passes;
  for (const auto name : names) passes.push_back({.name = name});
  return passes;
}

TEST(StageTimes, CountsTimeOfTwoStreamsOnce) {
  StageTimes times(2);
  const TileMarks& marks = times.marks();
  ClockStream a, b;
  times.start();
  times.start_tiles();
  marks.run_begins(a);
  marks.run_begins(b);
  const auto tile = [&](ClockStream& stream, std::initializer_list<double> at) {
    const double* t = at.begin();
    stream.now = t[0];
    marks.tile_begins(stream);
    stream.now = t[1];
    marks.uploaded(stream);
    stream.now = t[2];
    marks.passed(stream, 0);
    stream.now = t[3];
    marks.passed(stream, 1);
    stream.now = t[4];
    marks.downloaded(stream);
    times.add_tile(stream, 0.0, 0.0);
  };
  tile(a, {0.0, 1.0, 3.0, 4.0, 5.0});  // passes 2 s and 1 s
  tile(b, {1.0, 2.0, 6.0, 7.0, 8.0});  // from 2 s on, but until 4 s the device was busy: 2 s, 1 s
  Report report;
  times.write(named({"first", "second"}), report);
  ASSERT_EQ(report.stages.size(), 4u);
  EXPECT_EQ(report.stages[0].name, "upload");
  EXPECT_EQ(report.stages[1].name, "first");
  EXPECT_DOUBLE_EQ(report.stages[1].seconds, 4.0);
  EXPECT_EQ(report.stages[2].name, "second");
  EXPECT_DOUBLE_EQ(report.stages[2].seconds, 2.0);
  EXPECT_EQ(report.stages[3].name, "download");
  EXPECT_DOUBLE_EQ(report.kernel_seconds, 6.0);
}

TEST(StageTimes, StagesAddUpToTheWhole) {
  StageTimes times(1);
  ClockStream stream;
  times.start();
  times.start_tiles();
  times.marks().all(stream);
  stream.now = 0.002;
  times.marks().passed(stream, 0);
  times.marks().downloaded(stream);
  times.add_tile(stream, 0.3, 0.1);
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
  Report report;
  times.write(named({"only"}), report);
  EXPECT_DOUBLE_EQ(report.stages[1].seconds, 0.002);
  double sum = 0.0;
  for (const Stage& stage : report.stages) sum += stage.seconds;
  EXPECT_GE(sum, 0.010);
  EXPECT_LT(sum, 0.3);  // not the sum of parts that overlapped
  EXPECT_NEAR(report.stages[0].seconds, 3.0 * report.stages[2].seconds, 1e-9);
}

TEST(StageTimes, ManyPassesShareTheMarks) {
  for (const std::size_t passes : {1u, 27u, 28u, 29u, 100u, 1000u}) {
    StageTimes times(passes);
    ClockStream stream;
    times.start();
    times.start_tiles();
    times.marks().run_begins(stream);
    times.marks().tile_begins(stream);
    times.marks().uploaded(stream);
    for (std::size_t pass = 0; pass < passes; ++pass) {
      stream.now += 1.0;
      times.marks().passed(stream, pass);
    }
    times.marks().downloaded(stream);
    for (const auto& [slot, at] : stream.marks) EXPECT_TRUE(0 <= slot && slot < 32) << slot;
    times.add_tile(stream, 0.0, 0.0);
    Report report;
    times.write(std::vector<Pass>(passes), report);
    ASSERT_EQ(report.stages.size(), passes + 2);
    for (std::size_t pass = 0; pass < passes; ++pass)
      EXPECT_NEAR(report.stages[pass + 1].seconds, 1.0, 1e-9) << pass << " of " << passes;
  }
}

}  // namespace
}  // namespace selvage::gpu
