// SPDX-License-Identifier: Apache-2.0
#pragma once
// Whether a look at the machine's GPUs is still worth something.

#include <string>

namespace selvage {

// A word that changes with this library's version, the installed driver libraries, the graphics
// cards and the variables that hide or show them. Costs a few system calls: no driver is opened.
std::string gpu_fingerprint();

}  // namespace selvage
