// SPDX-License-Identifier: Apache-2.0
#pragma once
// Candidate "histogram" of the CPU: each thread counts tiles in its own counters, which are then
// added.

#include <memory>

#include "backends/cpu/kernel.hpp"

namespace selvage::cpu {

// The runner has this many threads and outlives the pipeline.
Factory make_histogram;

}  // namespace selvage::cpu
