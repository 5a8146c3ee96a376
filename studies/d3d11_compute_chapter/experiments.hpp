// SPDX-License-Identifier: Apache-2.0
#pragma once
// What this study does, one file each. All keep their results in the session.

#include <vector>

#include "d3d11_compute_chapter/filter.hpp"

namespace selvage::studies::d3d11 {

// A run's parts: the rungs that were asked for, compiled once.
struct Run {
  Session& session;
  Parameters parameters;
  std::vector<ReadyRung> rungs;

  // One that computes this, from a buffer where there is a choice; null: none was asked for.
  const ReadyRung* find(Kind kind) const;
};

struct Size {
  int width, height;
};

// checks.cpp: the listings' weights are a Gaussian's; each rung gives what its filter is.
void check_rungs(Run& run);
// times.cpp: tables times_WxH and steps, plot times.
void measure_times(Run& run);
// errors.cpp: table errors, figure 10.13.
void measure_errors(Run& run);
// borders.cpp: table border.
void measure_borders(Run& run);
// figures.cpp: figures 10.1, 10.5 and 10.11.
void draw_figures(Run& run);
// shaders.cpp: table shaders; shaders_absent.cpp where the build had no Vulkan.
void run_shaders(Run& run);

}  // namespace selvage::studies::d3d11
