// SPDX-License-Identifier: Apache-2.0
#pragma once
// The last step of a row of a joint filter: quotients, certificates, pixels from all their taps.

#include <cstdint>

#include "methods/fourier_range/cpu/multirate_loops.hpp"

namespace selvage::cpu {

struct JointRow {
  RepairWindow<Level> window = {};  // of the row's first pixel
  std::ptrdiff_t plane = 0;         // as JointRepair
  int values = 1, pixels = 0;
  // D^, and N^ / value_middle of each channel, which becomes its mean less the image's own value,
  // in levels; sums_plane apart.
  float* sums = nullptr;
  std::ptrdiff_t sums_plane = 0;
  float of_weights = 0.0f, of_differences = 0.0f, limit = 0.0f;  // of the certificate
  std::uint8_t* failed = nullptr;                                // room for a flag of each pixel
};

// Returns the samples that were computed again: all channels of a pixel if one fails. `repair`
// computes one pixel, or `neighbours`.
std::int64_t divide_joint_row(const JointRow& row, void (*repair)(const JointRepair&),
                              int neighbours);

}  // namespace selvage::cpu
