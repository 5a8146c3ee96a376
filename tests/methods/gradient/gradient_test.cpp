// SPDX-License-Identifier: Apache-2.0
// Gradients of every instruction set against the reference, and what may not change them.
#include "selvage/gradient.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <vector>

#include "core/sample.hpp"
#include "methods/gradient/cases.hpp"
#include "reference/gradient.hpp"
#include "selvage/error.hpp"
#include "selvage/interop.hpp"
#include "support/subjects.hpp"

namespace selvage::testing {
namespace {

const Device device = find_device(test_device());
const bool is_cpu = device.id == "cpu";

// The instruction sets of the CPU, or one that no GPU asks for.
std::vector<std::string> instruction_sets() {
  return is_cpu ? device.simd : std::vector<std::string>{""};
}

Canvas like(const ConstImageView& view, Layout layout = Layout::interleaved) {
  return Canvas({.type = PixelType::f32,
                 .width = view.width,
                 .height = view.height,
                 .channels = view.channels,
                 .batch = view.batch},
                layout);
}

struct Result {
  Canvas image;
  std::optional<Canvas> guide = {};
  double sigma_space = 0.0, sigma_range = 0.0, bound = 0.0;
};

Result run(const Engine& engine, const GradientScene& scene, Layout layout = Layout::interleaved) {
  Result result{.image = like(scene.image.view(), layout)};
  Gradients d{.image = result.image.view()};
  if (scene.guide) {
    result.guide.emplace(like(scene.guide->view(), layout));
    d.guide = result.guide->view();
  }
  const GradientReport report =
      gradient(engine, scene.filter, scene.inputs(), scene.d_output.view(), d);
  result.bound = report.error_bound;
  result.sigma_space = d.sigma_space;
  result.sigma_range = d.sigma_range;
  return result;
}

// Weights and products below the smallest normal number count as 0.
constexpr double tiny = 1e-25;

// Compares a number with the reference's; returns the error as a fraction of the bound.
double judge(const char* what, double got, double want, double magnitude, double bound) {
  EXPECT_TRUE(std::abs(got - want) <= bound * magnitude + tiny)
      << what << ": " << got << ", must be " << want << " within " << bound << " of " << magnitude;
  return magnitude > 0 ? std::abs(got - want) / (bound * magnitude + tiny) : 0.0;
}

double judge(const char* what, const ConstImageView& got, int b, const reference::Samples& want,
             const reference::Samples& magnitude, double bound) {
  double worst = 0.0;
  int wrong = 0;
  for_each_sample(got.image(b), [&](int x, int y, int c, int) {
    float v = 0;
    std::memcpy(&v, got.at(x, y, c, b), sizeof v);
    const double error = std::abs(v - want.at(x, y, c));
    const double allowed = bound * magnitude.at(x, y, c) + tiny;
    worst = std::max(worst, error / allowed);
    if (error <= allowed) return;
    if (++wrong <= 3)
      ADD_FAILURE() << what << " (" << x << ", " << y << ", " << c << ", " << b << "): " << v
                    << ", must be " << want.at(x, y, c) << " within " << allowed;
  });
  EXPECT_EQ(wrong, 0) << what;
  return worst;
}

// Returns the largest error as a fraction of the bound.
double compare(const GradientScene& scene, const Result& got) {
  double space = 0, range = 0, most_space = 0, most_range = 0, worst = 0;
  for (int b = 0; b < scene.image.view().batch; ++b) {
    const auto [want, magnitude] = reference::gradient(
        scene.filter, scene.inputs(b), reference::read(scene.d_output.view().image(b)));
    worst = std::max(worst,
                     judge("d_image", got.image.view(), b, want.image, magnitude.image, got.bound));
    if (got.guide)
      worst = std::max(
          worst, judge("d_guide", got.guide->view(), b, want.guide, magnitude.guide, got.bound));
    space += want.sigma_space;
    range += want.sigma_range;
    most_space += magnitude.sigma_space;
    most_range += magnitude.sigma_range;
  }
  return std::max({worst, judge("d_sigma_space", got.sigma_space, space, most_space, got.bound),
                   judge("d_sigma_range", got.sigma_range, range, most_range, got.bound)});
}

// PoCL compiles for the channels of image and guide and for each norm, which takes most of the
// time.
const bool is_pocl = device.is_processor && !is_cpu;
const unsigned scenes = is_pocl ? 12 : 400;

const unsigned many_scenes = is_pocl ? 24 : 200;

class GradientScenes : public ::testing::TestWithParam<unsigned> {
 public:
  static constexpr unsigned parts = 8;  // which may run side by side
};

void check_scenes(unsigned first, unsigned end, bool many) {
  double worst = 0;
  for (const std::string& simd : instruction_sets()) {
    const Engine engine(device, {.threads = 3, .simd = simd});
    for (unsigned seed = first; seed < end; seed += GradientScenes::parts) {
      const GradientScene scene = gradient_scene(seed, many);
      SCOPED_TRACE(simd + ", " + scene.text);
      const Result result = run(engine, scene);
      worst = std::max(worst, compare(scene, result));
      EXPECT_TRUE(result.image.surroundings_untouched());
      if (::testing::Test::HasFailure()) return;
    }
  }
  fmt::print("largest error: {:.3f} of the bound\n", worst);
  EXPECT_LT(worst, 0.2) << "the bound is a proof, and this is close to it";
}

TEST_P(GradientScenes, AgreeWithTheReference) {
  check_scenes(GetParam(), scenes, false);
}
TEST_P(GradientScenes, OfManyChannelsAgreeWithTheReference) {
  check_scenes(GetParam(), many_scenes, true);
}
INSTANTIATE_TEST_SUITE_P(Parts, GradientScenes, ::testing::Range(0U, GradientScenes::parts));

// Values that differ by up to a 64th from pixel to pixel.
Canvas many_samples(int channels, unsigned step) {
  Canvas canvas({.type = PixelType::f32, .width = 6, .height = 5, .channels = channels},
                Layout::planar);
  for_each_sample(canvas.view(), [&](int x, int y, int c, int b) {
    const unsigned k = static_cast<unsigned>((y * 6 + x) * channels + c) * step % 1021;
    write_sample(canvas.view().at(x, y, c, b), static_cast<float>(k) / 65536.0f);
  });
  return canvas;
}

TEST(Gradient, TheMostChannels) {
  const Engine engine(device);
  for (const Norm norm : {Norm::l2, Norm::l1, Norm::per_channel}) {
    SCOPED_TRACE(name(norm));
    const float range = norm == Norm::l1 ? 8.0f : 0.5f;
    const Bilateral filter{.sigma_space = 1, .sigma_range = range, .radius = 1, .norm = norm};
    const GradientScene scene{.filter = filter,
                              .image = many_samples(max_channels, 37),
                              .d_output = many_samples(max_channels, 71)};
    EXPECT_LT(compare(scene, run(engine, scene)), 0.2);
  }
}

TEST(Gradient, ScenesHaveAllTraits) {
  if (is_pocl) GTEST_SKIP() << "these are too few";
  std::map<std::string, int> seen;
  for (unsigned seed = 0; seed < scenes; ++seed)
    for (const std::string& trait : gradient_scene(seed).traits) ++seen[trait];
  for (const char* const trait :
       {"bilateral", "joint", "gaussian", "mask", "norm l1", "norm l2", "norm per_channel",
        "border copy", "border wrap", "window disc", "alpha filter", "channels 4 with alpha",
        "type f16", "guide u16", "guide channels 4", "radius 20", "layout flipped_x"})
    EXPECT_GE(seen[trait], 5) << trait;
  seen.clear();
  for (unsigned seed = 0; seed < many_scenes; ++seed)
    for (const std::string& trait : gradient_scene(seed, true).traits) ++seen[trait];
  for (const char* const trait :
       {"joint", "gaussian", "norm l1", "norm l2", "norm per_channel", "border constant", "mask",
        "channels 35", "channels 11 with alpha", "channels 1", "guide channels 1",
        "guide channels 34", "radius 9"})
    EXPECT_GE(seen[trait], 2) << trait;
}

// Threads, executors and layouts change no bit.
TEST(Gradient, SameBits) {
  const Engine one(device, {.executor = Executor::serial});
  const Engine many(device, {.threads = 5, .executor = Executor::threads});
  for (unsigned seed = 0; seed < (is_cpu ? 120 : 12); ++seed) {
    const GradientScene scene = gradient_scene(seed, seed % 2 > 0);
    SCOPED_TRACE(scene.text);
    const auto layout = static_cast<Layout>(seed % layout_names.size());
    GradientScene moved{.filter = scene.filter,
                        .image = laid_out(scene.image, layout),
                        .d_output = laid_out(scene.d_output, layout)};
    if (scene.guide) moved.guide.emplace(laid_out(*scene.guide, layout));
    if (scene.mask) moved.mask.emplace(laid_out(*scene.mask, layout));
    const Result a = run(one, scene), b = run(many, moved, layout);
    EXPECT_TRUE(same_bits(a.image.view(), b.image.view()));
    if (a.guide) {
      EXPECT_TRUE(same_bits(a.guide->view(), b.guide->view()));
    }
    EXPECT_EQ(a.sigma_space, b.sigma_space);
    EXPECT_EQ(a.sigma_range, b.sigma_range);
  }
}

struct Row {
  std::vector<float> image, d_output, d_image;

