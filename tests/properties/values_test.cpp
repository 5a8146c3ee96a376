// SPDX-License-Identifier: Apache-2.0
// Properties of the values that come out.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "properties/problems.hpp"
#include "support/judge.hpp"
#include "support/pictures.hpp"

namespace selvage::testing {
namespace {

// Differences of zero, whatever they are weighted with.
RC_GTEST_PROP(Values, ConstantImageIsUnchangedToTheBit, ()) {
  Case c = *any_case();
  RC_PRE(c.border != Border::constant);
  c.content = Content::flat;
  const Scene scene(c);
  for (const Subject& subject : subjects_for(scene))
    if (c.holes != Holes::value && c.holes != Holes::most) {
      const Canvas output = filtered(subject, scene);
      for_each_sample(output.view(), [&](int x, int y, int ch, int) {
        const double in = read(scene.image.view(), x, y, ch);
        const double flat = 0.3 + 0.1 * ch;
        if (std::isfinite(in)) RC_ASSERT(read(output.view(), x, y, ch) == in);
        RC_ASSERT(!std::isfinite(in) || std::abs(in - flat) < 0.01);
      });
    }
}

struct Range {
  double low = std::numeric_limits<double>::infinity(), high = -low;
};

// Of the window's pixels that lie inside the image: every border but wrap and constant repeats
// them.
Range window_range(const ConstImageView& image, int x, int y, int c, int radius) {
  Range range;
  for (int v = std::max(0, y - radius); v <= std::min(image.height - 1, y + radius); ++v)
    for (int u = std::max(0, x - radius); u <= std::min(image.width - 1, x + radius); ++u) {
      range.low = std::min(range.low, read(image, u, v, c));
      range.high = std::max(range.high, read(image, u, v, c));
    }
  return range;
}

RC_GTEST_PROP(Values, LieWithinTheWindowsRange, ()) {
  Case c = *any_case();
  c.holes = Holes::none;
  c.iterations = 1;
  RC_PRE(c.border != Border::wrap && c.border != Border::constant);
  const Scene scene(c);
  for (const Subject& subject : subjects_for(scene)) {
    const Canvas output = filtered(subject, scene);
    const double tolerance = is_integer(c.type) ? 0.0 : bound(subject, scene);
    for_each_sample(output.view(), [&](int x, int y, int ch, int) {
      const Range range = window_range(scene.image.view(), x, y, ch, c.radius);
      const double value = read(output.view(), x, y, ch);
      RC_ASSERT(value >= range.low - tolerance);
      RC_ASSERT(value <= range.high + tolerance);
    });
  }
}

ImageView turned(const ImageView& view, int turn) {  // 0: left-right, 1: up-down, 2: transposed
  ImageView t = view;
  if (turn == 0) {
    t.data = view.at(view.width - 1, 0);
    t.stride.pixel = -view.stride.pixel;
  } else if (turn == 1) {
    t.data = view.at(0, view.height - 1);
    t.stride.row = -view.stride.row;
  } else {
    std::swap(t.width, t.height);
    std::swap(t.stride.pixel, t.stride.row);
  }
  return t;
}

// Both lie within the bound of the same true value; integers may round to both sides.
RC_GTEST_PROP(Values, FlipsAndTransposesCommute, ()) {
  Case c = *any_case();
  c.iterations = 1;
  c.border_value = 0.5f;
  const int turn = *rc::gen::inRange(0, 3);
  Scene scene(c);
  for (const Subject& subject : subjects_for(scene)) {
    const Canvas straight = filtered(subject, scene);
    const ImageView image = turned(scene.image.view(), turn);
    Inputs inputs{.image = image};
    if (c.holes == Holes::mask) inputs.mask = turned(scene.mask->view(), turn);
    Canvas back(shape_of(c), Layout::interleaved);
    subject.engine->run(filter_of(c), inputs, {.image = turned(back.view(), turn)},
                        Frame::whole(image.width, image.height), forced(subject));
    const double limit = bound(subject, scene);
    for_each_sample(back.view(), [&](int x, int y, int ch, int) {
      const double a = read(straight.view(), x, y, ch), b = read(back.view(), x, y, ch);
      if (!std::isfinite(a)) return;  // copied through: conformance looks at its bits
      RC_ASSERT(std::abs(a - b) <= 2 * (limit + rounding_error(c.type, a)) * (1 + 1e-12));
    });
  }
}

// The Gaussian of odd length around (x, y), by its definition; reflect101.
double gaussian(const ConstImageView& image, int x, int y, double sigma, int radius) {
  const auto reflected = [](int i, int n) { return i < 0 ? -i : i >= n ? 2 * n - 2 - i : i; };
  double sum = 0, weights = 0;
  for (int dy = -radius; dy <= radius; ++dy)
    for (int dx = -radius; dx <= radius; ++dx) {
      const double w =
          std::exp(-dx * dx / (2 * sigma * sigma)) * std::exp(-dy * dy / (2 * sigma * sigma));
      sum += w * read(image, reflected(x + dx, image.width), reflected(y + dy, image.height));
      weights += w;
    }
  return sum / weights;
}

RC_GTEST_PROP(Values, LargeSigmaRangeIsTheGaussian, ()) {
  Case c;
  c.type = *rc::gen::element(PixelType::u8, PixelType::u16, PixelType::f32);
  c.radius = *rc::gen::inRange(0, 6);
  c.sigma_space = *rc::gen::element(0.5f, 1.5f, 20.0f);
  c.width = *rc::gen::inRange(6, 30);
  c.height = *rc::gen::inRange(6, 20);
  c.seed = *rc::gen::arbitrary<std::uint64_t>();
  c.sigma_range = 1e6f;
  const Scene scene(c);
  for (const Subject& subject : subjects_for(scene)) {
    const Canvas output = filtered(subject, scene);
    const double limit = bound(subject, scene) + 1e-11;
    for_each_sample(output.view(), [&](int x, int y, int, int) {
      const double right = gaussian(scene.image.view(), x, y, c.sigma_space, c.radius);
      const double error = std::abs(read(output.view(), x, y) - right);
      RC_ASSERT(error <= limit + rounding_error(c.type, right) * (1 + 1e-12));
    });
  }
}

// A mean that is the invalid value.
bool makes_holes(const ConstImageView& from, const ConstImageView& to) {
  bool found = false;
  for_each_sample(to, [&](int x, int y, int c, int b) {
    found = found || (read(to, x, y, c, b) == hole_value && read(from, x, y, c, b) != hole_value);
  });
  return found;
}

// Intermediate images of f32 are what single runs write, so the runs are the same arithmetic: but
// for a mean that is the invalid value, which is a hole for the next run, and none between passes.
RC_GTEST_PROP(Values, IterationsOfFloatsAreRepeatedRuns, ()) {
  Case c = *any_case();
  const bool value = c.holes == Holes::value || c.holes == Holes::most;
  RC_PRE(!(value && c.fill));  // whether it was filled with that value is not to be seen
  c.type = PixelType::f32;
  c.iterations = 3;
  const Scene scene(c);
  for (const Subject& subject : subjects_for(scene)) {
    Scene once(c);
    once.problem.iterations = 1;
    bool comparable = true;
    for (int i = 0; i < c.iterations; ++i) {
      const Canvas next = filtered(subject, once);
      comparable = comparable && !(value && makes_holes(once.image.view(), next.view()));
      copy_bits(next.view(), once.image.view());
    }
    RC_ASSERT(!comparable || same_bits(filtered(subject, scene).view(), once.image.view()));
  }
}

}  // namespace
}  // namespace selvage::testing
