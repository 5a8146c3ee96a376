// SPDX-License-Identifier: Apache-2.0
#include "parameters/depth_window.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "command_line/filter_fields.hpp"

namespace selvage::cli {

std::optional<DepthWindow> depth_window(const Filter& filter, const FilterOptions& options) {
  if (!options.is_stack() || !has_third_axis(filter)) return {};
  return DepthWindow{.radius = radius_depth(filter),
                     .sigma = sigma_depth(filter),
                     .axis = !options.temporal ? ThirdAxis::space
                             : options.causal  ? ThirdAxis::causal
                                               : ThirdAxis::time};
}

std::string depth_text(const DepthWindow& window) {
  std::string text = fmt::format("radius_depth {}", window.radius);
  if (std::isfinite(window.sigma)) text += fmt::format(", sigma_depth {:.4g}", window.sigma);
  return window.axis == ThirdAxis::causal ? text + ", causal" : text;
}

void add_depth(nlohmann::ordered_json& object, const DepthWindow& window) {
  object["radius_depth"] = window.radius;
  if (std::isfinite(window.sigma)) object["sigma_depth"] = window.sigma;
  object["third_axis"] = name(window.axis);
}

const char* option_of_depth(const FilterOptions& options) {
  return options.volume ? "--volume" : "--temporal";
}

const char* page_of_depth(const FilterOptions& options) {
  return options.volume ? "slice" : "frame";
}

}  // namespace selvage::cli
