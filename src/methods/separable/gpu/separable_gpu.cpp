// SPDX-License-Identifier: Apache-2.0
#include "methods/convolution/gpu/linear_kernel.hpp"
#include "methods/convolution/gpu_linear.hpp"
#include "methods/separable/gpu/channel_blocks.hpp"

namespace selvage::gpu {
namespace {

std::unique_ptr<Kernel> make_separable_kernel(const Pass& pass, const planner::Decision& decision,
                                              Device& device, ProgramSource& programs) {
  if (decision.problem.channels > planner::linear_channels)
    return make_channel_blocks(pass, decision, device, programs);
  return make_linear_kernel(true, pass, decision, device, programs);
}

}  // namespace

Factory separable_factory() {
  return {.kernel = make_separable_kernel};
}

}  // namespace selvage::gpu
