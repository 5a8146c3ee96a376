// SPDX-License-Identifier: Apache-2.0
#pragma once
// The kernels' arguments on the host: the same text is read by the devices' compilers, which know
// no namespaces.

#include <cstdint>

#include "core/problem.hpp"
#include "core/sample.hpp"

namespace selvage::gpu {

using i64 = std::int64_t;
#include "kernels/arguments.h"

// What a pass avoids: see AVOIDS in kernels/samples.h.
template <class Arguments>
void set_avoided(const Pass& pass, Arguments& a) {
  if (!pass.avoids) return;
  a.avoided = *pass.avoids;
  a.beside = beside(*pass.avoids);
}

}  // namespace selvage::gpu
