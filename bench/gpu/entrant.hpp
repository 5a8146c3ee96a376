// SPDX-License-Identifier: Apache-2.0
#pragma once
// One of the kernels that take turns on images in device memory.

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "error.hpp"
#include "gpu/place.hpp"
#include "gpu/turns.hpp"
#include "pairs.hpp"
#include "planner/decision.hpp"

namespace selvage::bench {

struct Score {
  std::string name = {};    // "tile", "copy", "rival"
  std::string tuning = {};  // empty: none
  Spread seconds = {};      // of the kernels, by the device's clock
  Error255 error = {};
  double allowed_255 = 0.0;                      // largest allowed error, rounding included
  std::optional<double> predicted_seconds = {};  // by the planner, for a whole run with copies

  bool right() const { return error.max <= allowed_255; }
};

struct Entrant {
  Score score = {};  // without seconds and error
  std::unique_ptr<gpu::Buffer> output = {}, scratch = {};
  Enqueue enqueue = {};
};

// The unit that copies read and write; an entrant's output is a multiple of it.
inline constexpr std::size_t vector_bytes = 16;
std::size_t vectors_of(const Image& image);

// Makes an entrant without work, with room for a result of the image's size.
Entrant new_entrant(std::string name, Place& place, const Image& input);

// Makes a candidate that filters `image`, which holds `input`; both must outlive it. Blocks:
// compiles.
Entrant new_entrant(const planner::Decision& decision, Place& place, const Image& input,
                    gpu::Buffer& image);

}  // namespace selvage::bench
