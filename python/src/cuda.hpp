// SPDX-License-Identifier: Apache-2.0
#pragma once
// Guards of runs in streams of CUDA.

#include <utility>

namespace selvage::python {

// Waits, when it is destroyed, until a stream has executed what was enqueued before the last mark.
// An event marks the place, since the stream itself may be gone by then.
class InFlight {
 public:
  InFlight() = default;
  InFlight(InFlight&& other) noexcept
      : context_(std::exchange(other.context_, nullptr)),
        event_(std::exchange(other.event_, nullptr)) {}
  InFlight& operator=(InFlight&& other) noexcept {
    std::swap(context_, other.context_);
    std::swap(event_, other.event_);
    return *this;
  }
  ~InFlight();

  void mark(void* context, void* stream);
  void wait() const;

 private:
  void* context_ = nullptr;
  void* event_ = nullptr;
};

// Throws if the stream is being captured into a graph, which would outlive the plan.
void refuse_capture(void* context, void* stream);

}  // namespace selvage::python
