// SPDX-License-Identifier: Apache-2.0
#pragma once
// What runs share that go over an image part by part.

#include <cstddef>

#include "selvage/engine.hpp"
#include "selvage/error.hpp"

namespace selvage::gpu {

constexpr std::size_t most_slots = 2;  // parts under way at a time
constexpr int most_halvings = 6;       // of parts that the device has no memory for

// Throws Error{cancelled} when the caller asked for it.
inline void look_for_cancel(const Controls& controls) {
  if (controls.cancel.stop_requested()) throw Error(Errc::cancelled, "cancelled");
}

}  // namespace selvage::gpu