  explicit Row(std::vector<float> samples, std::vector<float> output)
      : image(std::move(samples)), d_output(std::move(output)), d_image(image.size()) {}
  Gradients run(const Filter& filter) {
    const int width = static_cast<int>(image.size());
    const auto view = [&](std::vector<float>& v) {
      return interleaved(static_cast<void*>(v.data()), PixelType::f32, width, 1);
    };
    Gradients d{.image = view(d_image)};
    gradient(Engine(device), filter, {.image = view(image)}, view(d_output), d);
    return d;
  }
};

// By hand, as in src/reference/gradient_test.cpp.
TEST(Gradient, TwoPixels) {
  Row row({0, 1}, {1, 0});
  const Gradients d =
      row.run(Bilateral{.sigma_space = 1, .sigma_range = 1, .radius = 1, .border = Border::shrink});
  const double w = std::exp(-1.0), by_weight = w / ((1 + w) * (1 + w));
  EXPECT_NEAR(row.d_image[0], 1 / (1 + w) + by_weight, 1e-6);
  EXPECT_NEAR(row.d_image[1], w * by_weight, 1e-6);
  EXPECT_NEAR(d.sigma_range, by_weight, 1e-6);
  EXPECT_NEAR(d.sigma_space, by_weight, 1e-6);
}

// Differences too large for a square, and a hole between them, do not spread.
TEST(Gradient, LargeDifferencesAreFinite) {
  Row row({0, 1e30f, std::numeric_limits<float>::quiet_NaN(), -1e30f, 1}, {1, 2, 3, 4, 5});
  const Gradients d = row.run(Bilateral{.sigma_space = 1, .sigma_range = 0.1f, .radius = 4});
  for (std::size_t i = 0; i < 5; ++i)
    EXPECT_FLOAT_EQ(row.d_image[i], static_cast<float>(i + 1)) << i;
  EXPECT_NEAR(d.sigma_range, 0.0, 1e-9);
}

// Elevation models mark what is missing with the lowest number.
TEST(Gradient, LargeInvalidSamplesSendNothing) {
  constexpr float lowest = std::numeric_limits<float>::lowest();
  for (const Border border : {Border::reflect101, Border::constant}) {
    Row row({100, lowest, 101}, {10, 0, 10}), gaussian = row;
    const Gradients d = row.run(Bilateral{.sigma_space = 1,
                                          .sigma_range = 1,
                                          .radius = 1,
                                          .border = border,
                                          .border_value = lowest,
                                          .invalid = lowest});
    EXPECT_FLOAT_EQ(row.d_image[0], 10.0f);
    EXPECT_FLOAT_EQ(row.d_image[2], 10.0f);
    EXPECT_EQ(d.sigma_space, 0.0);
    EXPECT_EQ(d.sigma_range, 0.0);
    const Gradients g = gaussian.run(Gaussian{.sigma_space = 1,
                                              .radius = 1,
                                              .border = border,
                                              .border_value = lowest,
                                              .invalid = lowest});
    EXPECT_EQ(g.sigma_space, 0.0);
  }
}

TEST(Gradient, ALargeRadiusOfASmallImage) {
  for (const Border border : {Border::reflect101, Border::reflect, Border::clamp, Border::wrap}) {
    Row row({0.1f, 0.7f, 0.3f}, {1, 1, 1});
    const Gaussian filter{.sigma_space = 100, .radius = is_cpu ? 300 : 40, .border = border};
    row.run(filter);
    EXPECT_NEAR(row.d_image[0] + row.d_image[1] + row.d_image[2], 3.0, 1e-5);
  }
}

std::string refusal(const Engine& engine, const Filter& filter, const Inputs& inputs,
                    const ConstImageView& d_output, Gradients d) {
  try {
    gradient(engine, filter, inputs, d_output, d);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST(Gradient, Refusals) {
  const Engine engine(device);
  Image image(PixelType::u8, 4, 3, 3), d(PixelType::f32, 4, 3, 3), out(PixelType::f32, 4, 3, 3);
  Image small(PixelType::f32, 3, 3, 3);
  const Inputs inputs{.image = image.view()};
  const auto why = [&](const Filter& filter, const ConstImageView& d_output, const ImageView& to) {
    return refusal(engine, filter, inputs, d_output, {.image = to});
  };
  EXPECT_EQ(why(Bilateral{}, d, out), "");
  EXPECT_EQ(why(Bilateral{.norm = Norm::luma}, d, out), "norm luma has no gradient");
  EXPECT_EQ(why(Bilateral{.norm = Norm::lab}, d, out), "norm lab has no gradient");
  EXPECT_EQ(why(Bilateral{.iterations = 2}, d, out),
            "the gradient of 2 iterations is not computed");
  EXPECT_EQ(why(Bilateral{.fill = true}, d, out), "a filter that fills holes has no gradient");
  EXPECT_EQ(why(Box{}, d, out), "box has no gradient");
  EXPECT_EQ(why(Bilateral{.sigma_space = -1}, d, out).substr(0, 11), "sigma_space");
  EXPECT_EQ(why(Bilateral{}, image, out), "d_output: is u8, must be f32");
  EXPECT_EQ(why(Bilateral{}, small, out),
            "d_output: is 3x3 with 3 channels, batch 1, must be 4x3 with 3 channels, batch 1");
  const Image volume = Image::volume(PixelType::f32, 4, 3, 2, 3);
  EXPECT_EQ(why(Bilateral{}, volume, out),
            "d_output: is 4x3 with 3 channels, batch 1, depth 2, "
            "must be 4x3 with 3 channels, batch 1, depth 1");
  EXPECT_EQ(why(Bilateral{}, d, d), "d_image: is the same view as d_output");
  EXPECT_EQ(refusal(engine, Bilateral{}, inputs, d, {.image = out, .guide = out}),
            "d_guide: there is no guide");
  EXPECT_EQ(refusal(engine, Bilateral{}, inputs, {}, {.image = out}), "d_output: has no data");
  ConstImageView deep = image;
  deep.depth = 2;
  EXPECT_NE(refusal(engine, Bilateral{}, {.image = deep}, d, {.image = out}), "");
}

TEST(Gradient, OneGuideForABatchIsRefused) {
  Image image(PixelType::f32, 4, 3, 1, false, 2), d(PixelType::f32, 4, 3, 1, false, 2);
  Image guide(PixelType::f32, 4, 3), d_guide(PixelType::f32, 4, 3);
  const Engine engine(device);
  EXPECT_EQ(refusal(engine, JointBilateral{}, {.image = image.view(), .guide = guide.view()}, d,
                    {.guide = d_guide.view()}),
            "d_guide: one guide for a batch of images has no gradient");
}

TEST(Gradient, BuffersAreChecked) {
  const Engine engine(device);
  const ConstImageView shape = Image(PixelType::f32, 40, 30).view();
  const auto at = [&](std::uint64_t buffer) {
    return DeviceImage{.buffer = buffer, .shape = shape};
  };
  const auto why = [&](const DeviceGradient& run) -> std::string {
    try {
      enqueue_gradient(engine, Bilateral{}, run);
    } catch (const Error& error) {
      return error.what();
    }
    return {};
  };
  DeviceGradient run{.image = at(1 << 20), .d_output = at(2 << 20), .d_image = at(3 << 20)};
  if (is_cpu) {
    EXPECT_EQ(why(run), "the engine is one for the CPU, which has no device buffers");
    return;
  }
  EXPECT_GE(gradient_scratch_bytes(engine, Bilateral{}, {.image = shape}), 40U * 30 * 4 * 3);
  EXPECT_EQ(why(run), "scratch: has no buffer");
  run.means.buffer = run.scratch.buffer = 4 << 20;
  run.scratch.offset = 4;
  EXPECT_EQ(why(run), "scratch: an offset of 4 bytes is not a multiple of 16");
  run.means.offset = 8;
  EXPECT_EQ(why(run), "means: an offset of 8 bytes is not a multiple of 16");
  run.means.offset = run.scratch.offset = 16;
  EXPECT_EQ(why(run), "scratch: overlaps means");
  run.means.buffer = 0;
  run.scratch = {.buffer = 1 << 20, .offset = 4784};
  EXPECT_EQ(why(run), "scratch: overlaps image");
  run.scratch = {.buffer = 3 << 20, .offset = -1024};
  EXPECT_EQ(why(run), "scratch: overlaps d_image");
  run.scratch = {.buffer = 5 << 20};
  run.d_sigmas = {.buffer = 5 << 20, .offset = 4};
  EXPECT_EQ(why(run), "scratch: overlaps d_sigmas");
  run.d_image = run.d_output;
  EXPECT_EQ(why(run), "d_image: is the same view as d_output");
}

TEST(Gradient, CanBeCancelled) {
  if (!is_cpu) GTEST_SKIP() << "a GPU tells its progress by images";
  Image image(PixelType::f32, 40, 30), d(PixelType::f32, 40, 30);
  std::stop_source stop;
  std::vector<double> steps;
  Gradients none;
  const Controls controls{.cancel = stop.get_token(), .progress = [&](double done) {
                            steps.push_back(done);
                            if (steps.size() == 40) stop.request_stop();
                          }};
  EXPECT_THROW(gradient(Engine(device, {.threads = 1}), Bilateral{}, {.image = image.view()}, d,
                        none, controls),
               Error);
  EXPECT_EQ(steps.size(), 40U);
  EXPECT_TRUE(std::ranges::is_sorted(steps));
}

}  // namespace
}  // namespace selvage::testing
