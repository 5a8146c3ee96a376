// SPDX-License-Identifier: Apache-2.0
#pragma once
// The devices that the OpenCL drivers of this machine offer.

#include <cstddef>
#include <memory>
#include <vector>

#include "backends/gpu/device.hpp"
#include "selvage/device.hpp"

namespace selvage::opencl {

// Returns the devices of all platforms, CPUs last, otherwise in the driver's order: "opencl:0",
// "opencl:1". Empty without a driver or a device. Cheap: opens none.
std::vector<Device> list();

// Opens a device. Blocks. `memory_limit`: bytes that plans may use; 0: three quarters of all
// memory, because OpenCL does not tell how much is free. Throws Error{device} if there is no such
// index or the driver fails.
std::shared_ptr<gpu::Device> open(int index, std::size_t memory_limit = 0);

}  // namespace selvage::opencl
