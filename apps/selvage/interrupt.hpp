// SPDX-License-Identifier: Apache-2.0
#pragma once
// Ctrl-C.

#include <stop_token>

namespace selvage::cli {

// From now on SIGINT and SIGTERM request a stop; whoever looks at the token ends in its own words.
// After a grace time temporary files are removed and the process ends with code 130, whatever it is
// doing. SIGPIPE becomes a failed write. Call it once, before any thread is started.
std::stop_token catch_interrupts();

}  // namespace selvage::cli
