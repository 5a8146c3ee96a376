// SPDX-License-Identifier: Apache-2.0
#pragma once
// Compares two reports, by confidence intervals of medians.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace selvage::bench {

enum class Change {
  same,     // the medians differ by less than 3 %
  faster,   // the new median is below the old one
  slower,   // above it
  unclear,  // the intervals do not tell
};

// The ratio of the medians, new / old, lies between low and high with a probability of 90 % at
// least: each median lies in its own interval with 95 %.
struct Difference {
  std::string name = {};
  double low = 0.0, ratio = 1.0, high = 0.0;
  Change change = Change::unclear;
};

// Returns the change of an interval of ratios.
Change change_of(double low, double high);

// Returns the differences of our results that both reports have times of. Throws
// Error{invalid_argument} for a report of another layout, and if there is no such result.
std::vector<Difference> differences(const nlohmann::json& old_report,
                                    const nlohmann::json& new_report);

std::string line(const Difference& difference);

}  // namespace selvage::bench
