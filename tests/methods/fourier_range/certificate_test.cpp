// SPDX-License-Identifier: Apache-2.0
// The candidates with certificates against the reference, on images of which some or many pixels
// fail.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string_view>

#include "reference/reference.hpp"
#include "selvage/engine.hpp"
#include "support/canvas.hpp"
#include "support/judge.hpp"
#include "support/pictures.hpp"
#include "support/subjects.hpp"

namespace selvage::testing {
namespace {

// The candidate of the tested device that has certificates.
std::string_view tested() {
  return test_device() == "cpu" ? "fourier_multirate" : "fourier_range";
}

using Draw = int (*)(int x, int y, std::mt19937& random);
struct Scene {
  std::string_view name;
  Draw level;
};
constexpr std::array<Scene, 9> scenes{{
    {"noise", [](int, int, std::mt19937& random) { return static_cast<int>(random() % 256); }},
    {"checkerboard", [](int x, int y, std::mt19937&) { return (x + y) % 2 * 255; }},
    {"squares", [](int x, int y, std::mt19937&) { return (x / 13 + y / 11) % 2 * 180 + 30; }},
    {"ramp", [](int x, int y, std::mt19937&) { return (2 * x + y) % 256; }},
    {"outliers",
     [](int x, int y, std::mt19937&) {
       return x % 20 == 10 && y % 20 == 9 ? (37 * x + 11 * y) % 256 : 7;
     }},
    {"salt 0.1 %",
     [](int x, int, std::mt19937& random) { return random() % 1000 == 0 ? 255 : 60 + x % 40; }},
    {"salt 1 %",
     [](int x, int, std::mt19937& random) { return random() % 100 == 0 ? 255 : 60 + x % 40; }},
    {"salt and pepper 10 %",
     [](int x, int, std::mt19937& random) {
       const auto drawn = random() % 20;
       return drawn == 0 ? 255 : drawn == 1 ? 0 : 100 + x % 20;
     }},
    {"steps",
     [](int x, int y, std::mt19937& random) {
       return std::min(255, (x + y) / 16 * 32 + static_cast<int>(random() % 4));
     }},
}};

constexpr int width = 61, height = 43;

// Returns floats that stand for the same fractions, a little off the steps of u16.
Canvas floats_of(const ConstImageView& words) {
  Canvas canvas({.type = PixelType::f32, .width = width, .height = height}, Layout::interleaved);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      std::uint16_t word = 0;
      std::memcpy(&word, words.at(x, y), sizeof word);
      const float off = static_cast<float>((x * 7 + y * 3) % 11) / 11.0f - 0.5f;
      const float value = std::clamp((static_cast<float>(word) + off) / 65535.0f, 0.0f, 1.0f);
      std::memcpy(canvas.view().at(x, y), &value, sizeof value);
    }
  return canvas;
}

// Returns a scene of u8, or of u16 with lower bytes of their own.
Canvas drawn_integers(const Scene& scene, PixelType type) {
  Canvas canvas({.type = type, .width = width, .height = height}, Layout::interleaved);
  std::mt19937 random(11), lower(5);
  const ImageView view = canvas.view();
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const int level = scene.level(x, y, random);
      const auto byte = static_cast<std::uint8_t>(level);
      const auto word = static_cast<std::uint16_t>(
          std::min(65535, 257 * level + static_cast<int>(lower() % 257)));
      if (type == PixelType::u8)
        std::memcpy(view.at(x, y), &byte, sizeof byte);
      else
        std::memcpy(view.at(x, y), &word, sizeof word);
    }
  return canvas;
}

Canvas drawn(const Scene& scene, PixelType type) {
  if (is_integer(type)) return drawn_integers(scene, type);
  return floats_of(drawn_integers(scene, PixelType::u16).view());
}

// Returns a mask without some pixels and a block.
Canvas mask_with_holes() {
  Canvas mask({.width = width, .height = height}, Layout::padded);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      *mask.view().at(x, y) =
          static_cast<std::byte>((x > 20 && x < 33 && y > 9) || (3 * x + y) % 11 == 0 ? 0 : 255);
  return mask;
}

