// SPDX-License-Identifier: Apache-2.0
#pragma once
// Times two things that take turns, so that clock drift affects both.

#include <functional>
#include <vector>

namespace selvage::bench {

struct Spread {
  double low = 0, median = 0, high = 0;  // seconds, or a ratio; low and high: quartiles
};

Spread spread(std::vector<double> values);

// Runs A B A B ..., `repeats` times after one warm-up each.
struct Pair {
  Spread ours, rival;  // seconds
  Spread ratio;        // rival / ours of each turn: above 1, ours is faster
};
Pair time_pair(const std::function<void()>& ours, const std::function<void()>& rival, int repeats);

// Times a single thing.
Spread time_alone(const std::function<void()>& work, int repeats);

}  // namespace selvage::bench
