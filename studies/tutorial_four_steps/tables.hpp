// SPDX-License-Identifier: Apache-2.0
#pragma once
// The document's figures beside ours.

#include <optional>
#include <string>
#include <vector>

#include "tutorial_four_steps/ladder.hpp"

namespace selvage::studies::four_steps {

// Of one run of the ladder; `suffix` tells the results of several apart: "_r3_16x16".
struct Run {
  const Setting& setting;
  const std::vector<Outcome>& outcomes;
  const std::optional<Outcome>& opencv;
  std::string suffix = {};
};

// Durations and differences, as the document lists them.
Table steps_table(const Run& run);
// What the driver says of each kernel.
Table code_table(const Run& run);
// "55 times OpenCV, 3 times the naive one".
Table claims_table(const Run& run);
// Bars of the durations.
Plot durations_plot(const Run& run);

}  // namespace selvage::studies::four_steps