struct Run {
  Bilateral filter = {};
  PixelType type = PixelType::u8;
  bool masked = false;
  std::size_t every = 1;   // 2: every other scene
  double max_error = 0.5;  // levels
};

void expect_within_the_bound(const Run& run) {
  const Canvas mask = mask_with_holes();
  for (std::size_t i = 0; i < scenes.size(); i += run.every) {
    const Scene& scene = scenes[i];
    const Canvas image = drawn(scene, run.type);
    const Inputs inputs{.image = image.view(), .mask = run.masked ? mask.view() : ConstImageView{}};
    const reference::Result right = reference::run(run.filter, inputs);
    for (const Subject& subject : subjects()) {
      if (subject.candidate != tested()) continue;
      SCOPED_TRACE(describe(subject) + " " + std::string(scene.name));
      Canvas output({.type = run.type, .width = width, .height = height}, Layout::padded);
      const Report report = subject.engine->run(
          run.filter, inputs, {.image = output.view()}, Frame::whole(width, height),
          {.max_error = run.max_error / 255, .use = subject.candidate});
      EXPECT_LE(report.error_bound, run.max_error / 255);
      EXPECT_EQ(disagreement({.result = right,
                              .input = image.view(),
                              .compute = {0, 0, width, height},
                              .bound = report.error_bound},
                             output.view()),
                "");
      EXPECT_EQ(report.certified, width * height);
      EXPECT_LE(report.recomputed, report.certified);
      if (scene.name == "noise" && run.max_error < 0.1) {
        EXPECT_GT(report.recomputed, report.certified / 2);
      }
      if (scene.name == "salt 0.1 %") {
        EXPECT_GT(report.recomputed, 0);
      }
      if (scene.name == "steps") {
        EXPECT_LT(report.recomputed, report.certified);
      }
      if (scene.name == "squares" && !run.masked) {
        EXPECT_LT(report.recomputed, report.certified / 20);
      }
    }
  }
}

TEST(Certificate, EveryPixelIsWithinTheBound) {
  for (const Bilateral& filter :
       {Bilateral{.sigma_space = 8, .sigma_range = 0.1f, .radius = 20},
        Bilateral{.sigma_space = 5, .sigma_range = 0.04f, .radius = 14, .border = Border::wrap},
        Bilateral{.sigma_space = 13, .sigma_range = 0.2f, .radius = 37, .border = Border::clamp},
        Bilateral{.sigma_space = 20, .sigma_range = 0.1f, .radius = 30}}) {
    // A small request, so that most pixels of noise fail.
    expect_within_the_bound({.filter = filter, .max_error = filter.radius == 14 ? 0.05 : 0.5});
    if (test_device() != "cpu") break;  // a processor that runs a device's text is slow
  }
  const Bilateral filter{.sigma_space = 8, .sigma_range = 0.1f};
  for (const double larger : {2.0, 5.0})
    expect_within_the_bound({.filter = filter, .every = 3, .max_error = larger});
}

TEST(Certificate, MissingTapsAreWithinTheBound) {
  const Bilateral filter{.sigma_space = 8, .sigma_range = 0.1f, .radius = 20};
  expect_within_the_bound({.filter = filter, .masked = true, .every = 2});
  for (const Border border : {Border::shrink, Border::copy}) {
    Bilateral other = filter;
    other.border = border;
    other.invalid = 7.0f / 255;
    expect_within_the_bound({.filter = other, .every = 4});
  }
}

TEST(Certificate, SixteenBitsAreWithinTheBound) {
  const Bilateral filter{.sigma_space = 8, .sigma_range = 0.1f, .radius = 20};
  const Bilateral larger{.sigma_space = 11, .sigma_range = 0.1f, .radius = 33};
  expect_within_the_bound({.filter = filter, .type = PixelType::u16, .every = 2});
  expect_within_the_bound({.filter = filter, .type = PixelType::u16, .masked = true, .every = 4});
  if (test_device() != "cpu") return;  // slow
  expect_within_the_bound({.filter = larger, .type = PixelType::u16, .every = 3, .max_error = 0.1});
}

