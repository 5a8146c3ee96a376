// SPDX-License-Identifier: Apache-2.0
#pragma once
// The sheet's tasks and experiments; each checks its rungs, times them and keeps its tables, plots
// and pictures.

#include "opencl_course/findings.hpp"
#include "opencl_course/settings.hpp"
#include "runner/session.hpp"

namespace selvage::studies::course {

// Task 1, rungs 1 to 3.
void study_windows(Session& session, const Settings& settings, Findings& findings);
// Task 2, rungs 4 to 6; its chart of steps; its figure 7.
void study_separable(Session& session, const Settings& settings, Findings& findings);
void study_steps(Session& session, const Settings& settings);
void study_loads(Session& session, const Settings& settings, Findings& findings);
// Task 3, rungs 7 to 10, then 11.
void study_flags(Session& session, const Settings& settings);
void study_guided(Session& session, const Settings& settings);
// Task 4, rungs 12 to 14.
void study_histograms(Session& session, const Settings& settings, Findings& findings);

// Figures 2 to 5, and 10 to 13.
void show_convolutions(Session& session, const Settings& settings);
void show_geometry(Session& session, const Settings& settings);

// A reader's kernel in place of all that.
void run_exercise(Session& session, const Settings& settings);

}  // namespace selvage::studies::course
