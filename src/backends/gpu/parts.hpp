// SPDX-License-Identifier: Apache-2.0
#pragma once
// Constants and checks of runs that process an image part by part.

#include "selvage/engine.hpp"
#include "selvage/error.hpp"

namespace selvage::gpu {

constexpr int most_halvings = 6;  // of parts that do not fit in device memory

// Throws Error{cancelled} if the caller asked for it.
inline void throw_if_cancelled(const Controls& controls) {
  if (controls.cancel.stop_requested()) throw Error(Errc::cancelled, "cancelled");
}

}  // namespace selvage::gpu
