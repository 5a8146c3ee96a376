// SPDX-License-Identifier: Apache-2.0
// Asserts that the kernels' enumerations equal the host's. Keep other code out of this file: the
// kernels' names are macros.

#include "backends/gpu/kernel_enums.hpp"

#include "core/mirrors.hpp"
#include "selvage/image.hpp"
#include "selvage/rules.hpp"

namespace selvage::gpu {
namespace {

#define SELVAGE_ENUMERATIONS_ALONE
#include "kernels/samples.h"

static_assert(mirrors<PixelType>({U8, U16, F16, F32}));
static_assert(mirrors<Border>({REFLECT101, REFLECT, CLAMP, WRAP, CONSTANT, SHRINK, COPY}));
static_assert(L2 == static_cast<int>(KernelNorm::l2));
static_assert(L1 == static_cast<int>(KernelNorm::l1));
static_assert(PER_CHANNEL == static_cast<int>(KernelNorm::per_channel));
static_assert(NONE == static_cast<int>(KernelNorm::none));

}  // namespace
}  // namespace selvage::gpu
