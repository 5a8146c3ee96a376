// SPDX-License-Identifier: Apache-2.0
#pragma once
// The table of taps that bilateral_tensor.cl reads: each unit's places in local memory and its
// penalties, in the order of the items that load them.

#include <cstdint>
#include <vector>

#include "methods/direct/tensor_taps.hpp"

namespace selvage::gpu {

// The words of the table:
//   4 words             counts of inner, edge, upper and lower units
//   2 x 32 per unit     for each item, the offsets [words] of the rows that it loads: for exponents
//                       (the two halves of a vector have the same rows), then for sums
//   2 x 32 per unit     (disc: 2 x 2 x 32) for each item, penalties of taps 4 g and 4 g + 8 of all
//                       but inner units, as pairs of halves
std::vector<std::uint32_t> tensor_table(const TapWindow& window);

}  // namespace selvage::gpu
