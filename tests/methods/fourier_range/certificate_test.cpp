// SPDX-License-Identifier: Apache-2.0
// The candidates with certificates against the reference, on images of which some or many pixels
// fail.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
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

Canvas drawn(const Scene& scene, const Shape& shape) {
  Canvas canvas(shape, Layout::interleaved);
  std::mt19937 random(11);
  const ImageView view = canvas.view();
  for (int y = 0; y < shape.height; ++y)
    for (int x = 0; x < shape.width; ++x)
      for (int c = 0; c < shape.channels; ++c)
        view.at(x, y, c)[0] = static_cast<std::byte>(scene.level(x, y, random));
  return canvas;
}

void expect_within_the_bound(const Bilateral& filter) {
  for (const Scene& scene : scenes) {
    const Canvas image = drawn(scene, {.width = 61, .height = 43});
    const reference::Result right = reference::run(filter, {.image = image.view()});
    for (const Subject& subject : subjects()) {
      if (subject.candidate != tested()) continue;
      SCOPED_TRACE(describe(subject) + " " + std::string(scene.name));
      Canvas output({.width = 61, .height = 43}, Layout::padded);
      const Report report =
          subject.engine->run(filter, {.image = image.view()}, {.image = output.view()},
                              Frame::whole(61, 43), {.use = subject.candidate});
      EXPECT_LE(report.error_bound, 0.5 / 255);
      EXPECT_EQ(disagreement({.result = right,
                              .input = image.view(),
                              .compute = {0, 0, 61, 43},
                              .bound = report.error_bound},
                             output.view()),
                "");
    }
  }
}

TEST(Certificate, EveryPixelIsWithinTheBound) {
  for (const Bilateral& filter :
       {Bilateral{.sigma_space = 8, .sigma_range = 0.1f, .radius = 20},
        Bilateral{.sigma_space = 5, .sigma_range = 0.04f, .radius = 14, .border = Border::wrap},
        Bilateral{.sigma_space = 13, .sigma_range = 0.2f, .radius = 37, .border = Border::clamp},
        Bilateral{.sigma_space = 20, .sigma_range = 0.1f, .radius = 30}}) {
    expect_within_the_bound(filter);
    if (test_device() != "cpu") break;  // a processor that runs a device's text is slow
  }
}

}  // namespace
}  // namespace selvage::testing