TEST(Certificate, FloatsAreWithinTheBound) {
  const Bilateral filter{.sigma_space = 8, .sigma_range = 0.1f, .radius = 20};
  const Bilateral larger{.sigma_space = 11, .sigma_range = 0.1f, .radius = 33};
  expect_within_the_bound({.filter = filter, .type = PixelType::f32, .every = 3});
  if (test_device() != "cpu") return;
  expect_within_the_bound({.filter = filter, .type = PixelType::f32, .masked = true, .every = 5});
  expect_within_the_bound({.filter = larger, .type = PixelType::f32, .every = 5, .max_error = 0.1});
}

// A sample outside 0..1, or one that is no number, makes the pixels whose windows hold it those of
// direct sums, and no others: of the CPU's direct candidate, to the bit.
TEST(Certificate, SamplesWithoutALevelAreLeftToDirectSums) {
  const bool cpu = test_device() == "cpu";
  const Bilateral filter{
      .sigma_space = 4, .sigma_range = 0.1f, .radius = 12, .border = Border::clamp};
  const Canvas clean = drawn(scenes[2], PixelType::f32);
  for (const float value : {1.5f, -0.25f, 1e18f, std::numeric_limits<float>::quiet_NaN(),
                            std::numeric_limits<float>::infinity()}) {
    if (!cpu && (value == 1.5f || std::isinf(value))) continue;  // slow
    Canvas image({.type = PixelType::f32, .width = width, .height = height}, Layout::interleaved);
    copy_bits(clean.view(), image.view());
    std::memcpy(image.view().at(30, 20), &value, sizeof value);
    const reference::Result right = reference::run(filter, {.image = image.view()});
    for (const Subject& subject : subjects()) {
      if (subject.candidate != tested()) continue;
      SCOPED_TRACE(describe(subject) + " " + std::to_string(value));
      const auto run = [&](const ConstImageView& from, std::string_view use, Report& report) {
        Canvas output({.type = PixelType::f32, .width = width, .height = height}, Layout::padded);
        report = subject.engine->run(filter, {.image = from}, {.image = output.view()},
                                     Frame::whole(width, height),
                                     {.max_error = 1e30, .use = std::string(use)});
        return output;
      };
      constexpr std::int64_t near = 625;  // pixels of a window
      constexpr Rect near_rect{18, 8, 25, 25};
      Report report, of_clean, other;
      const Canvas got = run(image.view(), tested(), report);
      const Canvas without = run(clean.view(), tested(), of_clean);
      const Canvas direct = cpu ? run(image.view(), "simd", other) : got;
      EXPECT_EQ(
          disagreement(
              {.result = right, .input = image.view(), .compute = near_rect, .bound = 0.025 / 255},
              got.view().region(near_rect)),
          "");
      int wrong = 0;
      for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
          const bool by_direct = std::abs(x - 30) <= 12 && std::abs(y - 20) <= 12;
          const Canvas& same = by_direct ? direct : without;
          wrong += std::memcmp(got.view().at(x, y), same.view().at(x, y), sizeof value) != 0;
        }
      EXPECT_EQ(wrong, 0);
      EXPECT_GE(report.recomputed, near);
      EXPECT_LE(report.recomputed, near + of_clean.recomputed);
    }
  }
}

