// SPDX-License-Identifier: Apache-2.0
#include "gpu/whole_runs.hpp"

#include <chrono>

#include "selvage/engine.hpp"

namespace selvage::bench {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace

WholeRun run_whole(const std::string& device, const SizedCase& c, const Image& input, int repeats) {
  const auto start = Clock::now();
  const Engine engine(find_device(device));
  Plan plan =
      engine.plan(c.what.filter, {.image = input}, Frame::whole(c.size.width, c.size.height));
  plan.reserve();
  WholeRun whole{.candidate = plan.candidate(),
                 .ready_seconds = since(start),
                 .predicted_seconds = plan.predicted_seconds(),
                 .allowed_255 = 255.0 * plan.error_bound() + 127.5 / full_scale(c.what.type)};

  Image output(input.type(), input.width(), input.height(), input.channels());
  std::vector<double> seconds, kernels;
  for (int i = -1; i < repeats; ++i) {
    const auto begin = Clock::now();
    const Report report = plan.run({.image = input}, {.image = output});
    if (i < 0) continue;  // warm-up
    seconds.push_back(since(begin));
    kernels.push_back(report.kernel_seconds);
  }
  whole.seconds = spread(std::move(seconds));
  whole.kernel_seconds = spread(std::move(kernels));
  whole.error = judge(c.what.filter, input, output);
  return whole;
}

}  // namespace selvage::bench
