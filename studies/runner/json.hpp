// SPDX-License-Identifier: Apache-2.0
#pragma once
// Results as JSON, and back.

#include <string>
#include <vector>

#include "runner/results.hpp"

namespace selvage::studies {

// Pictures by their names alone.
std::string to_json(const Results& results);

// What to_json wrote. Throws Error{input} that names `file`.
struct Saved {
  Results results = {};  // without pictures; an old file's origin is empty, since it does not say
  std::vector<std::string> pictures = {};  // their names
};
Saved from_json(const std::string& text, const std::string& file);

}  // namespace selvage::studies
