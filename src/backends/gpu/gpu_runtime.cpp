// SPDX-License-Identifier: Apache-2.0
#include "backends/gpu/gpu_runtime.hpp"

#include "backends/gpu/pipeline.hpp"
#include "backends/gpu/program_cache.hpp"

namespace selvage::gpu {
namespace {

class GpuRuntime final : public Runtime {
 public:
  explicit GpuRuntime(std::shared_ptr<Device> device)
      : device_(std::move(device)), programs_(std::make_unique<ProgramCache>(*device_)) {}

  DeviceFacts facts() const override { return device_->facts(); }
  void* native_context() const override { return device_->native_context(); }

  std::unique_ptr<Pipeline> make(const Work& work) const override {
    return std::make_unique<GpuPipeline>(*device_, work, [&](const Pass& pass) {
      return make_direct(work.candidate, pass, work.problem, work.tuning, *device_, *programs_);
    });
  }

 private:
  std::shared_ptr<Device> device_;
  std::unique_ptr<ProgramCache> programs_;
};

}  // namespace

std::unique_ptr<Runtime> make_runtime(std::shared_ptr<Device> device) {
  return std::make_unique<GpuRuntime>(std::move(device));
}

}  // namespace selvage::gpu
