// SPDX-License-Identifier: Apache-2.0
#pragma once
// Measures what a user of the library waits for, including copies to the device and back.

#include <string>

#include "error.hpp"
#include "gpu/gpu_cases.hpp"
#include "pairs.hpp"

namespace selvage::bench {

struct WholeRun {
  std::string candidate = {};
  double ready_seconds =
      0.0;              // engine, plan and Plan::reserve: driver and compiler, or their caches
  Spread seconds = {};  // per run, by the host's clock
  Spread kernel_seconds = {};  // Report::kernel_seconds
  double predicted_seconds = 0.0;
  Error255 error = {};
  double allowed_255 = 0.0;  // largest allowed error, rounding included

  bool right() const { return error.max <= allowed_255; }
};

// Blocks. `device`: "cuda:0".
WholeRun run_whole(const std::string& device, const SizedCase& c, const Image& input, int repeats);

}  // namespace selvage::bench
