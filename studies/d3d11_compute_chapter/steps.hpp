// SPDX-License-Identifier: Apache-2.0
#pragma once
// What each step of the chapter saves: by its own count of operations, and in time.

#include <map>
#include <string>
#include <vector>

#include "d3d11_compute_chapter/experiments.hpp"

namespace selvage::studies::d3d11 {

struct SizedTimes {
  Size size;
  std::map<std::string, double> median = {};  // seconds, by the rung's title
};

Table steps_table(const std::vector<SizedTimes>& times);

}  // namespace selvage::studies::d3d11
