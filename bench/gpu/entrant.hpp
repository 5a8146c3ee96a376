// SPDX-License-Identifier: Apache-2.0
#pragma once
// One of those that take turns on images that lie on the device.

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "error.hpp"
#include "gpu/place.hpp"
#include "gpu/turns.hpp"
#include "pairs.hpp"
#include "planner/catalogue.hpp"

namespace selvage::bench {

struct Score {
  std::string name = {};    // "tile", "copy", "rival"
  std::string tuning = {};  // empty: it has none
  Spread seconds = {};      // of the kernels, by the device's clock
  Error255 error = {};
  double allowed_255 = 0.0;                      // largest error that is right, rounding included
  std::optional<double> predicted_seconds = {};  // by the planner, of a whole run with its copies

  bool right() const { return error.max <= allowed_255; }
};

struct Entrant {
  Score score = {};  // but for seconds and error
  std::unique_ptr<gpu::Buffer> output = {}, scratch = {};
  Enqueue enqueue = {};
};

// What copies read and write at a time; an entrant's output is whole ones.
inline constexpr std::size_t vector_bytes = 16;
std::size_t vectors_of(const Image& image);

// Without work, with room for a result of the image's size.
Entrant new_entrant(std::string name, Place& place, const Image& input);

// A candidate that filters `image`, in which `input` lies; both must outlive it. Blocks: compiles.
Entrant new_entrant(const planner::Candidate& candidate, const Tuning& tuning, Place& place,
                    const Problem& problem, const Image& input, gpu::Buffer& image);

}  // namespace selvage::bench
