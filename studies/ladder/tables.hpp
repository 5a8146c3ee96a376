// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a run of the ladder found.

#include <optional>
#include <string>
#include <vector>

#include "ladder/climb.hpp"
#include "ladder/units.hpp"

namespace selvage::studies::climbing {

// One run; `suffix` tells the results of several apart: "_1920x1080_r7".
struct Run {
  const Setting& setting;
  const std::vector<Outcome>& outcomes;
  std::string suffix = {};
  std::optional<Units> units = {};
  double clocks = 0.0;  // of all multiprocessors together, a second
  bool is_processor = false;
};

// Times, taps a second, what the driver says.
Table rungs_table(const Run& run);
// Instructions of one tap by kind, and the unit that they run into.
Table ceilings_table(const Run& run);
// Taps a second of each rung, and their ceiling.
Plot rates_plot(const Run& run);

// Of the device at hand.
Table units_table(const Units& units);

}  // namespace selvage::studies::climbing
