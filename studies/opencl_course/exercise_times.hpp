// SPDX-License-Identifier: Apache-2.0
#pragma once
// A reader's kernel beside a rung and the product.

#include "opencl_course/rows.hpp"

namespace selvage::studies::course {

// The reader's row first; `error` is its largest, where the task has one.
struct Contest {
  Enqueue yours, ours;
  Row product = {};
  std::optional<double> error = {};
};
// Times all in turns and keeps the table.
void keep_times(Session& session, const RungEntry& entry, Contest contest,
                const std::vector<Pass>& yours);

}  // namespace selvage::studies::course
