// SPDX-License-Identifier: Apache-2.0
#pragma once
// One run of the ladder: every rung checked, then all timed in turns.

#include <optional>
#include <string>
#include <vector>

#include "ladder/steps.hpp"
#include "runner/pictures.hpp"
#include "runner/rung.hpp"
#include "runner/timing.hpp"
#include "selvage/filters.hpp"
#include "selvage/image.hpp"

namespace selvage::studies::climbing {

// What is filtered, and how.
struct Setting {
  Image input;
  Bilateral filter;  // the same as the product's

  int radius() const { return *filter.radius; }
  double taps() const;  // of the whole image
};

// One row of the study's tables.
struct Outcome {
  const Step* step = nullptr;  // the product's is what its kernel does for each tap
  bool product = false;
  std::string name = {};
  Image result;
  Difference from_reference = {};
  Times times = {};
  CodeFacts code = {};
};

// The rungs that the session wants, then the product. Each is checked against the reference and
// against the rung before. Blocks. Throws Error where a rung does not fit into local memory.
std::vector<Outcome> climb(Session& session, const Setting& setting);

// The row that outcomes[i] is a step up from: the last that is no step aside. None: it is the
// first.
const Outcome* before(const std::vector<Outcome>& outcomes, std::size_t i);

}  // namespace selvage::studies::climbing
