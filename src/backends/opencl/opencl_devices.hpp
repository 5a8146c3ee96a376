// SPDX-License-Identifier: Apache-2.0
#pragma once
// The devices that the OpenCL drivers of this machine offer.

#include <cstddef>
#include <memory>
#include <vector>

#include "backends/gpu/device.hpp"
#include "selvage/device.hpp"

namespace selvage::opencl {

// Of all platforms, CPUs last, else in the driver's order: "opencl:0", "opencl:1". Empty without a
// driver or a device. Cheap: opens none.
std::vector<Device> list();

// Blocks. `memory_limit`: bytes that plans may use; 0: three quarters of all, for OpenCL does not
// say what is free. Throws Error{device} when the index is none or the driver fails.
std::shared_ptr<gpu::Device> open(int index, std::size_t memory_limit = 0);

}  // namespace selvage::opencl
