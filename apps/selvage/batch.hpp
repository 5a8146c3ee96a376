// SPDX-License-Identifier: Apache-2.0
#pragma once
// All files of a command, in their order.

#include <stop_token>

#include "options.hpp"

namespace selvage::cli {

// Filters every file and says what happened to it; a bad file does not stop the others. Decoding,
// filtering and encoding of neighbouring files and bands overlap, unless one thread was asked for.
// Returns the exit code: a single file's own, `exit_differs` when a file of several failed.
int run_batch(const FilterCommand& command, const std::stop_token& stop);

}  // namespace selvage::cli
