// SPDX-License-Identifier: Apache-2.0
#include "pairs.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace selvage::bench {
namespace {

double seconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

Spread spread(std::vector<double> values) {
  std::ranges::sort(values);
  const auto at = [&](double share) {
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
  };
  return {at(0.25), at(0.5), at(0.75)};
}

Pair time_pair(const std::function<void()>& ours, const std::function<void()>& rival, int repeats) {
  ours();
  rival();
  std::vector<double> a, b, ratio;
  for (int i = 0; i < repeats; ++i) {
    a.push_back(seconds_of(ours));
    b.push_back(seconds_of(rival));
    ratio.push_back(b.back() / a.back());
  }
  return {spread(a), spread(b), spread(ratio)};
}

Spread time_alone(const std::function<void()>& work, int repeats) {
  work();
  std::vector<double> seconds;
  for (int i = 0; i < repeats; ++i) seconds.push_back(seconds_of(work));
  return spread(seconds);
}

}  // namespace selvage::bench
