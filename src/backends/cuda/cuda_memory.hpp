// SPDX-License-Identifier: Apache-2.0
#pragma once
// Memory of a CUDA device, and page-locked memory of the host.

#include <cstddef>
#include <span>

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

// A large buffer locks huge pages of its own, which takes less time than CUDA's small ones
// (docs/journal/0034); a child process does not inherit them. Others, and those of systems that
// cannot, are CUDA's.
class CuHostBuffer : public gpu::HostBuffer {
 public:
  // Has no page-locked memory before lock().
  CuHostBuffer(SharedContext context, std::size_t bytes);
  ~CuHostBuffer() override;
  CuHostBuffer(const CuHostBuffer&) = delete;
  CuHostBuffer& operator=(const CuHostBuffer&) = delete;

  // Its own pages, which may be touched before they are locked; may be empty.
  std::span<std::byte> own_pages() const;
  // Blocks. Throws OutOfMemory.
  void lock();
  std::byte* data() override { return static_cast<std::byte*>(data_); }

 private:
  void map_pages();
  void unmap_pages() noexcept;

  SharedContext context_;
  std::size_t bytes_;
  void* mapping_ = nullptr;  // with room to align its pages; null: CUDA's memory
  void* pages_ = nullptr;    // in the mapping
  void* data_ = nullptr;     // null: not locked
};

}  // namespace selvage::cuda
