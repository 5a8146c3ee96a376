// SPDX-License-Identifier: Apache-2.0
#pragma once
// The second stage filters chunks.

#include "console/progress.hpp"
#include "pipeline/chunk.hpp"

namespace selvage::cli {

// Filters the chunk's input into its result, releases the input and adds to the report. An error is
// stored in the chunk. Call it for one chunk at a time, in order.
void filter_stage(Chunk& chunk, const Session& session, Progress& progress);
// The same with other inputs than the chunk's.
void filter_stage(Chunk& chunk, const Inputs& inputs, const Session& session, Progress& progress);

}  // namespace selvage::cli
