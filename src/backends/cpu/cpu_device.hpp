// SPDX-License-Identifier: Apache-2.0
#pragma once
// Describes this machine's processor.

#include <string>
#include <vector>

#include "selvage/device.hpp"

namespace selvage::cpu {

Device describe();

// Returns how many cores this process may use: the smaller of its affinity and its control group's
// quota.
int usable_cores();

}  // namespace selvage::cpu
