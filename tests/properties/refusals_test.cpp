// SPDX-License-Identifier: Apache-2.0
// What is refused, and how a run ends early.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <optional>

#include "properties/problems.hpp"
#include "selvage/error.hpp"
#include "support/pictures.hpp"

namespace selvage::testing {
namespace {

using ::testing::HasSubstr;

std::optional<Error> error_of(auto&& run) {
  try {
    run();
  } catch (const Error& e) {
    return e;
  }
  return std::nullopt;
}

// A rectangle of 10 x 10 at (20, 20) of 64 x 64, handed in with `around` pixels around it.
struct Crop {
  explicit Crop(int around)
      : frame{.width = 64,
              .height = 64,
              .x = 20 - around,
              .y = 20 - around,
              .compute = {20, 20, 10, 10}},
        image({.width = 10 + 2 * around, .height = 10 + 2 * around}, Layout::interleaved) {
    draw(image.view(), Content::noise, 1);
  }
  Frame frame;
  Canvas image;
};

TEST(Refusals, HaloTooSmallSaysHowManyPixelsAreMissing) {
  const Engine engine;
  Canvas output({.width = 10, .height = 10}, Layout::interleaved);
  const auto run = [&](int around, int iterations) {
    Crop crop(around);
    const Bilateral filter{.radius = 5, .iterations = iterations};
    engine.run(filter, {.image = crop.image.view()}, {.image = output.view()}, crop.frame);
  };
  EXPECT_FALSE(error_of([&] { run(5, 1); }));
  EXPECT_FALSE(error_of([&] { run(10, 2); }));
  const auto error = error_of([&] { run(3, 1); });  // 2 on each side
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code(), Errc::invalid_argument);
  EXPECT_THAT(error->what(), HasSubstr("4 columns and 4 rows"));
  EXPECT_THAT(error->hint(), HasSubstr("5 pixels around"));
  const auto repeated = error_of([&] { run(5, 2); });  // 5 more on each side
  ASSERT_TRUE(repeated);
  EXPECT_THAT(repeated->what(), HasSubstr("10 columns and 10 rows"));
}

RC_GTEST_PROP(Refusals, HaloSmallerByAnyNumber, ()) {
  const int radius = *rc::gen::inRange(1, 16);
  const int around = *rc::gen::inRange(0, radius);
  Crop crop(around);
  Canvas output({.width = 10, .height = 10}, Layout::interleaved);
  const auto error = error_of([&] {
    Engine().run(Bilateral{.radius = radius}, {.image = crop.image.view()},
                 {.image = output.view()}, crop.frame);
  });
  RC_ASSERT(error.has_value());
  RC_ASSERT(error->code() == Errc::invalid_argument);
  const std::string missing = std::to_string(2 * (radius - around));
  RC_ASSERT(std::string(error->what()).find(missing) != std::string::npos);
}

// Two views into one buffer of 40 x 10 bytes, `dx` bytes apart.
RC_GTEST_PROP(Refusals, OverlappingViewsUnlessTheyAreOne, ()) {
  Canvas buffer({.width = 80, .height = 10}, Layout::interleaved);
  draw(buffer.view(), Content::noise, 1);
  const int dx = *rc::gen::inRange(0, 40);
  const auto before = buffer.bytes();
  const auto error = error_of([&] {
    Engine().run(Bilateral{}, {.image = buffer.view().region({0, 0, 40, 10})},
                 {.image = buffer.view().region({dx, 0, 40, 10})});
  });
  RC_ASSERT(error.has_value() == (dx != 0));
  if (!error) return;
  RC_ASSERT(error->code() == Errc::invalid_argument);
  RC_ASSERT(std::string(error->what()).find("overlaps") != std::string::npos);
  RC_ASSERT(buffer.bytes() == before);
}

// An image of many tiles, and where to put its result.
struct LongRun {
  explicit LongRun(Kind kind) : c(case_of(kind)), scene(c), output(result_shape_of(c), c.output) {}

  static Case case_of(Kind kind) {
    Case c = parse_case("width=300 height=500 radius=3");
    c.kind = kind;
    return c;
  }

  void with(const Subject& subject, const Controls& controls) {
    subject.engine->run(filter_of(c), scene.inputs(), {.image = output.view()}, whole_frame(c),
                        forced(subject), controls);
  }

  Case c;
  Scene scene;
  Canvas output;
};

// What a subject that works in tiles can filter. A GPU holds the inputs of an upsampling whole,
// for which these devices have too little memory.
std::optional<Kind> kind_in_tiles(const Subject& subject) {
  const auto kind = kind_of(subject);
  return kind && enlarges({.kind = *kind}) && test_device() != "cpu" ? std::nullopt : kind;
}

TEST(Cancel, BeforeTheRun) {
  for (const Subject& subject : every_subject()) {
    const auto kind = kind_of(subject);
    if (!kind) continue;
    std::stop_source stop;
    stop.request_stop();
    const auto error =
        error_of([&] { LongRun(*kind).with(subject, {.cancel = stop.get_token()}); });
    ASSERT_TRUE(error) << describe(subject);
    EXPECT_EQ(error->code(), Errc::cancelled);
  }
}

TEST(Cancel, FromTheFirstTile) {
  for (const Subject& subject : every_subject_in_tiles()) {
    const auto kind = kind_in_tiles(subject);
    if (!kind) continue;
    std::stop_source stop;
    double last = 0;
    const auto error = error_of([&] {
      LongRun(*kind).with(subject, {.cancel = stop.get_token(), .progress = [&](double done) {
                                      last = done;
                                      stop.request_stop();
                                    }});
    });
    ASSERT_TRUE(error) << describe(subject);
    EXPECT_EQ(error->code(), Errc::cancelled);
    EXPECT_LT(last, 1.0);
  }
}

TEST(Progress, GrowsToOne) {
  for (const Subject& subject : every_subject_in_tiles()) {
    const auto kind = kind_in_tiles(subject);
    if (!kind) continue;
    std::vector<double> seen;
    LongRun(*kind).with(subject, {.progress = [&](double done) { seen.push_back(done); }});
    ASSERT_GT(seen.size(), 1u) << describe(subject);
    EXPECT_TRUE(std::ranges::is_sorted(seen));
    EXPECT_GT(seen.front(), 0.0);
    EXPECT_EQ(seen.back(), 1.0);
  }
}

}  // namespace
}  // namespace selvage::testing
