// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which device a name means.

#include <string>
#include <vector>

#include "selvage/device.hpp"
#include "selvage/error.hpp"

namespace selvage {

// The first of the devices that can be used and that is called `id`: "cuda:1", or "cuda" for any of
// CUDA's. Null: there is none.
const Device* pick_device(const std::vector<Device>& devices, const std::string& id);

// What to say then: why those that are called so cannot be used, or which devices there are.
Error no_such_device(const std::vector<Device>& devices, const std::string& id);

}  // namespace selvage
