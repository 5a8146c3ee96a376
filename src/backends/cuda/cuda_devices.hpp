// SPDX-License-Identifier: Apache-2.0
#pragma once
// The devices that the CUDA driver of this machine offers.

#include <cstddef>
#include <memory>
#include <vector>

#include "backends/gpu/device.hpp"
#include "selvage/device.hpp"

namespace selvage::cuda {

// Returns the devices in the driver's order: "cuda:0", "cuda:1". Empty without a driver or a
// device. Cheap: opens none.
std::vector<Device> list();

// Opens a device. Blocks. `memory_limit`: bytes that plans may use; 0: the free memory. Throws
// Error{device} if there is no such index or the driver fails.
std::shared_ptr<gpu::Device> open(int index, std::size_t memory_limit = 0);

}  // namespace selvage::cuda
