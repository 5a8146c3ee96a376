// SPDX-License-Identifier: Apache-2.0
#pragma once
// The kernels' arguments on the host: the same text is read by the devices' compilers, which know
// no namespaces.

#include <cstdint>

namespace selvage::gpu {

using i64 = std::int64_t;
#include "kernels/arguments.h"

}  // namespace selvage::gpu
