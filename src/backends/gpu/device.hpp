// SPDX-License-Identifier: Apache-2.0
#pragma once
// The GPU backend's interface to a driver: CUDA, OpenCL, or a fake one in tests. Errors are
// Error{device} with the driver's message, except OutOfMemory. Sizes and offsets are in bytes.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "backends/task_runner.hpp"
#include "planner/device_facts.hpp"

namespace selvage::gpu {

// The device has too little memory, or allows no buffer so large. Smaller tiles may help.
class OutOfMemory : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Device memory.
class Buffer {
 public:
  virtual ~Buffer() = default;
};

// Page-locked host memory, so that copies overlap with kernels.
class HostBuffer {
 public:
  virtual ~HostBuffer() = default;
  virtual std::byte* data() = 0;
};

// One kernel function of a program.
class Function {
 public:
  virtual ~Function() = default;
};

// Code compiled for a device.
class Program {
 public:
  virtual ~Program() = default;
  // Returns a function that the program owns. Throws Error{device} if there is none of that name.
  virtual Function& function(const std::string& name) = 0;
  // Blocks. Returns what Device::load reads; empty if the driver gives none.
  virtual std::vector<std::byte> binary() const = 0;
};

// One launch. A kernel's arguments are the buffers (nullptr: a null pointer), then one struct by
// value.
struct Launch {
  int groups_x = 1, groups_y = 1, groups_z = 1;
  int group_width = 1, group_height = 1;        // work-items
  bool programmatic = false;                    // programmatic dependent launch, see dialect.h
  std::size_t local_bytes = 0;                  // dynamic local memory, bytes; 0: none
  std::span<const Buffer* const> buffers = {};  //
  std::span<const std::byte> arguments = {};    // the struct, after the buffers
};

// Commands that run in order. Only record() allocates.
class Stream {
 public:
  virtual ~Stream() = default;
  // Enqueues. `from` must not change until the copy is done.
  virtual void upload(Buffer& to, std::size_t offset, const std::byte* from, std::size_t bytes) = 0;
  // Enqueues.
  virtual void download(std::byte* to, const Buffer& from, std::size_t offset,
                        std::size_t bytes) = 0;
  // Enqueues.
  virtual void launch(Function& function, const Launch& launch) = 0;
  // Enqueues a mark in `slot` 0..31, where it replaces an earlier one.
  virtual void record(int slot) = 0;
  // Returns the device's seconds between two marks that the stream has passed.
  virtual double seconds_between(int first, int second) = 0;
  // Starts the enqueued commands if the driver holds them back. Does not block.
  virtual void flush() = 0;
  // Whether commands are recorded into a graph, which may run them any number of times, later.
  virtual bool is_captured() { return false; }
  // Blocks until all enqueued commands are done. Throws if one of them failed.
  virtual void wait() = 0;
};

class Device {
 public:
  virtual ~Device() = default;
  virtual const DeviceFacts& facts() const = 0;
  // Names device, driver and their versions. Code compiled for another identity is not loaded.
  virtual const std::string& identity() const = 0;

  // Block. Throw OutOfMemory.
  virtual std::unique_ptr<Buffer> buffer(std::size_t bytes) = 0;
  virtual std::unique_ptr<HostBuffer> host_buffer(std::size_t bytes) = 0;
  // Makes several at a time. The runner's threads may touch their memory, which the system clears.
  virtual std::vector<std::unique_ptr<HostBuffer>> host_buffers(std::span<const std::size_t> sizes,
                                                                TaskRunner& runner);

  // Returns whether all of these bytes of the host are page-locked for this device, so that copies
  // may read and write them in place.
  virtual bool is_page_locked(const std::byte*, std::size_t) const { return false; }

  // Blocks.
  virtual std::unique_ptr<Stream> stream() = 0;

  // Blocks. Options are "-DNAME=VALUE". Throws Error{device} with the compiler's log.
  virtual std::unique_ptr<Program> build(const std::string& source,
                                         std::span<const std::string> options) = 0;
  // Blocks. `binary` is from Program::binary(). Throws Error{device} if it is not.
  virtual std::unique_ptr<Program> load(std::span<const std::byte> binary) = 0;
  // Returns whether the driver itself keeps compiled code for the next process.
  virtual bool keeps_programs() const { return false; }

  // Wrap a buffer or a stream (CUdeviceptr, cl_mem; CUstream, cl_command_queue), which the user
  // keeps owning.
  virtual std::unique_ptr<Buffer> wrap_buffer(std::uint64_t handle) = 0;
  virtual std::unique_ptr<Stream> wrap_stream(void* handle) = 0;
  // Returns the CUcontext or cl_context that those must belong to; null: none.
  virtual void* native_context() const { return nullptr; }
};

inline std::vector<std::unique_ptr<HostBuffer>> Device::host_buffers(
    std::span<const std::size_t> sizes, TaskRunner&) {
  std::vector<std::unique_ptr<HostBuffer>> buffers;
  for (const std::size_t bytes : sizes) buffers.push_back(host_buffer(bytes));
  return buffers;
}

}  // namespace selvage::gpu
