// SPDX-License-Identifier: Apache-2.0
#pragma once
// Code for an OpenCL device.

#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "backends/gpu/device.hpp"
#include "backends/opencl/opencl_handles.hpp"

namespace selvage::opencl {

class ClFunction : public gpu::Function {
 public:
  explicit ClFunction(KernelObject kernel) : kernel_(std::move(kernel)) {}
  // Enqueues.
  void launch(cl_command_queue queue, const gpu::Launch& launch);
  cl_kernel get() const { return kernel_.get(); }

 private:
  void set_arguments(const gpu::Launch& launch);

  KernelObject kernel_;
  std::mutex busy_;  // the kernel object holds the arguments until it is enqueued
};

class ClProgram : public gpu::Program {
 public:
  explicit ClProgram(ProgramObject program) : program_(std::move(program)) {}
  gpu::Function& function(const std::string& name) override;
  std::vector<std::byte> binary() const override;

 private:
  ProgramObject program_;
  std::mutex busy_;
  std::map<std::string, std::unique_ptr<ClFunction>> functions_;
};

// Block. See gpu::Device::build and load.
std::unique_ptr<ClProgram> build_program(cl_context context, cl_device_id device,
                                         const std::string& source,
                                         std::span<const std::string> options);
std::unique_ptr<ClProgram> load_program(cl_context context, cl_device_id device,
                                        std::span<const std::byte> binary);

}  // namespace selvage::opencl
