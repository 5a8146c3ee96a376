// SPDX-License-Identifier: Apache-2.0
#include "timing/turns.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace selvage::bench {
namespace {

// A stream whose clock is moved by hand.
class HandStream final : public gpu::Stream {
 public:
  void upload(gpu::Buffer&, std::size_t, const std::byte*, std::size_t) override {}
  void download(std::byte*, const gpu::Buffer&, std::size_t, std::size_t) override {}
  void launch(gpu::Function&, const gpu::Launch&) override {}
  void record(int slot) override { marks_.at(static_cast<std::size_t>(slot)) = now; }
  double seconds_between(int first, int second) override {
    return marks_.at(static_cast<std::size_t>(second)) - marks_.at(static_cast<std::size_t>(first));
  }
  void flush() override {}
  void wait() override { order += ' '; }

  double now = 0.0;   // seconds
  std::string order;  // of what ran; a space: a wait

 private:
  std::array<double, 32> marks_ = {};
};

TEST(Turns, LongRunsAlternate) {
  HandStream stream;
  const auto thing = [&](char name, double seconds) {
    return [&stream, name, seconds](gpu::Stream&) {
      stream.order += name;
      stream.now += seconds;
    };
  };
  const auto seconds = take_turns(stream, {thing('A', 0.25), thing('B', 0.5)}, 3);
  EXPECT_TRUE(stream.order.ends_with("A B A B A B ")) << stream.order;
  EXPECT_EQ(seconds, (std::vector<std::vector<double>>{{0.25, 0.25, 0.25}, {0.5, 0.5, 0.5}}));
}

TEST(Turns, ShortRunsAreRepeatedWithoutAWaitAndCountedOnce) {
  HandStream stream;
  const auto seconds = take_turns(stream, {[&](gpu::Stream&) {
                                    stream.order += 'A';
                                    stream.now += 0x1p-10;
                                  }},
                                  2);
  EXPECT_TRUE(stream.order.ends_with(" AA AA ")) << stream.order;
  EXPECT_EQ(seconds, (std::vector<std::vector<double>>{{0x1p-10, 0x1p-10}}));
}

TEST(Turns, EndWhereADeviceKeepsNoTimes) {
  HandStream stream;
  const auto seconds = take_turns(stream, {[](gpu::Stream&) {}}, 1);
  EXPECT_EQ(seconds, (std::vector<std::vector<double>>{{0.0}}));
}

}  // namespace
}  // namespace selvage::bench
