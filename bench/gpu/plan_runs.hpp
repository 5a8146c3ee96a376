// SPDX-License-Identifier: Apache-2.0
#pragma once
// Measures whole plans of filters with several inputs or without an image result: the device time
// of their passes.

#include <string>

namespace selvage::bench {

// Prints a line for each case whose name matches the regular expression. Throws Error.
void run_plans(const std::string& device, const std::string& wanted, int repeats);

}  // namespace selvage::bench
