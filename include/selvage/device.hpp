// SPDX-License-Identifier: Apache-2.0
#pragma once
// The devices that filters run on.

#include <cstdint>
#include <string>
#include <vector>

#include "selvage/api.h"

namespace selvage {

struct SELVAGE_API Device {
  std::string id = "cpu";              // "cpu", "cuda:0", "opencl:1", "auto"
  std::string name = {};               // the product name
  int compute_units = 0;               // multiprocessors; for the CPU: cores of this process
  std::int64_t memory_bytes = 0;       // memory of the host or the device
  std::vector<std::string> simd = {};  // instruction sets that this build can use, best first
  std::string driver = {};             // a GPU driver's name and version
  std::string missing = {};            // why the device cannot be used; empty: it can
  bool is_processor = false;           // true for a CPU, also through OpenCL

  static Device cpu();
  // The CPU and the GPU of this machine: each plan picks the device predicted to finish first,
  // driver start-up included. If the GPU fails, the CPU takes over (Report::notes). The GPU's
  // properties are cached in $XDG_CACHE_HOME/selvage, so only the first use probes it.
  static Device automatic();
  // The default device: automatic().
  static Device best();
};

// Returns all devices of this machine: the CPU, those of CUDA, then those of OpenCL, with
// processors last. Starts drivers. A missing driver is a missing entry, never an error.
SELVAGE_API std::vector<Device> devices();

// Returns the device named `id`: "auto", "cpu", "cuda:1", "opencl:0"; "cuda" and "opencl" name the
// first usable device of each. Throws Error{device}, which lists the devices there are.
SELVAGE_API Device find_device(const std::string& id);

}  // namespace selvage
