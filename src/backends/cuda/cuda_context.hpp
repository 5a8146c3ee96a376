// SPDX-License-Identifier: Apache-2.0
#pragma once
// A device's primary context: the one that CUDA's runtime, and so most user code, uses.

#include <memory>
#include <new>

#include "backends/cuda/cuda_error.hpp"

namespace selvage::cuda {

// Keeps the context alive. Every object in it holds a share.
class Context {
 public:
  // Blocks: creates the context if it is not open.
  explicit Context(CUdevice device) : device_(device) {
    check(api().cuDevicePrimaryCtxRetain(&context_, device), "open the device");
  }
  ~Context() { find_api()->cuDevicePrimaryCtxRelease(device_); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  CUdevice device() const { return device_; }
  CUcontext get() const { return context_; }

 private:
  CUdevice device_ = 0;
  CUcontext context_ = nullptr;
};

using SharedContext = std::shared_ptr<const Context>;

// Makes the context current on the calling thread while in scope, then restores the caller's.
class Current {
 public:
  // For destructors: converts to false if the context is gone.
  Current(const Context& context, std::nothrow_t)
      : status_(find_api()->cuCtxPushCurrent(context.get())) {}
  explicit Current(const Context& context) : Current(context, std::nothrow) {
    check(status_, "use the device");
  }
  ~Current() {
    CUcontext ours = nullptr;
    if (*this) find_api()->cuCtxPopCurrent(&ours);
  }
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;

  explicit operator bool() const { return status_ == CUDA_SUCCESS; }

 private:
  CUresult status_ = CUDA_SUCCESS;
};

}  // namespace selvage::cuda
