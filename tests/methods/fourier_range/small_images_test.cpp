// SPDX-License-Identifier: Apache-2.0
// The candidates with certificates against the reference, on ten thousand small images, and on some
// that hill climbing looked for.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "reference/reference.hpp"
#include "selvage/engine.hpp"
#include "selvage/error.hpp"
#include "support/canvas.hpp"
#include "support/judge.hpp"
#include "support/subjects.hpp"

namespace selvage::testing {
namespace {

using Random = std::mt19937;

const bool on_cpu = test_device() == "cpu";
// A processor that runs a device's text is slow, and so are sanitizers. Asked by tests alone, which
// are skipped where there is no such device.
bool is_slow() {
#ifdef FEW_SMALL_IMAGES
  return true;
#else
  return !on_cpu && find_device(test_device()).is_processor;
#endif
}

double uniform(Random& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}
int whole(Random& random, int low, int high) {
  return std::uniform_int_distribution<int>(low, high)(random);
}

// Draws fractions of full scale. Each kind has parameters of its own.
std::vector<double> drawn(Random& random, int width, int height) {
  enum Kind { noise, two_levels, ramp, outlier, steps, salt, waves, kinds };
  const int kind = whole(random, 0, kinds - 1);
  const double low = uniform(random, 0, 1), high = uniform(random, 0, 1);
  const double share = std::pow(10.0, uniform(random, -3, -0.3)), angle = uniform(random, 0, 6.3);
  const int x0 = whole(random, 0, width - 1), y0 = whole(random, 0, height - 1);
  std::vector<double> values;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const double along = (x * std::cos(angle) + y * std::sin(angle)) / width;
      const bool chosen = uniform(random, 0, 1) < share;
      double value = low;
      switch (kind) {
        case noise: value = low + (high - low) * uniform(random, 0, 1); break;
        case two_levels: value = uniform(random, 0, 1) < 0.5 ? low : high; break;
        case ramp: value = low + (high - low) * along; break;
        case outlier: value = x == x0 && y == y0 ? high : low; break;
        case steps: value = std::floor(4 * (low + along)) / 4 + 0.02 * uniform(random, 0, 1); break;
        case salt: value = chosen ? std::round(high) : low + 0.1 * along; break;
        default: value = 0.5 + 0.5 * std::sin(20 * high * along + low); break;
      }
      values.push_back(std::clamp(value, 0.0, 1.0));
    }
  return values;
}

void store(double value, PixelType type, std::byte* to) {
  const auto integer = static_cast<std::uint16_t>(std::lround(value * full_scale(type)));
  const auto byte = static_cast<std::uint8_t>(integer);
  const auto number = static_cast<float>(value);
  if (type == PixelType::u8) std::memcpy(to, &byte, sizeof byte);
  if (type == PixelType::u16) std::memcpy(to, &integer, sizeof integer);
  if (type == PixelType::f32) std::memcpy(to, &number, sizeof number);
}

Canvas image_of(const std::vector<double>& values, PixelType type, int width, int height) {
  Canvas image({.type = type, .width = width, .height = height}, Layout::interleaved);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      store(values[static_cast<std::size_t>(y * width + x)], type, image.view().at(x, y));
  return image;
}

Bilateral drawn_filter(Random& random) {
  constexpr std::array borders{Border::reflect101, Border::clamp,   Border::wrap,
                               Border::constant,   Border::reflect, Border::shrink};
  Bilateral filter;
  filter.radius = whole(random, 12, 22);
  filter.sigma_space = static_cast<float>(std::exp(uniform(random, 0.0, std::log(60.0))));
  filter.sigma_range = static_cast<float>(std::exp(uniform(random, std::log(0.0315), 0.0)));
  filter.border = borders.at(static_cast<std::size_t>(whole(random, 0, 5)));
  filter.border_value = 0.3f;
  return filter;
}

// A plan of the candidate with certificates, or nothing where it refuses.
std::optional<Plan> plan_of(const Subject& subject, const Filter& filter, const Canvas& shape,
                            double max_error) {
  try {
    return subject.engine->plan(filter, {.image = shape.view()},
                                Frame::whole(shape.view().width, shape.view().height),
                                {.max_error = max_error, .use = subject.candidate});
  } catch (const Error& error) {
    if (error.code() != Errc::unsupported) throw;
    return {};
  }
}

std::optional<Subject> tested() {
  const std::string_view name = on_cpu ? "fourier_multirate" : "fourier_range";
  for (const Subject& subject : subjects())  // the best instruction set comes first
    if (subject.candidate == name) return subject;
  return {};
}

TEST(SmallImages, TenThousandAreWithinTheBound) {
  const bool slow = is_slow();
  const int plans = slow ? 4 : 50, images = slow ? 5 : 200;
  constexpr std::array types{PixelType::u8, PixelType::u16, PixelType::f32};
  const auto subject = tested();
  if (!subject) GTEST_SKIP() << "this device has no candidate with certificates";
  Random random(20261127);
  int done = 0, refused = 0;
  while (done < plans) {
    const Bilateral filter = drawn_filter(random);
    const PixelType type = types.at(static_cast<std::size_t>(done) % types.size());
    const int width = whole(random, 5, 15), height = whole(random, 3, 8);
    const double max_error = uniform(random, 0.05, 1.0) / 255;
    const Canvas shape = image_of(drawn(random, width, height), type, width, height);
    auto plan = plan_of(*subject, filter, shape, max_error);
    if (!plan) {
      ASSERT_LT(++refused, 4 * plans);
      continue;
    }
    ++done;
    for (int i = 0; i < images; ++i) {
      const Canvas image = image_of(drawn(random, width, height), type, width, height);
      Canvas output({.type = type, .width = width, .height = height}, Layout::padded);
      const Report report = plan->run({.image = image.view()}, {.image = output.view()});
      ASSERT_LE(report.error_bound, max_error);
      const reference::Result right = reference::run(filter, {.image = image.view()});
      ASSERT_EQ(disagreement({.result = right,
                              .input = image.view(),
                              .compute = {0, 0, width, height},
                              .bound = report.error_bound},
                             output.view()),
                "")
          << name(type) << ", radius " << *filter.radius << ", sigma_space " << filter.sigma_space
          << ", sigma_range " << filter.sigma_range << ", border " << name(filter.border)
          << ", plan " << done << ", image " << i;
    }
  }
}

// Returns the largest error of floats relative to the bound.
double largest_share(const reference::Result& right, const ConstImageView& output, double bound) {
  double largest = 0.0;
  for (int y = 0; y < output.height; ++y)
    for (int x = 0; x < output.width; ++x) {
      float value = 0.0f;
      std::memcpy(&value, output.at(x, y), sizeof value);
      largest = std::max(largest, std::abs(double{value} - right.samples.at(x, y, 0)) / bound);
    }
  return largest;
}

// Changes pixels as long as the error grows. It stays within the bound, and comes so near that the
// bound is no idle one.
TEST(SmallImages, HillClimbingStaysWithinTheBound) {
  constexpr int width = 13, height = 8, starts = 3;
  const bool slow = is_slow();
  const int steps = slow ? 8 : 400;
  const auto subject = tested();
  if (!subject) GTEST_SKIP() << "this device has no candidate with certificates";
  Random random(7);
  for (const Bilateral& filter :
       {Bilateral{.sigma_space = 4, .sigma_range = 0.1f, .radius = 12},
        Bilateral{.sigma_space = 30, .sigma_range = 0.05f, .radius = 14, .border = Border::clamp},
        Bilateral{.sigma_space = 6, .sigma_range = 0.3f, .radius = 18, .border = Border::wrap}}) {
    Canvas output({.type = PixelType::f32, .width = width, .height = height}, Layout::interleaved);
    auto plan = plan_of(*subject, filter, output, 0.5 / 255);
    ASSERT_TRUE(plan);
    double best = 0.0;
    for (int start = 0; start < starts; ++start) {
      std::vector<double> values = drawn(random, width, height);
      double share = 0.0;
      for (int step = 0; step < steps; ++step) {
        std::vector<double> changed = values;
        for (int i = whole(random, 1, 3); i > 0; --i) {
          double& value = changed[static_cast<std::size_t>(whole(random, 0, width * height - 1))];
          const double by = uniform(random, 0, 1) < 0.5 ? 0.03 : 1.0;
          value = std::clamp(value + by * uniform(random, -1, 1), 0.0, 1.0);
        }
        const Canvas image = image_of(changed, PixelType::f32, width, height);
        const Report report = plan->run({.image = image.view()}, {.image = output.view()});
        const double got = largest_share(reference::run(filter, {.image = image.view()}),
                                         output.view(), report.error_bound);
        ASSERT_LE(got, 1.0) << "radius " << *filter.radius << ", step " << step;
        if (got < share) continue;
        share = got;
        values = std::move(changed);
      }
      best = std::max(best, share);
    }
    RecordProperty("share of the bound, radius " + std::to_string(*filter.radius),
                   std::to_string(best));
    if (!slow) {
      EXPECT_GT(best, 1.0 / 30) << "radius " << *filter.radius;
    }
  }
}

}  // namespace
}  // namespace selvage::testing
