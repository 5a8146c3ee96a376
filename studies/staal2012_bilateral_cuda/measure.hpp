// SPDX-License-Identifier: Apache-2.0
#pragma once
// Times of the whole ladder on one image, with the CPU before it and the product behind it.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runner/timing.hpp"
#include "staal2012_bilateral_cuda/settings.hpp"

namespace selvage::studies::staal {

struct Measured {
  std::string name = {};                // "GPU6", "GPU6 (192)", "selvage: tile"
  int rung = -1;                        // -1: the product
  bool as_document = false;             // a rung with its own block
  Times whole = {};                     // from host to host, with the host's work on layouts
  Times kernel = {};                    // on the device; rung 7: its three launches
  std::optional<Times> as_wished = {};  // whole without that work, where there is any
};

// The rungs that the options ask for, then the product. Each is checked first against the one
// before it.
std::vector<Measured> measure(Session& session, const Settings& settings,
                              const ConstImageView& image, int runs);

// Of the sequential loop, `listed` as in sequential.hpp; none: the options leave it out. `limit`:
// seconds, then rows are sampled.
std::optional<BaselineTime> measure_cpu(Session& session, const Settings& settings,
                                        const ConstImageView& image, bool listed, double limit);

// The largest difference that two right rungs may have, samples' unit.
double tolerance(const Settings& settings);

}  // namespace selvage::studies::staal
