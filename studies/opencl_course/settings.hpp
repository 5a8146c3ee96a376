// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the sheet fixes, and what the options change of it.

#include <vector>

#include "runner/session.hpp"
#include "runner/study.hpp"

namespace selvage::studies::course {

struct Extent {
  int width = 0, height = 0;  // pixels
};

struct Settings {
  int radius = 4;                                 // of the separable passes
  int step_count = 3;                             // pixels of a work-item in them
  std::vector<int> chart = {};                    // steps of the chart
  GroupSize tile{32, 16};                         // of windows, flags in one kernel, histograms
  GroupSize rows{64, 8}, columns{32, 16};         //
  std::vector<Extent> odd = {};                   // on which all is checked, beside `checked`
  Extent checked = {}, timed = {}, picture = {};  //
  Extent frame = {};                              // of the path tracer
  int paths = 4;                                  // for each of its pixels
};

// Throws Error{invalid_argument} for what a work-group or its local memory cannot hold.
Settings settings_of(const Session& session);

}  // namespace selvage::studies::course
