// SPDX-License-Identifier: Apache-2.0
#pragma once
// An OpenCL device with its own context.

#include <string>

#include "backends/gpu/device.hpp"
#include "backends/opencl/opencl_handles.hpp"
#include "backends/opencl/opencl_info.hpp"

namespace selvage::opencl {

class ClDevice : public gpu::Device {
 public:
  // Blocks.
  ClDevice(const Found& found, std::size_t memory_limit);

  const DeviceFacts& facts() const override { return facts_; }
  const std::string& identity() const override { return identity_; }
  std::unique_ptr<gpu::Buffer> buffer(std::size_t bytes) override;
  std::unique_ptr<gpu::HostBuffer> host_buffer(std::size_t bytes) override;
  std::unique_ptr<gpu::Stream> stream() override;
  std::unique_ptr<gpu::Program> build(const std::string& source,
                                      std::span<const std::string> options) override;
  std::unique_ptr<gpu::Program> load(std::span<const std::byte> binary) override;
  bool keeps_programs() const override { return keeps_programs_; }
  // Throw Error{device} if the object belongs to another context.
  std::unique_ptr<gpu::Buffer> wrap_buffer(std::uint64_t handle) override;
  std::unique_ptr<gpu::Stream> wrap_stream(void* handle) override;
  void* native_context() const override { return context_.get(); }

  // Sets how long opening took, as the caller measured it.
  void set_open_seconds(double seconds) { facts_.gpu.open_seconds = seconds; }

 private:
  Queue make_queue() const;

  cl_device_id device_ = nullptr;
  Context context_;
  Queue queue_;  // only for memory
  std::string identity_;
  bool keeps_programs_ = false;
  DeviceFacts facts_ = {};
};

}  // namespace selvage::opencl
