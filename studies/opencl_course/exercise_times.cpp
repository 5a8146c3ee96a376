// SPDX-License-Identifier: Apache-2.0
#include "opencl_course/exercise_times.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

namespace selvage::studies::course {

void keep_times(Session& session, const RungEntry& entry, Contest contest,
                const std::vector<Pass>& yours) {
  std::vector<Row> rows;
  rows.push_back({.rung = "yours",
                  .what = session.options().kernel,
                  .error = contest.error,
                  .enqueue = std::move(contest.yours)});
  if (yours.size() == 1) rows.back().facts = yours.front().facts();
  rows.push_back({.rung = std::to_string(entry.number),
                  .what = std::string(entry.what),
                  .enqueue = std::move(contest.ours)});
  rows.push_back(std::move(contest.product));
  rows = timed(session, std::move(rows), session.runs(runs_of_average));
  session.keep(
      table_of("exercise", fmt::format("Task {}: your kernel", session.options().task), rows));
}

}  // namespace selvage::studies::course
