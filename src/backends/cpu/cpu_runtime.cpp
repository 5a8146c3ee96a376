// SPDX-License-Identifier: Apache-2.0
#include "backends/cpu/cpu_runtime.hpp"

#include <fmt/format.h>

#include <string>

#include "backends/cpu/cpu_device.hpp"
#include "backends/cpu/cpu_pipeline.hpp"
#include "backends/cpu/executor.hpp"
#include "selvage/error.hpp"

namespace selvage::cpu {
namespace {

constexpr int max_threads = 1024;

class CpuRuntime final : public Runtime {
 public:
  CpuRuntime(const EngineOptions& options, FactoryOf* factory_of)
      : factory_of_(factory_of),
        target_(find_target(options.simd)),
        threads_(thread_count(options)),
        runner_(make_runner(options.executor, threads_)) {}

  DeviceFacts facts() const override {
    return {.backend = "cpu",
            .threads = threads_,
            .simd = target_.name,
            .simd_floats = target_.floats,
            .byte_tables = target_.byte_tables};
  }

  std::unique_ptr<Pipeline> make(const planner::Decision& decision,
                                 const Frame& frame) const override {
    return factory_of_(*decision.candidate)(decision, frame, {*runner_, threads_, target_});
  }

 private:
  FactoryOf* factory_of_;
  SimdTarget target_;
  int threads_;
  std::unique_ptr<TaskRunner> runner_;
};

}  // namespace

int thread_count(const EngineOptions& options) {
  const int asked = options.threads;
  if (asked < 0 || asked > max_threads)
    throw Error(Errc::invalid_argument,
                fmt::format("threads {} is outside 0..{}", asked, max_threads));
  if (options.executor == Executor::serial) return 1;
  return asked > 0 ? asked : usable_cores();
}

SimdTarget find_target(const std::string& name) {
  std::string known;
  for (SimdTarget& target : simd_targets()) {
    if (name.empty() || target.name == name) return target;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", target.name);
  }
  if (name.empty()) return {};  // no vector unit: "plain" serves
  throw Error(Errc::invalid_argument, fmt::format("no instruction set {}", name),
              fmt::format("this processor and build have: {}", known));
}

std::unique_ptr<Runtime> make_runtime(const EngineOptions& options, FactoryOf* factory_of) {
  return std::make_unique<CpuRuntime>(options, factory_of);
}

}  // namespace selvage::cpu
