// SPDX-License-Identifier: Apache-2.0
#pragma once
// Cancellation and progress of a run.

#include <functional>

#include "capi/handles.hpp"

namespace selvage::capi {

// Calls `run` with the C++ controls for `controls` (NULL: none). Blocks.
Report run_with(const selvage_controls* controls,
                const std::function<Report(const Controls&)>& run);

}  // namespace selvage::capi
