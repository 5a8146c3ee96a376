// SPDX-License-Identifier: Apache-2.0
#include "backends/gpu/gpu_runtime.hpp"

#include <fmt/format.h>

#include <utility>

#include "backends/gpu/pipeline.hpp"
#include "backends/gpu/programs/program_cache.hpp"
#include "backends/gpu/slot_store.hpp"
#include "selvage/error.hpp"

namespace selvage::gpu {
namespace {

class GpuRuntime final : public Runtime {
 public:
  GpuRuntime(std::shared_ptr<Device> device, FactoryOf* factory_of, HostThreads threads,
             MakeGradients* make_gradients)
      : factory_of_(factory_of),
        device_(std::move(device)),
        threads_(std::move(threads)),
        programs_(std::make_unique<ProgramCache>(*device_)),
        slots_(std::make_unique<SlotStore>(*device_, *threads_.runner)) {
    if (make_gradients != nullptr) gradients_ = make_gradients(context());
  }

  DeviceFacts facts() const override {
    DeviceFacts facts = device_->facts();
    facts.gpu.staging_threads = threads_.count;
    return facts;
  }
  void* native_context() const override { return device_->native_context(); }
  GradientRunner* gradients() const override { return gradients_.get(); }

  std::unique_ptr<Pipeline> make(const planner::Decision& decision,
                                 const Frame& frame) const override try {
    const Factory& factory = factory_of_(*decision.candidate);
    if (factory.pipeline) {
      slots_->clear();  // this pipeline has its own slots
      return factory.pipeline(decision, frame, context());
    }
    return std::make_unique<GpuPipeline>(*slots_, decision, frame, [&](const Pass& pass) {
      return factory.kernel(pass, decision, *device_, *programs_);
    });
  } catch (const OutOfMemory& why) {
    throw Error(Errc::device,
                fmt::format("not enough memory on the device for the kernels: {}", why.what()),
                "close other programs that use it, or use the CPU");
  }

 private:
  ExecutionContext context() const { return {*device_, *programs_, *slots_, *threads_.runner}; }

  FactoryOf* factory_of_;
  std::shared_ptr<Device> device_;
  HostThreads threads_;
  std::unique_ptr<ProgramCache> programs_;
  std::unique_ptr<SlotStore> slots_;
  std::unique_ptr<GradientRunner> gradients_;  // null: none
};

}  // namespace

std::unique_ptr<Runtime> make_runtime(std::shared_ptr<Device> device, FactoryOf* factory_of,
                                      HostThreads threads, MakeGradients* make_gradients) {
  return std::make_unique<GpuRuntime>(std::move(device), factory_of, std::move(threads),
                                      make_gradients);
}

}  // namespace selvage::gpu
