// SPDX-License-Identifier: Apache-2.0
#pragma once
// The histogram of a file, in bands of rows where it is large.

#include "histogram_report.hpp"
#include "session.hpp"

namespace selvage::cli {

// Counts, times and the file's facts. A large float image whose range is not given is read twice.
HistogramReport count_file(const Job& job, Session& session);

}  // namespace selvage::cli
