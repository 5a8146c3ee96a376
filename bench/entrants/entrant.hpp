// SPDX-License-Identifier: Apache-2.0
#pragma once
// What takes turns: our candidates and their rivals.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "check/error.hpp"
#include "run/session.hpp"
#include "run/setting.hpp"
#include "timing/turns.hpp"

namespace selvage::bench {

struct Entrant {
  std::string name = {};                         // "tile", "opencv", "copy"
  std::string note = {};                         // its tuning, or the name of `instead`
  std::optional<Filter> instead = {};            // what a rival computes, if it is another filter
  std::optional<double> predicted_seconds = {};  // of a whole run
  std::optional<double> allowed_255 = {};        // largest error, rounding included; none: a rival
  Timed time = {};
  std::function<Error255()> check = {};  // runs once and judges; empty: it makes no result
};

// Makes one of our candidates ready. Blocks: plans, compiles. Throws Error.
Entrant ours(Session& session, const Setting& setting);

// Makes a rival ready that works on the same images:
//   opencv            the OpenCV of the build; on the CPU
//   opencv_structure  a kernel with the structure of OpenCV's CUDA bilateral; on the device
//   copy              a copy of the image; on the device, or on the CPU by one thread
//   bilateral_grid, bilateral_grid_fine (cells of a sigma, and of half of it) and
//   recursive_bilateral    approximations of the case's filter (approximations.hpp)
// Blocks. Throws Error{unsupported} if there is none for the case.
Entrant rival(Session& session, const Setting& setting, const std::string& name);

// The rivals that a setting may be compared with by default; approximations in the set "error".
std::vector<std::string> rivals_of(const Setting& setting);

// Returns the names of the candidates that serve the setting, without those that are predicted to
// take more than twenty times as long as the fastest.
std::vector<std::string> candidates_of(Session& session, const Setting& setting);

}  // namespace selvage::bench
