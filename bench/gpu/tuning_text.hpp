// SPDX-License-Identifier: Apache-2.0
#pragma once
// Tunings of the tile candidate as people write them: "rows=8,height=4,wide=1".

#include <string>

#include "core/problem.hpp"

namespace selvage::bench {

// `tuning` with the values that `text` names: width, height (work-items of a group), rows, wide
// (0 or 1), sums (flat, columns, pieces), piece, launch (rows). Throws Error{invalid_argument} with
// the word that is wrong.
Tuning changed(Tuning tuning, const std::string& text);

std::string text(const Tuning& tuning);

}  // namespace selvage::bench
