// SPDX-License-Identifier: Apache-2.0
#pragma once
// Results as JSON, and their plots from it.

#include <string>
#include <vector>

#include "runner/results.hpp"

namespace selvage::studies {

// Pictures by their names alone.
std::string to_json(const Results& results);

// Of what to_json made. Throws Error{input} that names `file`.
struct Drawable {
  std::string study = {};
  Origin origin = {};  // empty: an old file, which does not say
  std::vector<Plot> plots = {};
};
Drawable plots_from_json(const std::string& text, const std::string& file);

}  // namespace selvage::studies
