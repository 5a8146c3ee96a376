// SPDX-License-Identifier: Apache-2.0
#pragma once
// Runs all files of a command in order.

#include <stop_token>

#include "command_line/options.hpp"

namespace selvage::cli {

// Filters and reports every file; a failed file does not stop the others. Decoding, filtering and
// encoding of neighbouring files and bands overlap, unless one thread was requested. Returns the
// exit code: that of a single file, `exit_differs` if one of several files failed.
int run_batch(const FilterCommand& command, const std::stop_token& stop);

}  // namespace selvage::cli
