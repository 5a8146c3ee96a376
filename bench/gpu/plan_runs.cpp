// SPDX-License-Identifier: Apache-2.0
#include "gpu/plan_runs.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <regex>
#include <tuple>
#include <vector>

#include "gpu/drawn.hpp"
#include "pairs.hpp"
#include "selvage/engine.hpp"

namespace selvage::bench {
namespace {

// Runs a plan and prints the median of its passes' time.
class Runs {
 public:
  Runs(const std::string& device, const std::string& wanted, int repeats)
      : engine_(find_device(device)), wanted_(wanted), repeats_(repeats) {}

  // `bytes`: the bytes that must be read and written.
  void operator()(const std::string& name, const Filter& filter, const Inputs& inputs,
                  double bytes) {
    if (!std::regex_search(name, wanted_)) return;
    const ConstImageView shape = result_shape(filter, inputs.image, inputs.guide);
    Plan plan = engine_.plan(filter, inputs, Frame::whole(shape.width, shape.height));
    Counts counts;
    Image result;
    Outputs outputs;
    if (std::holds_alternative<Histogram>(filter)) {
      outputs.counts = &counts;
    } else {
      result = Image(shape.type, shape.width, shape.height, shape.channels, false, 1,
                     {.max_pixels = INT64_MAX});
      outputs.image = result;
    }
    std::vector<double> seconds;
    for (int i = 0; i < repeats_ + 2; ++i) {
      const Report report = plan.run(inputs, outputs);
      if (i >= 2) seconds.push_back(report.kernel_seconds);
    }
    const Spread s = spread(seconds);
    fmt::print("{:<34} {:<13} {:.4f} ms ({:.4f}..{:.4f})  {:.0f} GB/s\n", name, plan.candidate(),
               s.median * 1e3, s.low * 1e3, s.high * 1e3, bytes / s.median * 1e-9);
    std::fflush(stdout);
  }

 private:
  Engine engine_;
  std::regex wanted_;
  int repeats_;
};

double bytes_of(const Image& image) {
  return static_cast<double>(image.bytes());
}

}  // namespace

void run_plans(const std::string& device, const std::string& wanted, int repeats) {
  Runs run(device, wanted, repeats);
  {
    const Image image = drawn_waves(PixelType::f32, {1920, 1080}, 3);
    const Image normals = drawn_waves(PixelType::f32, {1920, 1080}, 3);
    const Image depth = drawn_waves(PixelType::f32, {1920, 1080}, 1);
    const double bytes = 2 * bytes_of(image) + bytes_of(normals) + bytes_of(depth);
    for (const int r : {4, 8, 16, 32})
      run(fmt::format("f32x3.geometry.r{}.1920x1080", r), GeometryGuided{.radius = r},
          {.image = image, .normals = normals, .depth = depth}, bytes);
  }
  for (const auto& [name, type, channels] : {std::tuple{"u8x3", PixelType::u8, 3},
                                             {"u8x1", PixelType::u8, 1},
                                             {"f32x1", PixelType::f32, 1}}) {
    const Image image = drawn_waves(type, {1920, 1080}, channels);
    run(fmt::format("{}.bilateral.r7.1920x1080", name), Bilateral{.radius = 7}, {.image = image},
        2 * bytes_of(image));
    run(fmt::format("{}.joint.r7.1920x1080", name), JointBilateral{.radius = 7},
        {.image = image, .guide = image}, 3 * bytes_of(image));
    run(fmt::format("{}.rolling.r7.n4.1920x1080", name), RollingGuidance{.radius = 7},
        {.image = image}, 9 * bytes_of(image));
  }
  for (const auto& [name, type, channels] : {std::tuple{"u8x1", PixelType::u8, 1},
                                             {"u8x3", PixelType::u8, 3},
                                             {"u16x1", PixelType::u16, 1},
                                             {"f32x1", PixelType::f32, 1}}) {
    const Image image = drawn_waves(type, {7680, 4320}, channels);
    run(fmt::format("{}.histogram.256.7680x4320", name), Histogram{}, {.image = image},
        bytes_of(image));
  }
  const Image small = drawn_waves(PixelType::u16, {320, 240}, 1);
  const Image large = drawn_waves(PixelType::u8, {1280, 960}, 3);
  for (const int r : {3, 9})
    run(fmt::format("u16x1.upsampling.r{}.1280x960", r), JointUpsampling{.radius = r},
        {.image = small, .guide = large}, bytes_of(large));
}

}  // namespace selvage::bench
