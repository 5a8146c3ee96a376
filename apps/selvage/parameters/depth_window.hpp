// SPDX-License-Identifier: Apache-2.0
#pragma once
// The third axis of a filter's window, for people and programs.

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "command_line/options.hpp"

namespace selvage::cli {

struct DepthWindow {
  int radius = 0;      // slices
  double sigma = 0.0;  // slices; infinity: all weigh the same
  ThirdAxis axis = ThirdAxis::space;
};

// Returns nothing if pages are filtered one by one.
std::optional<DepthWindow> depth_window(const Filter& filter, const FilterOptions& options);

// Returns "radius_depth 9, sigma_depth 3".
std::string depth_text(const DepthWindow& window);
// Adds radius_depth, sigma_depth and third_axis.
void add_depth(nlohmann::ordered_json& object, const DepthWindow& window);

// Returns "--volume" or "--temporal", which must be given, and what pages are then called.
const char* option_of_depth(const FilterOptions& options);
const char* page_of_depth(const FilterOptions& options);

}  // namespace selvage::cli
