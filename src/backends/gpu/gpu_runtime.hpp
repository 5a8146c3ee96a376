// SPDX-License-Identifier: Apache-2.0
#pragma once
// A device behind a driver as a place where filters run.

#include <memory>

#include "backends/backend.hpp"
#include "backends/gpu/device.hpp"

namespace selvage::gpu {

std::unique_ptr<Runtime> make_runtime(std::shared_ptr<Device> device);

}  // namespace selvage::gpu
