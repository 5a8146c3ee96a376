// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a caller may do while a filter runs.

#include <functional>

#include "capi/handles.hpp"

namespace selvage::capi {

// Calls `run` with what `controls` (NULL: nothing) ask for.
Report run_with(const selvage_controls* controls,
                const std::function<Report(const Controls&)>& run);

}  // namespace selvage::capi
