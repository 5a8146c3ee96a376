// SPDX-License-Identifier: Apache-2.0
// Histograms are exact: every candidate gives the reference's counts, all of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <stop_token>
#include <string>

#include "core/half.hpp"
#include "core/test_errors.hpp"
#include "reference/reference.hpp"
#include "selvage/interop.hpp"
#include "support/canvas.hpp"
#include "support/subjects.hpp"

namespace selvage::testing {
namespace {

constexpr PixelType types[] = {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32};
constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

// Stored bits of a sample: any for integers; floats of all magnitudes, and what is no number.
std::uint32_t bits_of(PixelType type, std::mt19937& random) {
  const std::uint32_t any = static_cast<std::uint32_t>(random());
  if (is_integer(type)) return any;
  const float odd[] = {nan, infinity, -infinity, -0.0f, 0.0f, 1e-45f, -1e-40f, 3e38f, 1.0f};
  float v = 0.0f;
  if (any % 8 == 0)
    v = odd[any / 8 % std::size(odd)];
  else if (any % 8 < 6)
    v = static_cast<float>(any >> 8) * 0x1p-23f - 0.5f;
  else
    v = std::ldexp(static_cast<float>(any >> 8) * 0x1p-24f, static_cast<int>(any / 8 % 20) - 10);
  return type == PixelType::f16 ? to_half(v).bits : std::bit_cast<std::uint32_t>(v);
}

Canvas noise(const Shape& shape, Layout layout = Layout::interleaved, unsigned seed = 1) {
  Canvas canvas(shape, layout);
  std::mt19937 random(seed);
  for_each_sample(canvas.view(), [&](int x, int y, int c, int b) {
    const std::uint32_t bits = bits_of(shape.type, random);
    std::memcpy(canvas.view().at(x, y, c, b), &bits, sample_bytes(shape.type));
  });
  return canvas;
}

// Of the test's device; made once, since opening one takes long.
const Engine& engine(int threads = 3) {
  static const Engine three(find_device(test_device()), {.threads = 3});
  static const Engine one(find_device(test_device()), {.threads = 1});
  return threads == 1 ? one : three;
}

Counts counted(const Histogram& filter, const ConstImageView& image, int threads = 3) {
  Counts counts{.bins = {{7}, {}, {1, 2}}, .not_numbers = {9}, .low = 3, .high = 2};  // overwritten
  engine(threads).run(filter, {.image = image}, {.counts = &counts});
  return counts;
}

void expect_equal(const Counts& ours, const Counts& right) {
  EXPECT_EQ(ours.low, right.low);
  EXPECT_EQ(ours.high, right.high);
  EXPECT_EQ(ours.not_numbers, right.not_numbers);
  ASSERT_EQ(ours.bins.size(), right.bins.size());
  for (std::size_t c = 0; c < right.bins.size(); ++c) {
    ASSERT_EQ(ours.bins[c].size(), right.bins[c].size());
    for (std::size_t i = 0; i < right.bins[c].size(); ++i)
      ASSERT_EQ(ours.bins[c][i], right.bins[c][i]) << "channel " << c << ", bin " << i;
  }
}

std::string text(const Histogram& f, const Shape& shape) {
  std::string text = std::string(name(shape.type)) + " x" + std::to_string(shape.channels) + ", " +
                     std::to_string(shape.width) + "x" + std::to_string(shape.height) + ", bins " +
                     std::to_string(f.bins);
  if (f.low) text += ", low " + std::to_string(*f.low);
  if (f.high) text += ", high " + std::to_string(*f.high);
  return text;
}

const Histogram filters[] = {{},
                             {.bins = 1},
                             {.bins = 7},
                             {.bins = 65536},
                             {.bins = 3000},
                             {.low = 0.25f, .high = 0.5f},
                             {.bins = 7, .low = 2.0f, .high = 3.0f},
                             {.bins = 10, .low = -1.0f},
                             {.high = 0.5f},
                             {.bins = 9, .low = 1e30f},
                             {.bins = 1000, .low = 0.0f, .high = 1e-43f},
                             {.bins = 100, .low = -3e38f, .high = 3e38f}};

class HistogramOf : public ::testing::TestWithParam<PixelType> {};
INSTANTIATE_TEST_SUITE_P(AllTypes, HistogramOf, ::testing::ValuesIn(types),
                         [](const auto& i) { return std::string(name(i.param)); });

TEST_P(HistogramOf, EveryRangeAndChannelCount) {
  for (int channels = 1; channels <= 4; ++channels) {
    const Shape shape{.type = GetParam(),
                      .width = 61,
                      .height = 23,
                      .channels = channels,
                      .alpha = channels % 2 == 0,
                      .batch = channels == 2 ? 3 : 1};
    const Canvas image = noise(shape);
    for (const Histogram& filter : filters) {
      SCOPED_TRACE(text(filter, shape));
      expect_equal(counted(filter, image.view()), reference::histogram(filter, image.view()));
      Histogram last = filter;
      last.channel = channels - 1;
      expect_equal(counted(last, image.view()), reference::histogram(last, image.view()));
    }
  }
}

TEST_P(HistogramOf, EveryLayoutAndSize) {
  constexpr int sizes[][2] = {{1, 1}, {3, 2}, {15, 1}, {1, 17}, {16, 3}, {505, 5}, {1030, 2}};
  for (const Layout layout : {Layout::interleaved, Layout::planar, Layout::padded,
                              Layout::flipped_x, Layout::flipped_y, Layout::inside})
    for (const auto& size : sizes) {
      const Shape shape{
          .type = GetParam(), .width = size[0], .height = size[1], .channels = 3, .batch = 2};
      const Canvas image = noise(shape, layout, 5);
      SCOPED_TRACE(text({}, shape) + ", " +
                   std::string(layout_names[static_cast<std::size_t>(layout)]));
      expect_equal(counted({}, image.view()), reference::histogram({}, image.view()));
    }
}

TEST_P(HistogramOf, AllThreadsAndTilesTogether) {
  for (const int channels : {1, 3}) {
    const Shape shape{.type = GetParam(), .width = 1400, .height = 1100, .channels = channels};
    const Canvas image = noise(shape);
    const Counts right = reference::histogram({}, image.view());
    for (const int threads : {1, 3}) expect_equal(counted({}, image.view(), threads), right);
  }
}

// Equal samples meet the same counter again and again.
TEST_P(HistogramOf, FlatImages) {
  for (const int bins : {256, 65536}) {
    Canvas image({.type = GetParam(), .width = 300, .height = 201, .channels = 4},
                 Layout::interleaved);
    std::fill_n(image.view().at(0, 0), std::size_t{300} * 201 * 4 * sample_bytes(GetParam()),
                std::byte{0x3c});
    const Counts counts = counted({.bins = bins}, image.view());
    expect_equal(counts, reference::histogram({.bins = bins}, image.view()));
    std::uint64_t most = 0;
    for (const std::uint64_t count : counts.bins[3]) most = std::max(most, count);
    EXPECT_EQ(most, 300u * 201u);
  }
}

TEST_P(HistogramOf, RegionsOfWhatIsHeld) {
  const Canvas image = noise({.type = GetParam(), .width = 40, .height = 30, .channels = 2});
  const Rect rect{7, 5, 20, 11};
  const Counts right = reference::histogram({.bins = 16}, image.view().region(rect));
  Counts counts;
  engine().run(Histogram{.bins = 16}, {.image = image.view()}, {.counts = &counts},
               Frame::region(40, 30, rect));
  expect_equal(counts, right);
  // The view holds the pixels from (5, 5) on, of a larger image.
  Frame part = Frame::region(100, 90, {7, 5, 20, 11});
  part.x = 5;
  part.y = 5;
  engine().run(Histogram{.bins = 16}, {.image = image.view().region({5, 5, 30, 20})},
               {.counts = &counts}, part);
  expect_equal(counts, right);
}

TEST_P(HistogramOf, PlansRunAgain) {
  const Shape shape{.type = GetParam(), .width = 50, .height = 20, .channels = 3};
  const Canvas first = noise(shape), second = noise(shape, Layout::planar, 2);
  Plan plan = engine().plan(Histogram{}, {.image = first.view()}, Frame::whole(50, 20));
  EXPECT_EQ(plan.candidate(), "histogram");
  EXPECT_EQ(plan.error_bound(), 0.0);
  Counts counts;
  for (const Canvas* image : {&first, &second, &first}) {
    const Report report = plan.run({.image = image->view()}, {.counts = &counts});
    EXPECT_EQ(report.candidate, "histogram");
    expect_equal(counts, reference::histogram({}, image->view()));
  }
}

TEST(Histogram, NothingFinite) {
  Canvas image({.type = PixelType::f32, .width = 4, .height = 1}, Layout::interleaved);
  const float samples[] = {nan, infinity, -infinity, infinity};
  std::memcpy(image.view().data, samples, sizeof samples);
  const Counts counts = counted({.bins = 3}, image.view());
  EXPECT_EQ(counts, (Counts{.bins = {{1, 0, 2}}, .not_numbers = {1}, .low = 0, .high = 1}));
}

TEST(Histogram, TellsHowMuchIsDoneAndStopsWhenAsked) {
  const Canvas image = noise({.type = PixelType::f32, .width = 1400, .height = 900});
  Counts counts;
  double last = 0.0;
  const auto grows = [&](double share) {
    EXPECT_GT(share, last);
    last = share;
  };
  engine().run(Histogram{}, {.image = image.view()}, {.counts = &counts}, Frame::whole(1400, 900),
               {}, {.progress = grows});
  EXPECT_EQ(last, 1.0);
  std::stop_source stop;
  const auto stopped = [&] {
    engine().run(Histogram{}, {.image = image.view()}, {.counts = &counts}, Frame::whole(1400, 900),
                 {},
                 {.cancel = stop.get_token(), .progress = [&](double) { stop.request_stop(); }});
  };
  EXPECT_EQ(error_of(stopped).code(), Errc::cancelled);
}

TEST(Histogram, CannotBeEnqueuedOnBuffersOfAUser) {
  const Canvas image = noise({.type = PixelType::u8, .width = 4, .height = 4});
  Plan plan = engine().plan(Histogram{}, {.image = image.view()}, Frame::whole(4, 4));
  DeviceRun run;
  run.image = {.buffer = 4096, .shape = image.view()};
  EXPECT_EQ(error_of([&] { enqueue(plan, run); }).code(), Errc::unsupported);
}

TEST(Histogram, HasNoImage) {
  const Canvas image = noise({.type = PixelType::u8, .width = 4, .height = 4});
  EXPECT_EQ(error_of([&] { engine().run(Histogram{}, image.view()); }).code(),
            Errc::invalid_argument);
  EXPECT_EQ(error_of([&] { engine().run(Histogram{}, {.image = image.view()}, {}); }).code(),
            Errc::invalid_argument);
}

}  // namespace
}  // namespace selvage::testing
