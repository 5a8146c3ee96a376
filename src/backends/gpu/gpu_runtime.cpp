// SPDX-License-Identifier: Apache-2.0
#include "backends/gpu/gpu_runtime.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "backends/gpu/geometry_kernel.hpp"
#include "backends/gpu/histogram.hpp"
#include "backends/gpu/lines_kernel.hpp"
#include "backends/gpu/pipeline.hpp"
#include "backends/gpu/program_cache.hpp"
#include "backends/gpu/slot_store.hpp"
#include "backends/gpu/tensor_kernel.hpp"
#include "backends/gpu/upsample.hpp"
#include "selvage/error.hpp"

namespace selvage::gpu {
namespace {

struct Maker {
  std::string_view candidate;
  std::unique_ptr<Kernel> (*make)(std::string_view candidate, const Pass& pass,
                                  const Problem& problem, const Tuning& tuning, Device& device,
                                  ProgramSource& programs);
};
constexpr std::array makers{Maker{"tile", make_direct},      Maker{"plain", make_direct},
                            Maker{"separable", make_direct}, Maker{"walk", make_walk},
                            Maker{"lines", make_strips},     Maker{"matrix", make_strips},
                            Maker{"tensor", make_tensor},    Maker{"upsample", make_upsample}};

class GpuRuntime final : public Runtime {
 public:
  explicit GpuRuntime(std::shared_ptr<Device> device)
      : device_(std::move(device)),
        programs_(std::make_unique<ProgramCache>(*device_)),
        slots_(std::make_unique<SlotStore>(*device_)) {}

  DeviceFacts facts() const override { return device_->facts(); }
  void* native_context() const override { return device_->native_context(); }

  std::unique_ptr<Pipeline> make(const Work& work) const override try {
    if (work.candidate == "count") {
      slots_->clear();  // it has its own
      return std::make_unique<GpuCounts>(*device_, work, *programs_);
    }
    return std::make_unique<GpuPipeline>(*slots_, work, [&](const Pass& pass) {
      return make_kernel(work.candidate, pass, work.problem, work.tuning, *device_, *programs_);
    });
  } catch (const OutOfMemory& why) {
    throw Error(Errc::device,
                fmt::format("not enough memory on the device for the kernels: {}", why.what()),
                "close other programs that use it, or use the CPU");
  }

 private:
  std::shared_ptr<Device> device_;
  std::unique_ptr<ProgramCache> programs_;
  std::unique_ptr<SlotStore> slots_;
};

}  // namespace

std::unique_ptr<Kernel> make_kernel(std::string_view candidate, const Pass& pass,
                                    const Problem& problem, const Tuning& tuning, Device& device,
                                    ProgramSource& programs) {
  const auto maker = std::ranges::find(makers, candidate, &Maker::candidate);
  if (maker == makers.end())
    throw std::logic_error(fmt::format("GPUs have no candidate {}", candidate));
  return maker->make(candidate, pass, problem, tuning, device, programs);
}

std::unique_ptr<Runtime> make_runtime(std::shared_ptr<Device> device) {
  return std::make_unique<GpuRuntime>(std::move(device));
}

}  // namespace selvage::gpu
