// SPDX-License-Identifier: Apache-2.0
#pragma once
// The facts about a device that a decision may depend on. A backend or a test fills them in.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace selvage {

// A GPU, or another device behind a driver.
struct GpuFacts {
  int compute_units = 1;
  int clock_mhz = 1000;
  int lanes = 64;                   // single-precision products of a compute unit in a clock
  bool is_processor = false;        // an OpenCL device that is the CPU itself
  bool real64 = false;              // double precision
  bool byte_simd = false;           // sum of |a - b| over four bytes in one instruction (NVIDIA)
  bool byte_products = false;       // products of byte matrices by a warp (NVIDIA, 8.0)
  bool group_products = false;      // the same by four warps, from local memory (CUDA, 9.0)
  int largest_group = 256;          // work-items
  std::size_t local_bytes = 32768;  // per work-group
  std::size_t memory_bytes = 0;     // available to plans; 0: unknown
  std::size_t largest_buffer_bytes = 0;  // 0: unknown
  double copy_bytes_per_second = 10e9;   // to or from page-locked host memory, measured
  int staging_threads = 1;               // of the host, between images and page-locked memory
  double open_seconds = 0.0;             // driver and context, measured; 0 if already open

  friend bool operator==(const GpuFacts&, const GpuFacts&) = default;
};

struct DeviceFacts {
  std::string_view backend = "cpu";  // "cuda", "opencl"
  int threads = 1;                   // CPU threads
  std::string simd = {};             // "AVX3"; empty: none
  int simd_floats = 4;               // lanes
  bool byte_tables = false;          // bytes are looked up and multiplied (AVX-512 VBMI and VNNI)
  GpuFacts gpu = {};

  friend bool operator==(const DeviceFacts&, const DeviceFacts&) = default;
};

// The platforms that candidates are written for. CUDA and OpenCL share one source.
enum class Platform { cpu, gpu };

// Returns none for an unknown backend.
inline std::optional<Platform> platform_of(const DeviceFacts& facts) {
  if (facts.backend == "cpu") return Platform::cpu;
  if (facts.backend == "cuda" || facts.backend == "opencl") return Platform::gpu;
  return {};
}

}  // namespace selvage
