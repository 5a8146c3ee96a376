// SPDX-License-Identifier: Apache-2.0
#pragma once
// An in-order command queue.

#include <array>

#include "backends/gpu/device.hpp"
#include "backends/opencl/opencl_handles.hpp"

namespace selvage::opencl {

class ClStream : public gpu::Stream {
 public:
  // `own`: the destructor waits, because nothing else does. It leaves a user's queue alone.
  ClStream(Queue queue, bool own) : queue_(std::move(queue)), own_(own) {}
  ~ClStream() override;
  ClStream(const ClStream&) = delete;
  ClStream& operator=(const ClStream&) = delete;
  cl_command_queue get() const { return queue_.get(); }

  void upload(gpu::Buffer& to, std::size_t offset, const std::byte* from,
              std::size_t bytes) override;
  void download(std::byte* to, const gpu::Buffer& from, std::size_t offset,
                std::size_t bytes) override;
  void launch(gpu::Function& function, const gpu::Launch& launch) override;
  void record(int slot) override;
  // Returns 0 for a user's queue that records no times.
  double seconds_between(int first, int second) override;
  void flush() override;
  void wait() override;

 private:
  const Event& mark(int slot) const;

  Queue queue_;
  bool own_ = true;
  std::array<Event, 32> marks_ = {};
};

}  // namespace selvage::opencl
