// SPDX-License-Identifier: Apache-2.0
#pragma once
// Turns OpenCL's status codes into exceptions.

#include <string>

#include "backends/opencl/opencl_api.hpp"

namespace selvage::opencl {

// Returns "CL_OUT_OF_RESOURCES (-5)".
std::string status_name(cl_int status);

// Returns on success. Throws gpu::OutOfMemory if the device is out of memory, which may show long
// after a buffer was made; otherwise Error{device} saying "cannot `doing`".
void check(cl_int status, const char* doing);

// The same for memory allocation: drivers have several codes for lack of memory.
void check_allocation(cl_int status, std::size_t bytes);

}  // namespace selvage::opencl
