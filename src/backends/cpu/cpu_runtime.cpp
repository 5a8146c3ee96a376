// SPDX-License-Identifier: Apache-2.0
#include "backends/cpu/cpu_runtime.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "backends/cpu/cpu_device.hpp"
#include "backends/cpu/cpu_pipeline.hpp"
#include "backends/cpu/executor.hpp"
#include "backends/cpu/geometry.hpp"
#include "backends/cpu/histogram.hpp"
#include "backends/cpu/lines.hpp"
#include "backends/cpu/plain.hpp"
#include "backends/cpu/running.hpp"
#include "backends/cpu/series.hpp"
#include "backends/cpu/simd.hpp"
#include "backends/cpu/simd16.hpp"
#include "backends/cpu/upsample.hpp"
#include "backends/cpu/upsample_plain.hpp"
#include "selvage/error.hpp"

namespace selvage::cpu {
namespace {

constexpr int max_threads = 1024;

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

int thread_count(int asked) {
  if (asked < 0 || asked > max_threads)
    throw Error(Errc::invalid_argument,
                fmt::format("threads {} is outside 0..{}", asked, max_threads));
  return asked > 0 ? asked : usable_cores();
}

// The makers of the candidates that planner/catalogue.cpp names.
struct Maker {
  std::string_view candidate;
  std::unique_ptr<Kernel> (*make)(const Pass& pass, const Problem& problem, const Tuning& tuning,
                                  const SimdTarget& target, const Crew& crew);
};
constexpr std::array makers{Maker{"simd", make_simd},
                            Maker{"simd16", make_simd16},
                            Maker{"series", make_series},
                            Maker{"plain", make_plain},
                            Maker{"walk", make_walk},
                            Maker{"separable", make_simd},
                            Maker{"upsample", make_upsample},
                            Maker{"plain_upsample", make_plain_upsample},
                            Maker{"lines", make_lines},
                            Maker{"lines16", make_lines16},
                            Maker{"running", make_running},
                            Maker{"matrix", make_matrix},
                            Maker{"plain_lines", make_plain_lines},
                            Maker{"plain_matrix", make_plain_matrix}};

class CpuRuntime final : public Runtime {
 public:
  explicit CpuRuntime(const EngineOptions& options)
      : target_(find_target(options.simd)),
        threads_(options.executor == Executor::serial ? 1 : thread_count(options.threads)),
        runner_(make_runner(options.executor, threads_)) {}

  DeviceFacts facts() const override {
    return {
        .backend = "cpu", .threads = threads_, .simd = target_.name, .simd_floats = target_.floats};
  }

  std::unique_ptr<Pipeline> make(const Work& work) const override {
    if (work.candidate == "count") return make_histogram(work, *runner_, threads_);
    const auto maker = std::ranges::find(makers, work.candidate, &Maker::candidate);
    if (maker == makers.end())
      throw std::logic_error(fmt::format("the CPU has no candidate {}", work.candidate));
    return make_pipeline(work, [&](const Pass& pass, Workers& workers) {
      return std::shared_ptr<Kernel>(
          maker->make(pass, work.problem, work.tuning, target_, {*runner_, threads_, workers}));
    });
  }

 private:
  SimdTarget target_;
  int threads_;
  std::unique_ptr<TaskRunner> runner_;
};

}  // namespace

std::unique_ptr<Runtime> make_runtime(const EngineOptions& options) {
  return std::make_unique<CpuRuntime>(options);
}

}  // namespace selvage::cpu
