// SPDX-License-Identifier: Apache-2.0
#pragma once
// Code for a CUDA device.

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "backends/cuda/cuda_context.hpp"
#include "backends/gpu/device.hpp"

namespace selvage::cuda {

class CuFunction : public gpu::Function {
 public:
  CuFunction(CUfunction function, bool may_be_early)
      : function_(function), may_be_early_(may_be_early) {}
  // Enqueues; the context is current.
  void launch(CUstream stream, const gpu::Launch& launch) const;
  CUfunction get() const { return function_; }

 private:
  CUfunction function_ = nullptr;
  bool may_be_early_ = false;  // whether the device knows Launch::early
};

class CuProgram : public gpu::Program {
 public:
  // Blocks. `image`: what NVRTC made, a cubin or PTX.
  CuProgram(SharedContext context, std::vector<std::byte> image);
  ~CuProgram() override;
  CuProgram(const CuProgram&) = delete;
  CuProgram& operator=(const CuProgram&) = delete;

  gpu::Function& function(const std::string& name) override;
  std::vector<std::byte> binary() const override;

 private:
  SharedContext context_;
  std::vector<std::byte> image_;
  CUmodule module_ = nullptr;
  std::mutex busy_;
  std::map<std::string, std::unique_ptr<CuFunction>> functions_;
};

// Blocks. As gpu::Device::load.
std::unique_ptr<CuProgram> load_program(SharedContext context, std::span<const std::byte> binary);

}  // namespace selvage::cuda
