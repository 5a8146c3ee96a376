// SPDX-License-Identifier: Apache-2.0
#pragma once
// The norms of the kernels' distances.

#include "filters/planes.hpp"

namespace selvage::gpu {

// The values of NORM in kernels/samples.h.
enum class KernelNorm { l2, l1, per_channel, none };

// Returns the norm of the planes that distances compare.
inline KernelNorm norm_of(const PlaneLayout& layout) {
  if (layout.groups > 1) return KernelNorm::per_channel;
  return layout.l1 ? KernelNorm::l1 : KernelNorm::l2;
}

}  // namespace selvage::gpu
