// SPDX-License-Identifier: Apache-2.0
#pragma once
// What this machine's processor offers.

#include <string>
#include <vector>

#include "selvage/device.hpp"

namespace selvage::cpu {

Device describe();

// Cores that this process may use: the smaller of its affinity and its control group's quota.
int usable_cores();

}  // namespace selvage::cpu