// Guide and values have scenes of their own, among them salt in either and in both.
TEST(Certificate, JointFiltersAreWithinTheBound) {
  const Canvas mask = mask_with_holes();
  const std::size_t every = test_device() == "cpu" ? 1 : 3;  // slow
  for (std::size_t i = every - 1; i < scenes.size(); i += every) {
    const Canvas guide = drawn(scenes[i], PixelType::u8);
    const Canvas gray = drawn(scenes[(i * 4 + 5) % scenes.size()], PixelType::u8);
    Canvas colours({.width = width, .height = height, .channels = 3}, Layout::interleaved);
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        for (int c = 0; c < 3; ++c)
          *colours.view().at(x, y, c) = *gray.view().at((x + 5 * c) % width, y);
    const Inputs inputs{.image = colours.view(),
                        .guide = guide.view(),
                        .mask = every == 1 && i % 3 == 2 ? mask.view() : ConstImageView{}};
    const JointBilateral filter{.sigma_space = 8, .sigma_range = 0.1f, .radius = 20};
    const reference::Result right = reference::run(filter, inputs);
    for (const Subject& subject : subjects()) {
      if (subject.candidate != tested()) continue;
      SCOPED_TRACE(describe(subject) + " " + std::string(scenes[i].name));
      Canvas output({.width = width, .height = height, .channels = 3}, Layout::padded);
      const Report report =
          subject.engine->run(filter, inputs, {.image = output.view()}, Frame::whole(width, height),
                              {.max_error = 0.5 / 255, .use = subject.candidate});
      EXPECT_EQ(disagreement({.result = right,
                              .input = colours.view(),
                              .compute = {0, 0, width, height},
                              .bound = report.error_bound},
                             output.view()),
                "");
      EXPECT_EQ(report.certified, 3 * width * height);
      EXPECT_EQ(report.recomputed % 3, 0);  // all channels of a pixel
      if (scenes[i].name == "salt 0.1 %") {
        EXPECT_GT(report.recomputed, 0);
      }
      if (scenes[i].name == "squares" || scenes[i].name == "steps") {
        EXPECT_LT(report.recomputed, report.certified / 4);
      }
    }
  }
}

// Returns a scene, its negative, or the scene upside down.
Canvas channel_of(int c) {
  const Canvas scene = drawn(scenes[5], PixelType::u8);
  Canvas gray({.width = width, .height = height}, Layout::interleaved);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const std::byte v = *scene.view().at(x, c == 2 ? height - 1 - y : y);
      *gray.view().at(x, y) = c == 1 ? ~v : v;
    }
  return gray;
}

// A device launches several channels together.
TEST(Certificate, ChannelsAreThoseOfImagesOfTheirOwn) {
  constexpr int channels = 3;
  Canvas colours({.width = width, .height = height, .channels = channels}, Layout::interleaved);
  for (int c = 0; c < channels; ++c) {
    const Canvas gray = channel_of(c);
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) colours.view().at(x, y)[c] = *gray.view().at(x, y);
  }
  const Bilateral filter{.sigma_space = 8, .radius = 20, .norm = Norm::per_channel};
  for (const Subject& subject : subjects()) {
    if (subject.candidate != tested()) continue;
    const auto run = [&](const ConstImageView& image, const ImageView& output) {
      return subject.engine->run(filter, {.image = image}, {.image = output},
                                 Frame::whole(width, height), {.use = subject.candidate});
    };
    Canvas filtered({.width = width, .height = height, .channels = channels}, Layout::padded);
    const Report all = run(colours.view(), filtered.view());
    std::int64_t recomputed = 0, certified = 0;
    for (int c = 0; c < channels; ++c) {
      const Canvas gray = channel_of(c);
      Canvas alone({.width = width, .height = height}, Layout::padded);
      const Report one = run(gray.view(), alone.view());
      EXPECT_GT(one.recomputed, 0) << describe(subject);
      recomputed += one.recomputed;
      certified += one.certified;
      int different = 0;
      for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
          different += filtered.view().at(x, y)[c] != *alone.view().at(x, y) ? 1 : 0;
      EXPECT_EQ(different, 0) << describe(subject) << " channel " << c;
    }
    EXPECT_EQ(all.recomputed, recomputed) << describe(subject);
    EXPECT_EQ(all.certified, certified) << describe(subject);
  }
}

}  // namespace
}  // namespace selvage::testing
