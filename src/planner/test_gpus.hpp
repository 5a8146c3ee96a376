// SPDX-License-Identifier: Apache-2.0
#pragma once
// Devices that tests of plans share.

#include "filters/problem.hpp"

namespace selvage::planner {

// An H200, as its driver describes it.
inline DeviceFacts big_gpu() {
  return {.backend = "cuda",
          .gpu = {.compute_units = 132,
                  .clock_mhz = 1980,
                  .lanes = 128,
                  .real64 = true,
                  .byte_simd = true,
                  .byte_products = true,
                  .group_products = true,
                  .largest_group = 1024,
                  .local_bytes = 227u << 10,
                  .memory_bytes = std::size_t{130} << 30,
                  .largest_buffer_bytes = std::size_t{130} << 30,
                  .copy_bytes_per_second = 50e9}};
}

// The minimum that OpenCL requires of a full profile.
inline DeviceFacts small_gpu() {
  return {.backend = "opencl",
          .gpu = {.compute_units = 8,
                  .clock_mhz = 1000,
                  .largest_group = 256,
                  .local_bytes = 32u << 10,
                  .memory_bytes = std::size_t{1} << 30,
                  .largest_buffer_bytes = std::size_t{256} << 20}};
}

}  // namespace selvage::planner
