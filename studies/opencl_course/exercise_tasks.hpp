// SPDX-License-Identifier: Apache-2.0
#pragma once
// What each exercise does with a reader's kernels, and what they share.

#include <initializer_list>
#include <vector>

#include "opencl_course/exercise.hpp"
#include "opencl_course/ladder.hpp"

namespace selvage::studies::course {

// `functions` in the reader's text, laid out as those of the rung. Throws Error{input} where it
// does not compile or holds no such kernel.
std::vector<Pass> passes_of(Session& session, const Settings& settings, const Source& source,
                            const RungEntry& like, std::initializer_list<const char*> functions,
                            const Constants& constants);
Image timed_image(Session& session, const Settings& settings, int channels);

void exercise_convolution(Session& session, const Settings& settings, const Source& source);
void exercise_separable(Session& session, const Settings& settings, const Source& source);
void exercise_discontinuity(Session& session, const Settings& settings, const Source& source);
void exercise_discontinuity_one(Session& session, const Settings& settings, const Source& source);
void exercise_bilateral(Session& session, const Settings& settings, const Source& source);
void exercise_histogram(Session& session, const Settings& settings, const Source& source);

}  // namespace selvage::studies::course
