// SPDX-License-Identifier: Apache-2.0
#pragma once
// Times as the documents take them, with their spread.

#include <functional>
#include <string>
#include <vector>

#include "runner/session.hpp"
#include "timing/turns.hpp"

namespace selvage::studies {

using bench::Enqueue;

struct Times {
  double average = 0.0;
  double median = 0.0, low = 0.0, high = 0.0;  // low, high: quartiles
  int runs = 0;
};
Times times_of(std::vector<double> seconds);

// By the device's clock (events): each of `things` runs `runs` times, in turns. Blocks.
std::vector<Times> device_times(Session& session, const std::vector<Enqueue>& things, int runs);

// By the host's clock, one warm-up before: `thing` returns when its result is there.
Times host_times(const std::function<void()>& thing, int runs);

// A sequential baseline runs once, on one thread; where that would last over `limit` seconds, on a
// sample of rows spread over the image, scaled. `rows` computes first_row .. last_row - 1; the
// first few are tried before. All rows have been computed in the end, unless it was sampled.
struct BaselineTime {
  double seconds = 0.0;
  bool sampled = false;  // mark it in the table
};
BaselineTime baseline_time(int height, const std::function<void(int first_row, int last_row)>& rows,
                           double limit = 30.0);

// "12.3 ms", "12.3 s (sampled)".
std::string text(const BaselineTime& time);

}  // namespace selvage::studies
