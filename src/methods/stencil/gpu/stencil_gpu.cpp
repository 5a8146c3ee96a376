// SPDX-License-Identifier: Apache-2.0
#include "methods/convolution/gpu/linear_kernel.hpp"

namespace selvage::gpu {
namespace {

std::unique_ptr<Kernel> make_stencil_kernel(const Pass& pass, const planner::Decision& decision,
                                            Device& device, ProgramSource& programs) {
  return make_linear_kernel(false, pass, decision, device, programs);
}

}  // namespace

Factory stencil_factory() {
  return {.kernel = make_stencil_kernel};
}

}  // namespace selvage::gpu
