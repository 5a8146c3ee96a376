// SPDX-License-Identifier: Apache-2.0
#include "error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/reference.hpp"

namespace selvage::bench {
namespace {

struct Tally {
  double max = 0, differ = 0, samples = 0;
};

// Returns the part of [from, from + length), widened by `around` on both sides, within [0, end).
void widen(int& from, int& length, int around, int end) {
  const int last = std::min(end, from + length + around);
  from = std::max(0, from - around);
  length = last - from;
}

// Within a region, the reference of the region with its halo equals that of the whole: the halo
// ends at the image's edge or beyond the window of every judged pixel.
void judge_region(const Filter& filter, const ConstImageView& input, const ConstImageView& output,
                  const Rect& judged, Tally& tally) {
  Rect around = judged;
  widen(around.x, around.width, halo(filter), input.width);
  widen(around.y, around.height, halo(filter), input.height);
  const reference::Result expected = reference::run(filter, {.image = input.region(around)});
  const reference::Samples actual = reference::read(output.region(judged));
  for (int y = 0; y < judged.height; ++y)
    for (int x = 0; x < judged.width; ++x)
      for (int c = 0; c < input.channels; ++c) {
        double true_value =
            expected.samples.at(judged.x - around.x + x, judged.y - around.y + y, c);
        if (is_integer(input.type)) true_value = std::clamp(true_value, 0.0, 1.0);
        const double value = actual.at(x, y, c);
        const double error = 255.0 * std::fabs(value - true_value);
        // A NaN counts as the largest error.
        tally.max = error <= tally.max ? tally.max
                    : error > 0        ? error
                                       : std::numeric_limits<double>::infinity();
        tally.differ += value != reference::to_type(true_value, input.type);
        ++tally.samples;
      }
}

}  // namespace

Error255 judge(const Filter& filter, const ConstImageView& input, const ConstImageView& output) {
  const auto region = [&](int most_width, int most_height, double x, double y) {
    const int width = std::min(most_width, input.width);
    const int height = std::min(most_height, input.height);
    return Rect{static_cast<int>(x * (input.width - width)),
                static_cast<int>(y * (input.height - height)), width, height};
  };
  Tally tally;
  judge_region(filter, input, output, region(100, 60, 0.5, 0.5), tally);
  for (const double y : {0.0, 1.0})
    for (const double x : {0.0, 1.0})
      judge_region(filter, input, output, region(36, 20, x, y), tally);
  Error255 error{.max = tally.max};
  if (is_integer(input.type)) error.differ_percent = 100.0 * tally.differ / tally.samples;
  return error;
}

}  // namespace selvage::bench
