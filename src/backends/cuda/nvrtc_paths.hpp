// SPDX-License-Identifier: Apache-2.0
#pragma once
// Paths where CUDA's run-time compiler may lie: toolkits, and the packages of pip and conda.

#include <string>
#include <vector>

namespace selvage::cuda {

// Returns file names for a driver of this major version, best first: its own, then older ones,
// which it also runs.
std::vector<std::string> nvrtc_names(int driver_major);

// Returns the files of those names in the usual folders, best first.
std::vector<std::string> nvrtc_files(const std::vector<std::string>& names);

}  // namespace selvage::cuda
