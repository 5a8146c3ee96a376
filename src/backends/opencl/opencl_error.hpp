// SPDX-License-Identifier: Apache-2.0
#pragma once
// OpenCL's status codes as exceptions.

#include <string>

#include "backends/opencl/opencl_api.hpp"

namespace selvage::opencl {

// "CL_OUT_OF_RESOURCES (-5)".
std::string status_name(cl_int status);

// Nothing on success. Throws gpu::OutOfMemory when the device had no room, which may come out
// long after a buffer was made; else Error{device} that says "cannot `doing`".
void check(cl_int status, const char* doing);

// The same where memory is asked for: drivers have several codes for its lack.
void check_allocation(cl_int status, std::size_t bytes);

}  // namespace selvage::opencl
