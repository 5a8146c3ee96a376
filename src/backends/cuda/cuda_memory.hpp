// SPDX-License-Identifier: Apache-2.0
#pragma once
// Memory of a CUDA device, and page-locked memory of the host.

#include <cstddef>

#include "backends/cuda/cuda_context.hpp"
#include "backends/gpu/device.hpp"

namespace selvage::cuda {

class CuBuffer : public gpu::Buffer {
 public:
  CuBuffer(SharedContext context, std::size_t bytes);
  // Wraps a user's buffer, which the user keeps owning.
  explicit CuBuffer(CUdeviceptr address) : address_(address) {}
  ~CuBuffer() override;
  CuBuffer(const CuBuffer&) = delete;
  CuBuffer& operator=(const CuBuffer&) = delete;
  CUdeviceptr get() const { return address_; }

 private:
  SharedContext context_;  // null: a user's buffer
  CUdeviceptr address_ = 0;
};

class CuHostBuffer : public gpu::HostBuffer {
 public:
  CuHostBuffer(SharedContext context, std::size_t bytes);
  ~CuHostBuffer() override;
  CuHostBuffer(const CuHostBuffer&) = delete;
  CuHostBuffer& operator=(const CuHostBuffer&) = delete;
  std::byte* data() override { return static_cast<std::byte*>(data_); }

 private:
  SharedContext context_;
  void* data_ = nullptr;
};

}  // namespace selvage::cuda
