// SPDX-License-Identifier: Apache-2.0
// The candidates that filter row by row, in tiles of awkward sizes: against their definition, and
// with one another to the bit.
#include "backends/cpu/lines.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <random>

#include "backends/cpu/cpu_runtime.hpp"
#include "backends/cpu/line_truth.hpp"
#include "core/test_errors.hpp"

namespace selvage::cpu {
namespace {

struct Trial {
  std::string candidate = "lines";
  Filter filter = Gaussian{};
  Tuning tuning = {.tile_width = 64, .tile_height = 16};
  int threads = 1;
};

Step step_of(const Filter& filter) {
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

// `frame.compute` of the image.
Image filtered(const Trial& run, const ConstImageView& image, const Frame& frame,
               const Controls& controls = {}) {
  const auto runtime = make_runtime({.threads = run.threads});
  Problem problem{.filter = run.filter,
                  .type = image.type,
                  .width = frame.compute.width,
                  .height = frame.compute.height,
                  .channels = image.channels,
                  .alpha = image.alpha,
                  .batch = image.batch};
  const Pass pass{
      .name = "test", .step = step_of(run.filter), .reads = image.type, .writes = image.type};
  const auto pipeline = runtime->make({.candidate = run.candidate,
                                       .passes = {pass},
                                       .problem = problem,
                                       .tuning = run.tuning,
                                       .frame = frame});
  Image result(image.type, frame.compute.width, frame.compute.height, result_channels(problem),
               image.alpha, image.batch);
  Report report;
  pipeline->run({.image = image}, {.image = result}, controls, report);
  return result;
}

Image filtered(const Trial& run, const ConstImageView& image) {
  return filtered(run, image, Frame::whole(image.width, image.height));
}

// Samples from 0 to 1; of floats every `hole`th pixel has one that is not finite.
Image noise(PixelType type, int width, int height, int channels, int hole = 0) {
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

bool same_bits(const ConstImageView& a, const ConstImageView& b) {
  for (int y = 0; y < a.height; ++y)
    for (int x = 0; x < a.width; ++x)
      for (int c = 0; c < a.channels; ++c)
        if (std::memcmp(a.at(x, y, c), b.at(x, y, c), sample_bytes(a.type)) != 0) return false;
  return true;
}

double rounding(PixelType type) {
  switch (type) {
    case PixelType::u8: return 0.5 / 255;
    case PixelType::u16: return 0.5 / 65535;
    case PixelType::f16: return 0x1p-11;
    case PixelType::f32: return 0;
  }
  return 0;
}

// `gain`: by which samples may grow. lines16 proves a fifth of a level for such windows.
void expect_truth(const Trial& run, const ConstImageView& image, double gain = 1.0) {
  const LinearStep step = linear_step(step_of(run.filter));
  const auto right = truth(step, image);
  const Image result = filtered(run, image);
  const double error = (run.candidate == "lines16" ? 0.2 / 255 : 4e-6 * gain) +
                       rounding(image.type) * std::max(1.0, gain);
  std::size_t i = 0;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x)
      for (int c = 0; c < image.channels; ++c, ++i) {
        if (!right[i]) {
          ASSERT_EQ(std::memcmp(result.view().at(x, y, c), image.at(x, y, c),
                                sample_bytes(image.type)),
                    0)
              << run.candidate << " copies " << x << ' ' << y;
          continue;
        }
        const double wanted =
            is_integer(image.type) ? std::clamp(*right[i], 0.0, 1.0) : *right[i];
        ASSERT_NEAR(sample_of(result.view(), x, y, c), wanted, error)
            << run.candidate << ' ' << name(image.type) << " at " << x << ' ' << y << ' ' << c;
      }
}

constexpr PixelType all_types[] = {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32};
constexpr Border all_borders[] = {Border::reflect101, Border::reflect, Border::clamp, Border::wrap,
                                  Border::constant,   Border::shrink,  Border::copy};

Gaussian gaussian(Border border, int radius = 3) {
  return {.sigma_space = 1.5f, .radius = radius, .border = border, .border_value = 0.25f};
}
Box box(Border border, int radius = 3) {
  return {.radius = radius, .border = border, .border_value = 0.25f};
}
Convolution matrix(Border border) {
  return {.kernel = {0.5f, -1, 0.25f, 0, 0, 2, -0.5f, 0, 0.75f, -2, 0, 0.25f, 1, 0.5f, -1},
          .width = 3,
          .height = 5,
          .scale = 0.25f,
          .offset = 0.125f,
          .border = border,
          .border_value = 0.25f};
}
SeparableConvolution lines(Border border) {
  return {.row = {1, -2, 3, 0.5f, 0},
          .column = {0.25f, 1, -0.5f},
          .scale = 0.25f,
          .offset = 0.125f,
          .border = border,
          .border_value = 0.25f};
}

// Every candidate with a filter that it computes.
std::vector<Trial> all_runs(Border border, PixelType type, bool holes) {
  std::vector<Trial> runs{{.candidate = "lines", .filter = gaussian(border)},
                        {.candidate = "lines", .filter = lines(border)},
                        {.candidate = "plain_lines", .filter = gaussian(border)},
                        {.candidate = "plain_lines", .filter = lines(border)},
                        {.candidate = "matrix", .filter = matrix(border)},
                        {.candidate = "plain_matrix", .filter = matrix(border)},
                        {.candidate = "running", .filter = box(border)},
                        {.candidate = "running", .filter = box(border, 9)}};
  if (type == PixelType::u8 && !holes && border != Border::shrink)
    runs.push_back({.candidate = "lines16", .filter = gaussian(border)});
  return runs;
}

TEST(Lines, EqualTheirDefinition) {
  for (const PixelType type : all_types)
    for (const Border border : all_borders)
      for (const int channels : {1, 2, 3, 4}) {
        const Image image = noise(type, 67, 21, channels);
        for (const Trial& run : all_runs(border, type, false)) expect_truth(run, image, 3.0);
      }
}

TEST(Lines, TapsThatAreNotFiniteTakeNoPart) {
  for (const PixelType type : {PixelType::f16, PixelType::f32})
    for (const Border border : all_borders)
      for (const int hole : {3, 700}) {
        const Image image = noise(type, 67, 29, 3, hole);
        for (const Trial& run : all_runs(border, type, true)) expect_truth(run, image, 3.0);
      }
}

// A hole that is no other pixel's tap.
TEST(Lines, HolesAreSeenWhateverTheCoefficients) {
  for (int x = 0; x < 140; ++x) {
    Image image = noise(PixelType::f32, 140, 3, 1);
    write_sample(image.view().at(x, 1), std::numeric_limits<float>::quiet_NaN());
    for (const auto& kernel : {std::vector<float>{0, 0, 1}, {1, 0, 0}, {0, 0, 0}})
      for (const char* candidate : {"lines", "matrix", "plain_matrix"})
        expect_truth({.candidate = candidate,
                      .filter = Convolution{.kernel = kernel, .width = 3, .border = Border::shrink},
                      .tuning = {.tile_width = 256, .tile_height = 16}},
                     image);
  }
}

TEST(Lines, HolesAreFilledFromTheirTaps) {
  const Image image = noise(PixelType::f32, 50, 30, 2, 4);
  for (const char* candidate : {"lines", "plain_lines", "running"}) {
    Box filter = box(Border::shrink, 2);
    filter.fill = true;
    expect_truth({.candidate = candidate, .filter = filter}, image);
  }
}

TEST(Lines, WindowsMayBeLargerThanTheImage) {
  for (const Border border : all_borders)
    for (const auto& [width, height] : {std::pair{1, 1}, {1, 9}, {9, 1}, {5, 4}})
      for (const PixelType type : {PixelType::u8, PixelType::f32}) {
        const Image image = noise(type, width, height, 3);
        const bool narrow = type == PixelType::u8 && border != Border::shrink;
        for (const char* candidate : {"lines", "plain_lines", "running"})
          expect_truth({.candidate = candidate, .filter = box(border, 13)}, image);
        if (narrow) expect_truth({.candidate = "lines16", .filter = gaussian(border, 13)}, image);
      }
}

// Sums of a few levels, and more rows than 16 bits can add up.
TEST(Running, LargeWindows) {
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f32})
    for (const int radius : {0, 1, 31, 130}) {
      const Image image = noise(type, 23, 7, 1);
      expect_truth({.candidate = "running", .filter = box(Border::reflect101, radius)}, image);
      expect_truth({.candidate = "running", .filter = box(Border::wrap, radius)}, image);
    }
}

// What left the window is forgotten, however large it was.
TEST(Running, NothingIsLeftOfLargeSamples) {
  Image image = noise(PixelType::f32, 40, 60, 1);
  const ImageView view = image.view();
  write_sample(view.at(20, 10), 1e18f);
  const Image result = filtered({.candidate = "running", .filter = box(Border::clamp, 3)}, image);
  for (int y = 14; y < 60; ++y)
    for (int x = 0; x < 40; ++x) {
      const double mean = sample_of(result.view(), x, y, 0);
      ASSERT_GT(mean, 0.0) << x << ' ' << y;
      ASSERT_LT(mean, 1.0) << x << ' ' << y;
    }
}

// What is left of large samples of both signs shows the order of the sums.
TEST(Running, SumsAreThoseOfTheWholeImagesGrid) {
  Image image = noise(PixelType::f32, 60, 70, 1);
  const ImageView view = image.view();
  for (int i = 5; i < 50; i += 9) {
    write_sample(view.at(i, i), 3e16f);
    write_sample(view.at(i, i + 2), -3e16f);
  }
  Trial run{.candidate = "running", .filter = box(Border::reflect101)};
  const Image whole = filtered(run, image);
  for (const int height : {1, 3, 10, 100}) {
    run.tuning = {.tile_width = 64, .tile_height = height};
    EXPECT_TRUE(same_bits(filtered(run, image), whole)) << height;
  }
  const Rect part{3, 11, 50, 44};
  EXPECT_TRUE(same_bits(filtered(run, image, Frame::region(60, 70, part)),
                        whole.view().region(part)));
}

TEST(Lines, TilesAndThreadsDoNotShow) {
  for (const PixelType type : all_types)
    for (const int hole : {0, 900}) {
      const Image image = noise(type, 311, 97, 3, is_integer(type) ? 0 : hole);
      for (const Border border : {Border::reflect101, Border::wrap, Border::constant, Border::copy})
        for (Trial run : all_runs(border, type, hole > 0)) {
          run.tuning = {.tile_width = 1024, .tile_height = 128};
          const Image whole = filtered(run, image);
          for (const auto& [width, height] : {std::pair{17, 5}, {64, 97}, {311, 1}}) {
            run.tuning = {.tile_width = width, .tile_height = height};
            run.threads = width == 17 ? 3 : 1;
            ASSERT_TRUE(same_bits(filtered(run, image), whole))
                << run.candidate << ' ' << name(type) << ' ' << width << 'x' << height;
          }
        }
    }
}

// Rows of several pieces.
TEST(Lines, PiecesOfLongRowsDoNotShow) {
  for (const PixelType type : {PixelType::u8, PixelType::f32})
    for (const int hole : {0, 5000}) {
      const Image image = noise(type, 2311, 9, 3, is_integer(type) ? 0 : hole);
      for (const Border border : all_borders)
        for (Trial run : all_runs(border, type, hole > 0)) {
          run.tuning = {.tile_width = 4096, .tile_height = 128};
          const Image whole = filtered(run, image);
          run.tuning = {.tile_width = 100, .tile_height = 128};
          ASSERT_TRUE(same_bits(filtered(run, image), whole)) << run.candidate << name(type);
        }
    }
}

TEST(Lines, RegionsEqualTheWhole) {
  for (const PixelType type : {PixelType::u8, PixelType::f32}) {
    const Image image = noise(type, 211, 90, 3, type == PixelType::f32 ? 1500 : 0);
    for (const Trial& run : all_runs(Border::reflect101, type, true)) {
      const Image whole = filtered(run, image);
      for (const Rect part : {Rect{0, 0, 100, 40}, {37, 21, 120, 33}, {200, 80, 11, 10}}) {
        const Image region = filtered(run, image, Frame::region(211, 90, part));
        ASSERT_TRUE(same_bits(region, whole.view().region(part))) << run.candidate << part.x;
      }
    }
  }
}

// Planar, flipped, and at addresses that no vector likes.
TEST(Lines, LayoutsDoNotShow) {
  for (const PixelType type : all_types) {
    const Image image = noise(type, 150, 40, 3);
    const std::size_t size = sample_bytes(type);
    const auto bytes = static_cast<std::ptrdiff_t>(size);
    std::vector<std::byte> memory(size * 3 * 151 * 41 + 64);
    ConstImageView planar = image.view();
    planar.stride = planar_strides(type, 150, 40, 3);
    planar.data = memory.data() + 1;
    ConstImageView flipped = image.view();
    flipped.stride.row = -(150 * 3 * bytes + 1);
    flipped.data = memory.data() + 39 * -flipped.stride.row + 3;
    for (const ConstImageView& view : {planar, flipped}) {
      for (int y = 0; y < 40; ++y)
        for (int x = 0; x < 150; ++x)
          for (int c = 0; c < 3; ++c)
            std::memcpy(memory.data() + (view.at(x, y, c) - memory.data()),
                        image.view().at(x, y, c), size);
      for (const Trial& run : all_runs(Border::reflect, type, false))
        ASSERT_TRUE(same_bits(filtered(run, view), filtered(run, image)))
            << run.candidate << ' ' << name(type);
    }
  }
}

TEST(Lines, GrayAndAlpha) {
  Image image = noise(PixelType::u8, 40, 20, 4);
  ConstImageView view = image.view();
  view.alpha = true;
  Convolution filter{.kernel = {0, 0, 0, 0, 1, 0, 0, 0, 0}, .width = 3, .height = 3};
  const Image kept = filtered({.candidate = "matrix", .filter = filter}, view);
  EXPECT_TRUE(same_bits(kept, view));
  filter.gray = true;
  for (const char* candidate : {"matrix", "plain_matrix", "lines"}) {
    const Image gray = filtered({.candidate = candidate, .filter = filter}, view);
    ASSERT_EQ(gray.channels(), 2);
    for (int x = 0; x < 40; ++x) {
      const double luma = 0.299 * sample_of(view, x, 7, 0) + 0.587 * sample_of(view, x, 7, 1) +
                          0.114 * sample_of(view, x, 7, 2);
      EXPECT_NEAR(sample_of(gray.view(), x, 7, 0), luma, 0.51 / 255);
      EXPECT_EQ(sample_of(gray.view(), x, 7, 1), sample_of(view, x, 7, 3));
    }
  }
}

TEST(Lines, StopWhenAsked) {
  const Image image = noise(PixelType::u8, 200, 100, 1);
  std::stop_source stop;
  stop.request_stop();
  for (const char* candidate : {"lines", "running"}) {
    const Trial run{.candidate = candidate, .filter = box(Border::clamp)};
    const Frame frame = Frame::whole(200, 100);
    EXPECT_EQ(error_of([&] { filtered(run, image, frame, {.cancel = stop.get_token()}); }).code(),
              Errc::cancelled);
    double last = 0.0;
    filtered(run, image, frame, {.progress = [&](double done) {
               EXPECT_GT(done, last);
               last = done;
             }});
    EXPECT_EQ(last, 1.0);
  }
}

}  // namespace
}  // namespace selvage::cpu
