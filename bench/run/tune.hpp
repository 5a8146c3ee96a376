// SPDX-License-Identifier: Apache-2.0
#pragma once
// Measures by which factor this machine differs from the planner's rates.

#include <string>
#include <vector>

#include "planner/rates.hpp"
#include "run/session.hpp"

namespace selvage::bench {

// How often the predicted time a candidate took for a case.
struct Deviation {
  std::string candidate = {}, filter = {};
  PixelType type = PixelType::u8;
  double factor = 1.0;
};

// Blocks. Times every candidate of the device that serves a case: whole runs, with all cores on the
// CPU. Prints a line for each. Results that are wrong count for nothing.
std::vector<Deviation> deviations(Session& session, const std::string& device,
                                  const std::vector<Case>& cases);

// Returns the geometric mean of the deviations for each candidate, filter and type.
std::vector<planner::Rate> rates_of(const std::vector<Deviation>& deviations);

// Measures and stores the rates where plans read them (engine/devices/tuned_rates.hpp). Returns the
// file. Throws Error{output} if it cannot be written.
std::string tune(Session& session, const std::string& device, const std::vector<Case>& cases);

}  // namespace selvage::bench
