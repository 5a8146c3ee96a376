// SPDX-License-Identifier: Apache-2.0
#pragma once
// The form of a filter's weights in candidate "int16".

#include <optional>

#include "methods/direct/int16_weights.hpp"

namespace selvage::cpu {

struct Int16Form {
  bool products = false;                 // of tables; else roots with this scale
  int16::Scale scale = {};               //
  std::optional<double> least_sum = {};  // with certificates (planner::int16_least_sum)
};

}  // namespace selvage::cpu
