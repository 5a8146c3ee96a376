// SPDX-License-Identifier: Apache-2.0
#pragma once
// The tables that the program carries.

#include <string_view>

namespace selvage::bench {

std::string_view cases_text();    // cases.json
std::string_view targets_text();  // targets.json

}  // namespace selvage::bench
