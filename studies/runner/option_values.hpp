// SPDX-License-Identifier: Apache-2.0
#pragma once
// Values of options, from text. Throw Error{invalid_argument} that names the option.

#include <string>
#include <vector>

#include "runner/study.hpp"

namespace selvage::studies {

struct WholeRange {
  int low = 0, high = 0;
};

// "3" or "1,3,5".
std::vector<int> whole_numbers(const std::string& option, const std::string& text,
                               WholeRange range);
int whole_number(const std::string& option, const std::string& text, WholeRange range);

// Above 0 and finite: "0.1", and "25/255".
double positive_number(const std::string& option, const std::string& text);

// "16x16" or "16x16,32x8".
std::vector<GroupSize> group_sizes(const std::string& option, const std::string& text);

}  // namespace selvage::studies
