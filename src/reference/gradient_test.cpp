// SPDX-License-Identifier: Apache-2.0
// Compares the reference's gradients with central differences of the reference's filters and with
// results by hand.
#include "reference/gradient.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "reference/reference.hpp"
#include "reference/test_rows.hpp"

namespace selvage::reference {
namespace {

constexpr int width = 5, height = 4;

// Samples k / 128, all different; steps of 2^-11 and 2^-12 keep them exact.
std::vector<float> scattered(int channels, int seed) {
  std::vector<float> samples;
  const int count = width * height * channels;
  for (int i = 0; i < count; ++i)
    samples.push_back(static_cast<float>((i * 37 + seed * 11 + 5) % 127) / 128.0f +
                      static_cast<float>(i) / 1024.0f);
  return samples;
}

struct Scene {
  int channels = 1, guide_channels = 0;
  bool alpha = false;
  std::vector<float> image = scattered(channels, 0), guide = scattered(guide_channels, 1);
  std::vector<std::uint8_t> mask = {};

  Inputs inputs() const {
    Inputs in{.image = f32_view(image, width, height, channels, alpha)};
    if (guide_channels > 0) in.guide = f32_view(guide, width, height, guide_channels);
    if (!mask.empty()) in.mask = u8_view(mask, width, height);
    return in;
  }
};

Samples weights_of_output(int channels) {
  Samples d{.width = width, .height = height, .channels = channels};
  for (int i = 0; i < width * height * channels; ++i) d.values.push_back(std::sin(1.0 + 2.3 * i));
  return d;
}

// L = sum d_output out
double loss(const Filter& filter, const Scene& scene) {
  const Samples d = weights_of_output(scene.channels);
  const Samples out = run(filter, scene.inputs()).samples;
  double sum = 0;
  for (std::size_t i = 0; i < d.values.size(); ++i)
    if (std::isfinite(out.values[i])) sum += d.values[i] * out.values[i];
  return sum;
}

// Richardson's extrapolation of central differences. The steps are exact.
template <class At>
double slope(const At& at) {
  const double h = 0x1p-11;
  const double wide = (at(h) - at(-h)) / (2 * h), narrow = (at(h / 2) - at(-h / 2)) / h;
  return (4 * narrow - wide) / 3;
}

void check_samples(const Filter& filter, Scene scene, std::vector<float> Scene::* samples,
                   const Samples& gradient) {
  for (std::size_t i = 0; i < (scene.*samples).size(); ++i) {
    const float value = (scene.*samples)[i];
    if (!std::isfinite(value)) continue;
    const double expected = slope([&](double step) {
      (scene.*samples)[i] = static_cast<float>(value + step);
      return loss(filter, scene);
    });
    (scene.*samples)[i] = value;
    EXPECT_NEAR(gradient.values[i], expected, 2e-7) << "sample " << i;
  }
}

template <class F>
void check(const F& filter, const Scene& scene) {
  const GradientResult result = gradient(filter, scene.inputs(), weights_of_output(scene.channels));
  check_samples(filter, scene, &Scene::image, result.value.image);
  if (scene.guide_channels > 0) check_samples(filter, scene, &Scene::guide, result.value.guide);
  F moved = filter;
  EXPECT_NEAR(result.value.sigma_space, slope([&](double step) {
                moved.sigma_space = static_cast<float>(filter.sigma_space + step);
                return loss(moved, scene);
              }),
              2e-7);
  if constexpr (requires { filter.sigma_range; }) {
    moved = filter;
    EXPECT_NEAR(result.value.sigma_range, slope([&](double step) {
                  moved.sigma_range = static_cast<float>(filter.sigma_range + step);
                  return loss(moved, scene);
                }),
                2e-6);
  }
}

TEST(ReferenceGradient, BordersAndWindows) {
  for (const Border border : {Border::reflect101, Border::reflect, Border::clamp, Border::wrap,
                              Border::constant, Border::shrink, Border::copy})
    for (const Window window : {Window::square, Window::disc})
      for (const int radius : {1, 2, 7}) {
        SCOPED_TRACE(std::string(name(border)) + " " + std::string(name(window)) + " " +
                     std::to_string(radius));
        check(Bilateral{.sigma_space = 1.5f,
                        .sigma_range = 0.5f,
                        .radius = radius,
                        .window = window,
                        .border = border,
                        .border_value = 0.25f},
              {});
        check(Gaussian{.sigma_space = 1.5f,
                       .radius = radius,
                       .window = window,
                       .border = border,
                       .border_value = 0.25f},
              {.channels = 2});
      }
}

TEST(ReferenceGradient, NormsAndChannels) {
  for (const Norm norm : {Norm::l2, Norm::l1, Norm::per_channel})
    for (const int channels : {1, 3}) {
      SCOPED_TRACE(std::string(name(norm)) + " " + std::to_string(channels));
      check(Bilateral{.sigma_space = 1.5f, .sigma_range = 0.5f, .radius = 2, .norm = norm},
            {.channels = channels});
      for (const int guide : {1, 3}) {
        if (norm == Norm::per_channel && guide != 1 && guide != channels) continue;
        check(JointBilateral{.sigma_space = 1.5f, .sigma_range = 0.5f, .radius = 2, .norm = norm},
              {.channels = channels, .guide_channels = guide});
      }
    }
}

TEST(ReferenceGradient, ManyChannels) {
  for (const Norm norm : {Norm::l2, Norm::l1, Norm::per_channel}) {
    SCOPED_TRACE(name(norm));
    check(Bilateral{.sigma_space = 1.5f, .sigma_range = 0.8f, .radius = 1, .norm = norm},
          {.channels = 6});
    const JointBilateral joint{.sigma_space = 1.5f, .sigma_range = 0.8f, .radius = 1, .norm = norm};
    check(joint, {.channels = 5, .guide_channels = 5});
    check(joint, {.channels = 5, .guide_channels = 1});
    if (norm != Norm::per_channel) check(joint, {.channels = 1, .guide_channels = 7});
  }
  check(Bilateral{.sigma_space = 1.5f, .sigma_range = 0.8f, .radius = 1},
        {.channels = 6, .alpha = true});
  check(Gaussian{.sigma_space = 1.5f, .radius = 2}, {.channels = 9});
}

TEST(ReferenceGradient, HolesMasksAndAlpha) {
  Scene scene{.channels = 4, .alpha = true};
  scene.image[9] = std::numeric_limits<float>::quiet_NaN();
  scene.mask.assign(std::size_t{width} * height, 1);
  scene.mask[7] = 0;
  for (const Alpha alpha : {Alpha::keep, Alpha::filter}) {
    SCOPED_TRACE(name(alpha));
    check(Bilateral{.sigma_space = 1.5f, .sigma_range = 0.5f, .radius = 2, .alpha = alpha}, scene);
  }
  Scene guided{.channels = 2, .guide_channels = 3};
  guided.guide[20] = std::numeric_limits<float>::infinity();
  check(JointBilateral{.sigma_space = 1.5f, .sigma_range = 0.5f, .radius = 2, .invalid = 0.5f},
        guided);
}

// [0 1], both sigmas 1, and L = out(0): w = e^-1, out = w / (1 + w).
//   dL/dw = (1 - out) / W = 1 / (1 + w)^2
//   d v(1) = w / W + w dL/dw (v(0) - v(1)) = w / (1 + w) - w / (1 + w)^2 = w^2 / (1 + w)^2
//   d v(0) = 1 / W + w / (1 + w)^2;  d sigma_range = d sigma_space = w / (1 + w)^2
TEST(ReferenceGradient, TwoPixels) {
  const std::vector<float> row{0, 1};
  const Bilateral filter{.sigma_space = 1, .sigma_range = 1, .radius = 1, .border = Border::shrink};
  const Samples d{.width = 2, .height = 1, .channels = 1, .values = {1, 0}};
  const Gradient g = gradient(filter, {.image = f32_view(row, 2, 1)}, d).value;
  const double w = std::exp(-1.0), by_weight = w / ((1 + w) * (1 + w));
  EXPECT_NEAR(g.image.at(0, 0, 0), 1 / (1 + w) + by_weight, 1e-15);
  EXPECT_NEAR(g.image.at(1, 0, 0), w * by_weight, 1e-15);
  EXPECT_NEAR(g.sigma_range, by_weight, 1e-15);
  EXPECT_NEAR(g.sigma_space, by_weight, 1e-15);
}

// Equal samples of the first channel: l1 has a kink there, and its gradient is 0. The second
// channel's difference of 1 gives D = 1. out = w (2 channels), s = e (v(q) - out) summed.
TEST(ReferenceGradient, L1AtEqualSamples) {
  const std::vector<float> row{0.5f, 0, 0.5f, 1};
  const Bilateral filter{
      .sigma_space = 1, .sigma_range = 1, .radius = 1, .norm = Norm::l1, .border = Border::shrink};
  const Samples d{.width = 2, .height = 1, .channels = 2, .values = {0, 1, 0, 0}};
  const Gradient g = gradient(filter, {.image = f32_view(row, 2, 1, 2)}, d).value;
  const double w = std::exp(-1.0), by_weight = w / ((1 + w) * (1 + w));
  EXPECT_EQ(g.image.at(0, 0, 0), 0.0);
  EXPECT_EQ(g.image.at(1, 0, 0), 0.0);
  EXPECT_NEAR(g.image.at(0, 0, 1), 1 / (1 + w) + by_weight, 1e-15);
  EXPECT_NEAR(g.image.at(1, 0, 1), w * by_weight, 1e-15);
}

// A shift of the image shifts the output, so the image's gradients add up to those of the
// output.
TEST(ReferenceGradient, AShiftOfTheImageShiftsTheOutput) {
  const Scene scene{.channels = 3};
  const Samples d = weights_of_output(3);
  const Gradient g =
      gradient(Bilateral{.sigma_range = 0.3f, .norm = Norm::l1}, scene.inputs(), d).value;
  double given = 0, received = 0;
  for (const double v : d.values) given += v;
  for (const double v : g.image.values) received += v;
  EXPECT_NEAR(received, given, 1e-12);
}

// No value exceeds its magnitude.
TEST(ReferenceGradient, MagnitudesAreLarger) {
  const Scene scene{.channels = 3, .guide_channels = 3};
  const GradientResult r =
      gradient(JointBilateral{.sigma_range = 0.3f}, scene.inputs(), weights_of_output(3));
  for (std::size_t i = 0; i < r.value.image.values.size(); ++i) {
    EXPECT_LE(std::abs(r.value.image.values[i]), r.magnitude.image.values[i]);
    EXPECT_LE(std::abs(r.value.guide.values[i]), r.magnitude.guide.values[i]);
  }
  EXPECT_LE(std::abs(r.value.sigma_space), r.magnitude.sigma_space);
  EXPECT_LE(std::abs(r.value.sigma_range), r.magnitude.sigma_range);
}

}  // namespace
}  // namespace selvage::reference
