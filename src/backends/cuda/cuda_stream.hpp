// SPDX-License-Identifier: Apache-2.0
#pragma once
// A CUDA stream.

#include <array>

#include "backends/cuda/cuda_context.hpp"
#include "backends/gpu/device.hpp"

namespace selvage::cuda {

class CuStream : public gpu::Stream {
 public:
  explicit CuStream(SharedContext context);
  // Wraps a user's stream, which the destructor leaves alone; null is the default stream. Throws
  // Error{device} if it belongs to another context.
  CuStream(SharedContext context, CUstream stream);
  ~CuStream() override;
  CuStream(const CuStream&) = delete;
  CuStream& operator=(const CuStream&) = delete;
  CUstream get() const { return stream_; }

  void upload(gpu::Buffer& to, std::size_t offset, const std::byte* from,
              std::size_t bytes) override;
  void download(std::byte* to, const gpu::Buffer& from, std::size_t offset,
                std::size_t bytes) override;
  void launch(gpu::Function& function, const gpu::Launch& launch) override;
  void record(int slot) override;
  double seconds_between(int first, int second) override;
  // Does nothing: CUDA starts commands at once.
  void flush() override {}
  bool is_captured() override;
  void wait() override;

 private:
  CUevent mark(int slot) const;

  SharedContext context_;
  CUstream stream_ = nullptr;
  bool own_ = false;
  std::array<CUevent, 32> marks_ = {};  // created when first set
};

}  // namespace selvage::cuda
