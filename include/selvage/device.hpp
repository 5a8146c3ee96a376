// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where filters run.

#include <cstdint>
#include <string>
#include <vector>

#include "selvage/api.h"

namespace selvage {

struct SELVAGE_API Device {
  std::string id = "cpu";              // "cpu", "cuda:0", "opencl:1", "auto"
  std::string name = {};               // the maker's name of it
  int compute_units = 0;               // multiprocessors; of the CPU: cores for this process
  std::int64_t memory_bytes = 0;       // of the host or the device
  std::vector<std::string> simd = {};  // instruction sets that this build can use, best first
  std::string driver = {};             // of a GPU: its name and version
  std::string missing = {};            // why it cannot be used; empty: it can
  bool is_processor = false;           // the CPU, also behind OpenCL

  static Device cpu();
  // The CPU and the GPU of this machine: each plan takes the one that it is predicted to end on
  // first, the start of a driver included. A GPU that fails is replaced by the CPU (Report::notes).
  // What is known of the GPU is kept in $XDG_CACHE_HOME/selvage, so that only the first use looks.
  static Device automatic();
  // For those who have no wish: automatic().
  static Device best();
};

// All devices of this machine: the CPU, CUDA's, then OpenCL's, with processors last. Starts
// drivers. A missing driver is a missing entry, never an error.
SELVAGE_API std::vector<Device> devices();

// The device that `id` names: "auto", "cpu", "cuda:1", "opencl:0"; "cuda" and "opencl" are the
// first one of theirs that can be used. Throws Error{device} that says what there is.
SELVAGE_API Device find_device(const std::string& id);

}  // namespace selvage
