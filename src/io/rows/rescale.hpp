// SPDX-License-Identifier: Apache-2.0
#pragma once
// Conversion of samples between the full scale of a file and that of their type.

#include <cstdint>
#include <vector>

namespace selvage {

// Returns, for each v in 0..from, v / from as the nearest multiple of 1 / to. Going to a finer
// scale and back gives v again.
std::vector<std::uint16_t> rescale_table(int from, int to);

}  // namespace selvage
