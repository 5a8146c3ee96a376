// SPDX-License-Identifier: Apache-2.0
#pragma once
// All files of a command, one after another.

#include <stop_token>

#include "options.hpp"

namespace selvage::cli {

// Filters every file and says what happened to it; a bad file does not stop the others. Returns the
// exit code: a single file's own, `exit_differs` when a file of several failed.
int run_batch(const FilterCommand& command, const std::stop_token& stop);

}  // namespace selvage::cli
