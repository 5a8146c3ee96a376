// SPDX-License-Identifier: Apache-2.0
#pragma once
// What selvage-probe calls; not for other programs.

#include "selvage/api.h"

namespace selvage {

// Starts a driver in this process, opens its devices, and prints what driver_probe.hpp reads.
// Returns an exit code.
SELVAGE_API int run_probe(const char* driver);

}  // namespace selvage
