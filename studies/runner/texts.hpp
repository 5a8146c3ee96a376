// SPDX-License-Identifier: Apache-2.0
#pragma once
// The texts of kernels that the programs carry.

#include <span>
#include <string_view>

namespace selvage::studies {

struct Text {
  std::string_view study;  // whose folder it lies in; "runner"
  std::string_view file;   // "03_hardware_exp.cl", "arguments.h"
  std::string_view text;
};

// Of a study one after another, by name.
std::span<const Text> all_texts();

}  // namespace selvage::studies
