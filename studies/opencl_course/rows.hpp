// SPDX-License-Identifier: Apache-2.0
#pragma once
// The table of a task: one row for each kernel, or pair of kernels, that was timed.

#include <optional>
#include <string>
#include <vector>

#include "opencl_course/ladder.hpp"
#include "runner/timing.hpp"

namespace selvage::studies::course {

struct Row {
  std::string rung = {};                // its number; "product"
  std::string what = {};                //
  std::string group = {};               // "32x16"
  std::optional<double> loads = {};     // from global memory for each pixel and channel
  std::optional<double> bytes = {};     // that those loads and the stores are, of a run
  std::optional<double> error = {};     // the largest against the CPU
  std::optional<CodeFacts> facts = {};  // of one kernel
  Enqueue enqueue = {};                 // empty: `times` are known
  Times times = {};
};

// Runs those that are enqueued in turns. The first row is what the others are compared with.
std::vector<Row> timed(Session& session, std::vector<Row> rows, int runs);

Table table_of(const std::string& name, const std::string& title, const std::vector<Row>& rows);

// The median time of one row over that of another, by `rung` and the end of `what`; none where one
// is missing.
std::optional<double> quotient(const std::vector<Row>& rows, const std::string& rung,
                               const std::string& over, const std::string& end = {});

std::string text(GroupSize group);

// The document states no times: averages are of so many runs.
inline constexpr int runs_of_average = 20;

}  // namespace selvage::studies::course
