// SPDX-License-Identifier: Apache-2.0
#pragma once
// What --report shows of a batch.

#include "html_report/html_report.hpp"
#include "pipeline/report.hpp"

namespace selvage::cli {

// Throws Error if the page of a command cannot be written, or cannot show its files: it reads them
// again after they were filtered. Does nothing without --report.
void check_report(const FilterCommand& command, const std::vector<Job>& jobs);

// Returns a filtered file as a pair of images.
ReportedPair reported_pair(const FilterCommand& command, const FileReport& report);

// Writes the page, if one was asked for and there is something to show. `memory` is in bytes.
void write_report(const FilterCommand& command, RunReport& run, std::size_t memory,
                  const std::stop_token& stop);

}  // namespace selvage::cli
