// SPDX-License-Identifier: Apache-2.0
#pragma once
// The second stage: pieces are filtered.

#include "piece.hpp"
#include "progress.hpp"

namespace selvage::cli {

// Makes the piece's result of its input, which is then gone, and adds to its report. A failure
// becomes the piece's. Called for one piece at a time, in their order.
void filter_stage(Piece& piece, const Session& session, Progress& progress);

}  // namespace selvage::cli
