// SPDX-License-Identifier: Apache-2.0
// Checks the views of a gradient and runs it.

#include "selvage/gradient.hpp"

#include <new>
#include <utility>

#include "backends/cpu/cpu_runtime.hpp"
#include "core/stopwatch.hpp"
#include "engine/engine_impl.hpp"
#include "engine/gradient_checks.hpp"
#include "methods/cpu_gradient.hpp"
#include "selvage/error.hpp"

namespace selvage {
namespace {

constexpr std::string_view gradient_candidate = "direct_gradient";

double gradient_on_cpu(const EngineOptions& options, const Filter& filter, const Inputs& inputs,
                       const ConstImageView& d_output, Gradients& gradients,
                       const Controls& controls) {
  const cpu::SimdTarget simd = cpu::find_target(options.simd);
  if (simd.target == 0)
    throw Error(Errc::unsupported, "gradients need a processor with vector units");
  const int threads = cpu::thread_count(options);
  const auto runner = cpu::make_runner(options.executor, threads);
  return cpu::run_direct_gradient(filter, inputs, d_output, gradients, {*runner, threads, simd},
                                  controls);
}

}  // namespace

GradientReport gradient(const Engine& engine, const Filter& filter, const Inputs& inputs,
                        const ConstImageView& d_output, Gradients& gradients,
                        const Controls& controls) {
  const Engine::Impl& impl = *engine.impl_;
  check_gradient(filter, inputs, d_output, gradients);
  const auto [device, runtime] = impl.devices->first();
  GradientRunner* const gpu = runtime->gradients();
  const Stopwatch time;
  GradientReport report{.device = device, .candidate = std::string(gradient_candidate)};
  try {
    report.error_bound = gpu != nullptr ? gpu->run(filter, inputs, d_output, gradients, controls)
                                        : gradient_on_cpu(impl.options, filter, inputs, d_output,
                                                          gradients, controls);
  } catch (const std::bad_alloc&) {
    throw Error(Errc::limit, "there is not enough memory for the gradient");
  }
  report.seconds = time.seconds();
  return report;
}

}  // namespace selvage
