// SPDX-License-Identifier: Apache-2.0
#pragma once
// Tells whether the last probe of the machine's GPUs is still valid.

#include <string>

namespace selvage {

// Returns a text that changes with this library's version, the installed driver libraries, the
// graphics cards and the variables that hide or show them. Makes a few system calls and opens no
// driver.
std::string gpu_fingerprint();

}  // namespace selvage
