// SPDX-License-Identifier: Apache-2.0
#pragma once
// Memory of an OpenCL device, and page-locked memory of the host.

#include <cstddef>
#include <memory>

#include "backends/gpu/device.hpp"
#include "backends/opencl/opencl_handles.hpp"

namespace selvage::opencl {

class ClBuffer : public gpu::Buffer {
 public:
  explicit ClBuffer(Memory memory) : memory_(std::move(memory)) {}
  cl_mem get() const { return memory_.get(); }

 private:
  Memory memory_;
};

// Blocks. Touches the memory through `queue`, because OpenCL may allocate only then.
std::unique_ptr<ClBuffer> make_buffer(cl_context context, cl_command_queue queue,
                                      std::size_t bytes);

// A driver's buffer that stays mapped, which is the only page-locked memory in OpenCL 1.2.
class ClHostBuffer : public gpu::HostBuffer {
 public:
  ClHostBuffer(cl_context context, cl_command_queue queue, std::size_t bytes);
  ~ClHostBuffer() override;
  ClHostBuffer(const ClHostBuffer&) = delete;
  ClHostBuffer& operator=(const ClHostBuffer&) = delete;
  std::byte* data() override { return data_; }

 private:
  Queue queue_;
  Memory memory_;
  std::byte* data_ = nullptr;
};

// Returns another reference to the queue.
Queue share(cl_command_queue queue);

}  // namespace selvage::opencl
