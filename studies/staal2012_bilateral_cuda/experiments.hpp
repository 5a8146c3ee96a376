// SPDX-License-Identifier: Apache-2.0
#pragma once
// The parts of the study, each in a file of its own. All block, tell what is wrong to the session,
// and keep what they find there.

#include "runner/session.hpp"
#include "selvage/image.hpp"

namespace selvage::studies::staal {

// Each rung on small awkward images against the reference.
void check_rungs(Session& session);
// What his code gets wrong and he admits, or we found: each shown right in each rung.
void show_faults(Session& session);
// Tables 1 and 2.
void make_tables(Session& session);
// Figures 2 and 3 and those of the appendix: time against size and against radius.
void make_figures(Session& session);
// Figure 4: what the profiler said of each kernel.
void make_profile(Session& session);
// Figure 1: an image with noise, and without.
void make_picture(Session& session);

// In place of all that: his program's eight arguments, a .raw file filtered.
void run_given(Session& session);

// --image or a photo (its beginning mirrored over and over), f32, three channels.
Image test_image(Session& session, int width, int height);

}  // namespace selvage::studies::staal
