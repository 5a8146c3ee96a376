// SPDX-License-Identifier: Apache-2.0
#pragma once
// Resolves device names.

#include <string>
#include <vector>

#include "selvage/device.hpp"
#include "selvage/error.hpp"

namespace selvage {

// Returns the first usable device that `id` names: "cuda:1", or "cuda" for any of CUDA's. Null if
// there is none.
const Device* pick_device(const std::vector<Device>& devices, const std::string& id);

// Returns the error for that case: why the named devices cannot be used, or which devices exist.
Error no_such_device(const std::vector<Device>& devices, const std::string& id);

}  // namespace selvage
