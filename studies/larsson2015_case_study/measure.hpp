// SPDX-License-Identifier: Apache-2.0
#pragma once
// His eight versions and the product on one image, at one radius.

#include <optional>
#include <string>
#include <vector>

#include "larsson2015_case_study/settings.hpp"
#include "larsson2015_case_study/workplace.hpp"
#include "runner/timing.hpp"

namespace selvage::studies::larsson {

struct Timed {
  Setup setup = {};
  Times times = {};    // seconds
  bool chosen = true;  // else it ran once, and another configuration of its version was faster
};

struct Measured {
  int radius = 1;
  BaselineTime sequential = {};
  std::vector<Timed> versions = {};  // every block and N that fits the device
  std::string candidate = {};        // of the product
  Times product = {};

  // The fastest configuration of a version; of any version (0). None: it was not asked for.
  std::optional<Timed> best(int version) const;
};

// Blocks. Also states that the versions' results are equal, and those of the sequential version
// within 1. Where timing all configurations would take too long, each runs once, and the fastest of
// each version as often as he did.
Measured measure(Workplace& place, Rungs& rungs, const Settings& settings, int radius);

// "1.234..1.240", the quartiles in milliseconds.
std::string spread_ms(const Times& times);

}  // namespace selvage::studies::larsson
