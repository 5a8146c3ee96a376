// SPDX-License-Identifier: Apache-2.0
#pragma once
// Kernels of the geometry-guided mean, images on the device.

#include <string>

namespace selvage::bench {

// Prints a line for each case whose name matches the regular expression, with the times by the
// device's clock. Throws Error.
void run_geometry(const std::string& device, const std::string& wanted, int turns);

}  // namespace selvage::bench
