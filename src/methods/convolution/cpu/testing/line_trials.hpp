// SPDX-License-Identifier: Apache-2.0
#pragma once
// Runs the candidates that filter row by row with tiles of any size.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "backends/cpu/cpu_runtime.hpp"
#include "methods/catalogue.hpp"
#include "methods/convolution/cpu/testing/line_truth.hpp"
#include "methods/convolution/tuning.hpp"
#include "methods/cpu_factories.hpp"

namespace selvage::cpu {

struct Trial {
  std::string candidate = "separable";
  Filter filter = Gaussian{};
  Tile tile = {.width = 64, .height = 16};
  int threads = 1;
};

inline Step step_of(const Filter& filter) {
  return std::visit(
      []<class F>(const F& f) -> Step {
        if constexpr (std::is_constructible_v<WindowMean, const F&>)
          return WindowMean(f);
        else if constexpr (std::is_constructible_v<Step, const F&>)
          return f;
        else
          throw std::logic_error("not a step");
      },
      filter);
}

inline const planner::Candidate& candidate_of(std::string_view name) {
  for (const planner::Candidate& c : planner::catalogue())
    if (c.platform == Platform::cpu && c.name == name) return c;
  throw std::logic_error("no such candidate");
}

// Returns the tile of the trial with the segment that the candidate's offer would have.
inline LineTuning tuning_of(const Trial& run, const Problem& problem) {
  if (run.candidate == "sliding_box") return {.tile = run.tile};
  const std::size_t number = run.candidate == "separable_int16"                ? 2
                             : std::string(run.candidate).starts_with("plain") ? 8
                                                                               : 4;
  return {.tile = run.tile,
          .segment =
              cached_segment(number, filtered_channels(linear_step(step_of(run.filter)), problem))};
}

// Filters `frame.compute` of the image.
inline Image filtered(const Trial& run, const ConstImageView& image, const Frame& frame,
                      const Controls& controls = {}) {
  const auto runtime = make_runtime({.threads = run.threads}, factory_of);
  Problem problem{.filter = run.filter,
                  .type = image.type,
                  .width = frame.compute.width,
                  .height = frame.compute.height,
                  .channels = image.channels,
                  .alpha = image.alpha,
                  .batch = image.batch};
  const Pass pass{
      .name = "test", .step = step_of(run.filter), .reads = image.type, .writes = image.type};
  const planner::Decision decision{.candidate = &candidate_of(run.candidate),
                                   .problem = problem,
                                   .offer = {.passes = {pass}, .tuning = tuning_of(run, problem)}};
  const auto pipeline = runtime->make(decision, frame);
  Image result(image.type, frame.compute.width, frame.compute.height, result_channels(problem),
               image.alpha, image.batch);
  Report report;
  pipeline->run({.image = image}, {.image = result}, controls, report);
  return result;
}

inline Image filtered(const Trial& run, const ConstImageView& image) {
  return filtered(run, image, Frame::whole(image.width, image.height));
}

// Samples from 0 to 1. In images of floats every `hole`th pixel has a sample that is not finite.
inline Image noise(PixelType type, int width, int height, int channels, int hole = 0) {
  Image image(type, width, height, channels);
  std::mt19937 random(7);
  const ImageView view = image.view();
  with_pixel_type(type, [&]<class T>() {
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        for (int c = 0; c < channels; ++c) {
          double value = static_cast<double>(random() % 65536) / 65535.0;
          const int pixel = y * width + x;
          if (hole > 0 && pixel % hole == hole / 2 && c == pixel % channels)
            value = pixel % 2 == 0 ? std::numeric_limits<double>::quiet_NaN()
                                   : std::numeric_limits<double>::infinity();
          write_sample(view.at(x, y, c), round_sample<T>(value * full_scale(type)));
        }
  });
  return image;
}

inline bool same_bits(const ConstImageView& a, const ConstImageView& b) {
  for (int y = 0; y < a.height; ++y)
    for (int x = 0; x < a.width; ++x)
      for (int c = 0; c < a.channels; ++c)
        if (std::memcmp(a.at(x, y, c), b.at(x, y, c), sample_bytes(a.type)) != 0) return false;
  return true;
}

inline double rounding(PixelType type) {
  switch (type) {
    case PixelType::u8: return 0.5 / 255;
    case PixelType::u16: return 0.5 / 65535;
    case PixelType::f16: return 0x1p-11;
    case PixelType::f32: return 0;
  }
  return 0;
}

// `gain`: the factor by which the filter may enlarge samples. separable_int16 proves a fifth of a
// level for these windows.
inline void expect_truth(const Trial& run, const ConstImageView& image, double gain = 1.0) {
  const LinearStep step = linear_step(step_of(run.filter));
  const auto right = truth(step, image);
  const Image result = filtered(run, image);
  const double error = (run.candidate == "separable_int16" ? 0.2 / 255 : 4e-6 * gain) +
                       rounding(image.type) * std::max(1.0, gain);
  std::size_t i = 0;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x)
      for (int c = 0; c < image.channels; ++c, ++i) {
        if (!right[i]) {
          ASSERT_EQ(
              std::memcmp(result.view().at(x, y, c), image.at(x, y, c), sample_bytes(image.type)),
              0)
              << run.candidate << " copies " << x << ' ' << y;
          continue;
        }
        const double wanted = is_integer(image.type) ? std::clamp(*right[i], 0.0, 1.0) : *right[i];
        ASSERT_NEAR(sample_of(result.view(), x, y, c), wanted, error)
            << run.candidate << ' ' << name(image.type) << " at " << x << ' ' << y << ' ' << c;
      }
}

