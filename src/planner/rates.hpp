// SPDX-License-Identifier: Apache-2.0
#pragma once
// How long candidates take on this machine. Offers predict times from rates that were measured on
// the journal's machines; `selvage-bench --tune` measures by which factor a machine differs
// (docs/adr/0038-tuned-rates.md). The factors change predictions, and by them the choice of a
// candidate; they never change what a candidate computes.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "filters/problem.hpp"

namespace selvage::planner {

// The measured seconds as a multiple of the predicted ones, for all images of a type.
struct Rate {
  std::string candidate = {};  // "lookup"
  std::string filter = {};     // its verb: "bilateral"
  PixelType type = PixelType::u8;
  double factor = 1.0;

  friend bool operator==(const Rate&, const Rate&) = default;
};

struct Rates {
  std::string device = {};  // what they were measured on; others must not use them
  std::vector<Rate> rates = {};

  // Returns the factor; none if it was not measured.
  std::optional<double> factor(std::string_view candidate, const Problem& problem) const;

  friend bool operator==(const Rates&, const Rates&) = default;
};

std::string to_text(const Rates& rates);
// Returns nothing if the text is damaged or was written by another version.
std::optional<Rates> rates_from_text(const std::string& text);

}  // namespace selvage::planner
