// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads and writes tunings as text: "rows=8,height=4,wide=1".

#include <string>

#include "methods/convolution/tuning.hpp"
#include "methods/direct/tuning.hpp"

namespace selvage::bench {

// Return `tuning` with the values that `text` names. Throw Error{invalid_argument} with the wrong
// word. Both know width, height (work-items of a group), rows and launch (rows); means over
// windows also wide (0 or 1), sums (flat, columns, blocks) and block; linear filters once (0 or 1).
DirectGpuTuning changed(DirectGpuTuning tuning, const std::string& text);
LinearGpuTuning changed(LinearGpuTuning tuning, const std::string& text);

// Returns the words that apply to the tuning, except launch.
std::string text(const Tuning& tuning);

}  // namespace selvage::bench
