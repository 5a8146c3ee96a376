// SPDX-License-Identifier: Apache-2.0
#pragma once
// Counts the histogram of a file, in bands of rows if it is large.

#include "histogram/histogram_report.hpp"
#include "pipeline/session.hpp"

namespace selvage::cli {

// Returns counts, times and properties of the file. A large float image without a given range is
// read twice.
HistogramReport count_file(const Job& job, Session& session);

}  // namespace selvage::cli