inline constexpr PixelType all_types[] = {PixelType::u8, PixelType::u16, PixelType::f16,
                                          PixelType::f32};
inline constexpr Border all_borders[] = {Border::reflect101, Border::reflect,  Border::clamp,
                                         Border::wrap,       Border::constant, Border::shrink,
                                         Border::copy};

inline Gaussian gaussian(Border border, int radius = 3) {
  return {.sigma_space = 1.5f, .radius = radius, .border = border, .border_value = 0.25f};
}
inline Box box(Border border, int radius = 3) {
  return {.radius = radius, .border = border, .border_value = 0.25f};
}
inline Convolution matrix(Border border) {
  return {.kernel = {0.5f, -1, 0.25f, 0, 0, 2, -0.5f, 0, 0.75f, -2, 0, 0.25f, 1, 0.5f, -1},
          .width = 3,
          .height = 5,
          .scale = 0.25f,
          .offset = 0.125f,
          .border = border,
          .border_value = 0.25f};
}
// Square kernels, which groups of rows serve; a few coefficients are 0.
inline Convolution square(Border border, int side) {
  Convolution filter{.kernel = {},
                     .width = side,
                     .height = side,
                     .scale = 0.25f,
                     .offset = 0.125f,
                     .border = border,
                     .border_value = 0.25f};
  for (int i = 0; i < side * side; ++i)
    filter.kernel.push_back(0.125f * static_cast<float>(i * 37 % 11 - 4));
  return filter;
}
inline SeparableConvolution lines(Border border) {
  return {.row = {1, -2, 3, 0.5f, 0},
          .column = {0.25f, 1, -0.5f},
          .scale = 0.25f,
          .offset = 0.125f,
          .border = border,
          .border_value = 0.25f};
}

// Returns every candidate with a filter that it computes.
inline std::vector<Trial> all_runs(Border border, PixelType type, bool holes) {
  std::vector<Trial> runs{{.candidate = "separable", .filter = gaussian(border)},
                          {.candidate = "separable", .filter = lines(border)},
                          {.candidate = "plain_separable", .filter = gaussian(border)},
                          {.candidate = "plain_separable", .filter = lines(border)},
                          {.candidate = "stencil", .filter = matrix(border)},
                          {.candidate = "stencil", .filter = square(border, 3)},
                          {.candidate = "stencil", .filter = square(border, 5)},
                          {.candidate = "separable", .filter = gaussian(border, 1)},
                          {.candidate = "separable", .filter = gaussian(border, 2)},
                          {.candidate = "plain_stencil", .filter = matrix(border)},
                          {.candidate = "sliding_box", .filter = box(border)},
                          {.candidate = "sliding_box", .filter = box(border, 9)}};
  if (type == PixelType::u8 && !holes && border != Border::shrink)
    runs.push_back({.candidate = "separable_int16", .filter = gaussian(border)});
  return runs;
}

}  // namespace selvage::cpu
