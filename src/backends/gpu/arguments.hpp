// SPDX-License-Identifier: Apache-2.0
#pragma once
// The kernels' arguments on the host. Device compilers, which know no namespaces, read the same
// text.

#include <cstdint>

#include "core/sample.hpp"
#include "filters/problem.hpp"

namespace selvage::gpu {

using i64 = std::int64_t;
#include "kernels/arguments.h"

// Sets the sentinel's arguments: see SENTINEL in kernels/samples.h.
template <class Arguments>
void set_sentinel(const Pass& pass, Arguments& a) {
  if (!pass.sentinel) return;
  a.sentinel = *pass.sentinel;
  a.replacement = next_toward_zero(*pass.sentinel);
}

}  // namespace selvage::gpu
