// SPDX-License-Identifier: Apache-2.0
#pragma once
// Ctrl-C.

#include <stop_token>

namespace selvage::cli {

// From now on SIGINT, SIGTERM and SIGHUP request a stop; whoever looks at the token ends in its own
// words. After a grace time temporary files are removed and the process ends with code 130,
// whatever it is doing. A closed pipe and a file that may not grow become failed writes. Call it
// once, before any thread is started.
std::stop_token catch_interrupts();

}  // namespace selvage::cli
