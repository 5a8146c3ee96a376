// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the GPU backend asks of a driver: CUDA, OpenCL, or a fake one in tests. Errors are Error
// {device} with the driver's words, but for OutOfMemory.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/problem.hpp"

namespace selvage::gpu {

// The device has no room, or no buffer so large: smaller tiles may help.
class OutOfMemory : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Memory of the device.
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

// Code made for a device.
class Program {
 public:
  virtual ~Program() = default;
  // Throws Error{device} when there is none of that name. Belongs to the program.
  virtual Function& function(const std::string& name) = 0;
  // What Device::load reads; empty: the driver gives none.
  virtual std::vector<std::byte> binary() const = 0;
};

// A kernel's arguments in order: buffers (nullptr: a null pointer), then one struct by value.
struct Launch {
  int groups_x = 1, groups_y = 1, groups_z = 1;
  int group_width = 1, group_height = 1;  // work-items
  bool early = false;  // may begin before the kernel before it ends: it waits by itself (dialect.h)
  std::size_t local_bytes = 0;                  // dynamic local memory; 0: the kernel has none
  std::span<const Buffer* const> buffers = {};  //
  std::span<const std::byte> arguments = {};    // the struct, after the buffers
};

// Commands that run one after another. Nothing here allocates but record().
class Stream {
 public:
  virtual ~Stream() = default;
  // Enqueues. `from` must stay as it is until the stream has passed.
  virtual void upload(Buffer& to, std::size_t offset, const std::byte* from, std::size_t bytes) = 0;
  // Enqueues.
  virtual void download(std::byte* to, const Buffer& from, std::size_t offset,
                        std::size_t bytes) = 0;
  // Enqueues.
  virtual void launch(Function& function, const Launch& launch) = 0;
  // Enqueues a mark. `slot` 0..31: a later mark in the same slot replaces the earlier one.
  virtual void record(int slot) = 0;
  // Seconds of the device between two marks that the stream has passed.
  virtual double seconds_between(int first, int second) = 0;
  // Enqueues: makes what is enqueued start, where a driver holds commands back.
  virtual void flush() = 0;
  // Blocks until everything that was enqueued is done. Throws what went wrong in it.
  virtual void wait() = 0;
};

class Device {
 public:
  virtual ~Device() = default;
  virtual const DeviceFacts& facts() const = 0;
  // Names device, driver and their versions: code made for another identity is not loaded.
  virtual const std::string& identity() const = 0;

  // Blocks. Throw OutOfMemory.
  virtual std::unique_ptr<Buffer> buffer(std::size_t bytes) = 0;
  virtual std::unique_ptr<HostBuffer> host_buffer(std::size_t bytes) = 0;

  virtual std::unique_ptr<Stream> stream() = 0;

  // Blocks. Options are "-DNAME=VALUE". Throws Error{device} with the compiler's log.
  virtual std::unique_ptr<Program> build(const std::string& source,
                                         std::span<const std::string> options) = 0;
  // Blocks. From Program::binary(). Throws Error{device} when the bytes are no such thing.
  virtual std::unique_ptr<Program> load(std::span<const std::byte> binary) = 0;
  // The driver keeps what it compiled for the next process, so that nobody else need do so.
  virtual bool keeps_programs() const { return false; }

  // A buffer or a stream of the user's (CUdeviceptr, cl_mem; CUstream, cl_command_queue), which
  // stays theirs.
  virtual std::unique_ptr<Buffer> wrap_buffer(std::uint64_t handle) = 0;
  virtual std::unique_ptr<Stream> wrap_stream(void* handle) = 0;
  // CUcontext or cl_context, which those must belong to; null: there is none.
  virtual void* native_context() const { return nullptr; }
};

}  // namespace selvage::gpu
