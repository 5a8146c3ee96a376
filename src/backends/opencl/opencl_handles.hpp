// SPDX-License-Identifier: Apache-2.0
#pragma once
// Owning handles of OpenCL's objects. An object keeps its context alive, so they may be released in
// any order.

#include <type_traits>
#include <utility>

#include "backends/opencl/opencl_api.hpp"

namespace selvage::opencl {

// Owns one reference to `T` and releases it with the function that `release` points at.
template <class T, cl_int (*Api::*release)(T)>
class Handle {
 public:
  Handle() = default;
  explicit Handle(T object) : object_(object) {}
  Handle(Handle&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Handle() {
    if (object_) (find_api()->*release)(object_);
  }

  explicit operator bool() const { return object_ != nullptr; }
  T get() const { return object_; }

 private:
  T object_ = nullptr;
};

using Context = Handle<cl_context, &Api::clReleaseContext>;
using Queue = Handle<cl_command_queue, &Api::clReleaseCommandQueue>;
using Memory = Handle<cl_mem, &Api::clReleaseMemObject>;
using ProgramObject = Handle<cl_program, &Api::clReleaseProgram>;
using KernelObject = Handle<cl_kernel, &Api::clReleaseKernel>;
using Event = Handle<cl_event, &Api::clReleaseEvent>;

}  // namespace selvage::opencl
