// SPDX-License-Identifier: Apache-2.0
#pragma once
// The histogram's kernel alone, on an image in device memory: a plan counts an image band by band,
// each while the next one is copied.

#include "entrants/entrant.hpp"
#include "planner/decision.hpp"

namespace selvage::bench {

// Tells whether one kernel counts all samples of the problem: the range is given, and no channel is
// left out.
bool has_count_kernel(const Problem& problem);

// Returns that kernel as a participant. Blocks: compiles, uploads.
Entrant count_kernel(Session& session, const Setting& setting, const planner::Decision& decision);

}  // namespace selvage::bench
