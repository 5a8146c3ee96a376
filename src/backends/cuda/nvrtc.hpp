// SPDX-License-Identifier: Apache-2.0
#pragma once
// CUDA's run-time compiler. It needs no device.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "backends/cuda/cuda_api.hpp"

namespace selvage::cuda {

// The target of compilation: a device's own code, or PTX that its driver compiles further.
struct Target {
  int architecture = 0;  // 90 for compute capability 9.0
  bool own_code = true;  // true: a cubin; false: PTX

  // Whether code may have the instructions that 9.0 alone has (PTX ISA, sm_90a).
  bool of_hopper() const { return own_code && architecture == 90; }
  std::string name() const;  // as NVRTC takes it

  friend bool operator==(const Target&, const Target&) = default;
};

// Returns the target for a device of this compute capability and a compiler that knows `known`, in
// rising order. None: the compiler is too new for the device.
std::optional<Target> choose_target(std::span<const int> known, int capability);

class Nvrtc {
 public:
  // Returns the best compiler on this machine for a driver of this major version and a device of
  // this compute capability; none if there is none.
  static std::optional<Nvrtc> open(int driver_major, int capability);

  const std::string& version() const { return version_; }  // "13.0"
  std::optional<Target> target(int capability) const { return choose_target(known_, capability); }

  // Blocks. Returns what the driver's cuModuleLoadDataEx reads. Throws Error{device} with the log.
  std::vector<std::byte> compile(const std::string& source, std::span<const std::string> options,
                                 const Target& target) const;

 private:
  bool read_version(int driver_major);

  NvrtcApi api_ = {};
  std::string version_;
  std::vector<int> known_;
};

// Returns the compiler for such a device and this machine's driver, which the first call opens.
// Thread-safe. Null: none.
const Nvrtc* find_nvrtc(int capability);

// Returns why kernels for such a device cannot be compiled here, and what to install; empty if they
// can.
std::string missing_compiler(int capability);

}  // namespace selvage::cuda
