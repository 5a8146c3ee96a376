// SPDX-License-Identifier: Apache-2.0
// The time of what is too slow to run as often as the rest.

#include <fmt/format.h>

#include <algorithm>

#include "core/stopwatch.hpp"
#include "runner/timing.hpp"

namespace selvage::studies {
namespace {

using Rows = std::function<void(int first_row, int last_row)>;

constexpr int strips = 8;  // of a sample, spread over the image

struct Sample {
  double seconds = 0.0;
  int rows = 0;

  double scaled(int height) const { return seconds * height / rows; }
};

Sample run_strips(int height, int rows_each, const Rows& rows) {
  Sample sample;
  for (int i = 0; i < strips; ++i) {
    // The strips' middles lie at 1/16, 3/16, ... of the height.
    const int first =
        std::clamp((2 * i + 1) * height / (2 * strips) - rows_each / 2, 0, height - rows_each);
    const Stopwatch watch;
    rows(first, first + rows_each);
    sample.seconds += watch.seconds();
    sample.rows += rows_each;
  }
  return sample;
}

}  // namespace

BaselineTime baseline_time(int height, const Rows& rows, double limit) {
  if (height > strips) {
    const double expected = run_strips(height, 1, rows).scaled(height);
    if (expected > limit) {
      // A third of the limit, which is much more than the clock's grain and the first rows' cost.
      const double affordable = limit / 3.0 / expected * height / strips;
      const int each = std::clamp(static_cast<int>(affordable), 1, height / strips);
      return {.seconds = run_strips(height, each, rows).scaled(height), .sampled = true};
    }
  }
  const Stopwatch watch;
  rows(0, height);
  return {.seconds = watch.seconds(), .sampled = false};
}

std::string text(const BaselineTime& time) {
  const bool long_time = time.seconds >= 1.0;
  return fmt::format("{:.1f} {}{}", long_time ? time.seconds : 1e3 * time.seconds,
                     long_time ? "s" : "ms", time.sampled ? " (sampled)" : "");
}

}  // namespace selvage::studies
