// SPDX-License-Identifier: Apache-2.0
#pragma once
// The program selvage-study.

#include <span>
#include <string>
#include <vector>

#include "runner/study.hpp"

namespace selvage::studies {

// Does what the command line asks for and returns the exit code: 0 done; 1 a study found something
// wrong; 2 usage; 3 an input cannot be read; 4 results cannot be written; 5 the device is missing
// or failed; 6 memory. Errors go to the standard error, as a line what and a line what to do.
int run_app(std::span<const Study* const> studies, const std::vector<std::string>& arguments);

}  // namespace selvage::studies
