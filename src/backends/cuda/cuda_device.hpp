// SPDX-License-Identifier: Apache-2.0
#pragma once
// A CUDA device in its primary context.

#include <string>

#include "backends/cuda/cuda_context.hpp"
#include "backends/gpu/device.hpp"

namespace selvage::cuda {

class CuDevice : public gpu::Device {
 public:
  // Blocks.
  CuDevice(CUdevice device, std::size_t memory_limit);

  const DeviceFacts& facts() const override { return facts_; }
  const std::string& identity() const override { return identity_; }
  std::unique_ptr<gpu::Buffer> buffer(std::size_t bytes) override;
  std::unique_ptr<gpu::HostBuffer> host_buffer(std::size_t bytes) override;
  std::vector<std::unique_ptr<gpu::HostBuffer>> host_buffers(std::span<const std::size_t> sizes,
                                                             TaskRunner& runner) override;
  bool is_page_locked(const std::byte* first, std::size_t bytes) const override;
  std::unique_ptr<gpu::Stream> stream() override;
  // Also throws Error{device} if there is no compiler.
  std::unique_ptr<gpu::Program> build(const std::string& source,
                                      std::span<const std::string> options) override;
  std::unique_ptr<gpu::Program> load(std::span<const std::byte> binary) override;
  std::unique_ptr<gpu::Buffer> wrap_buffer(std::uint64_t handle) override;
  std::unique_ptr<gpu::Stream> wrap_stream(void* handle) override;
  void* native_context() const override { return context_->get(); }

  // Sets how long opening took, as the caller measured it.
  void set_open_seconds(double seconds) { facts_.gpu.open_seconds = seconds; }

 private:
  void read_memory(std::size_t memory_limit);

  SharedContext context_;
  int capability_ = 0;
  std::string identity_;
  DeviceFacts facts_ = {};
};

}  // namespace selvage::cuda
