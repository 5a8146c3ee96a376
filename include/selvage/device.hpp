// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where filters run.

#include <cstdint>
#include <string>
#include <vector>

namespace selvage {

struct Device {
  std::string id = "cpu";         // "cpu", "cuda:0", "opencl:1"
  std::string name;               // the maker's name of it
  int compute_units = 0;          // multiprocessors; of the CPU: cores that this process may use
  std::int64_t memory_bytes = 0;  // of the host or the device
  std::vector<std::string> simd;  // instruction sets that this build can use, best first
  std::string driver;             // of a GPU: its name and version
  std::string missing;            // why it cannot be used; empty: it can
  bool is_processor = false;      // the CPU, also behind OpenCL

  static Device cpu();
  static Device best();
};

// All devices of this machine, the CPU first. A missing driver is a missing entry, never an error.
std::vector<Device> devices();

// The device that `id` names: "auto", "cpu". Throws Error{device} that lists those there are.
Device find_device(const std::string& id);

}  // namespace selvage
