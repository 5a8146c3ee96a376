// SPDX-License-Identifier: Apache-2.0
#pragma once
// The first device that there is, for tests of kernels.

#include <gtest/gtest.h>

#include <memory>
#include <string_view>

#include "backends/cuda/cuda_devices.hpp"
#include "backends/gpu/kernel.hpp"
#include "backends/opencl/opencl_devices.hpp"
#include "methods/gpu_factories.hpp"
#include "methods/test_offers.hpp"

namespace selvage::gpu {

// Null: none.
inline std::shared_ptr<Device> any_device() {
  if (!cuda::list().empty() && cuda::list().front().missing.empty()) return cuda::open(0);
  if (!opencl::list().empty()) return opencl::open(0);
  return nullptr;
}

// Compiles, and keeps nothing.
class Programs final : public ProgramSource {
 public:
  explicit Programs(Device& device) : device_(device) {}
  std::shared_ptr<Program> program(const std::string& source,
                                   std::span<const std::string> options) override {
    return device_.build(source, options);
  }

 private:
  Device& device_;
};

// The kernel of a candidate with any tuning of its method's type, whether it would offer that or
// not.
inline std::unique_ptr<Kernel> kernel_of(std::string_view candidate, const Pass& pass,
                                         const Problem& problem, const Tuning& tuning,
                                         Device& device, ProgramSource& programs) {
  const planner::Decision decision{.candidate = &planner::candidate_on(device.facts(), candidate),
                                   .problem = problem,
                                   .offer = {.passes = {pass}, .tuning = tuning}};
  return factory_of(*decision.candidate).kernel(pass, decision, device, programs);
}

class OnDevice : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!device_) GTEST_SKIP() << "no GPU and no OpenCL device";
  }

  std::shared_ptr<Device> device_ = any_device();
};

}  // namespace selvage::gpu
