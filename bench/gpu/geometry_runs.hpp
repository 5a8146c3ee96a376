// SPDX-License-Identifier: Apache-2.0
#pragma once
// Measures kernels of the geometry-guided mean on images in device memory.

#include <string>

namespace selvage::bench {

// Prints a line for each case whose name matches the regular expression, with the times by the
// device's clock. Throws Error.
void run_geometry(const std::string& device, const std::string& wanted, int turns);

}  // namespace selvage::bench
