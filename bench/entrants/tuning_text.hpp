// SPDX-License-Identifier: Apache-2.0
#pragma once
// Tunings of GPU candidates as text: "rows=8,height=4,wide=1".

#include <string>
#include <vector>

#include "methods/convolution/tuning.hpp"
#include "methods/direct/tuning.hpp"
#include "methods/fourier_range/tuning.hpp"
#include "planner/decision.hpp"

namespace selvage::bench {

// Return `tuning` with the numbers that `text` names. Throw Error{invalid_argument} with the wrong
// word. All know launch (rows). Means over windows and linear filters know width, height
// (work-items of a group) and rows; the former also wide (0 or 1), sums (flat, columns, blocks) and
// block, the latter once (0 or 1). A Fourier range kernel knows the names of most of its fields.
DirectGpuTuning changed(DirectGpuTuning tuning, const std::string& text);
LinearGpuTuning changed(LinearGpuTuning tuning, const std::string& text);
FourierGpuTuning changed(FourierGpuTuning tuning, const std::string& text);

// Changes the tuning of a decision for one of these candidates. Also throws Error{unsupported} if
// the device cannot run that.
void change(planner::Decision& decision, const std::string& text, const GpuFacts& gpu);

// Returns the words that apply to the tuning, except launch.
std::string text(const Tuning& tuning);

// "rows=4/8,wide=0/1" -> all combinations of the values.
std::vector<std::string> combinations(const std::string& text);

}  // namespace selvage::bench
