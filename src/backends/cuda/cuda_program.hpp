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
  CuFunction(CUfunction function, bool supports_programmatic)
      : function_(function), supports_programmatic_(supports_programmatic) {}
  // Enqueues. The context must be current.
  void launch(CUstream stream, const gpu::Launch& launch) const;
  CUfunction get() const { return function_; }

 private:
  CUfunction function_ = nullptr;
  bool supports_programmatic_ = false;  // whether the device supports Launch::programmatic
};

class CuProgram : public gpu::Program {
 public:
  // Blocks. `image`: a cubin or PTX from NVRTC.
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

// Blocks. See gpu::Device::load.
std::unique_ptr<CuProgram> load_program(SharedContext context, std::span<const std::byte> binary);

}  // namespace selvage::cuda
