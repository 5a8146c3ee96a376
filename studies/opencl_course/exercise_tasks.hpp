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

// Gives points if every fact that was stated since its making holds.
class Marking {
 public:
  explicit Marking(const Session& session) : session_(session), failed_(session.failed()) {}
  Mark mark(const std::string& what, int points) const {
    return {.what = what, .points = session_.failed() == failed_ ? points : 0, .of = points};
  }

 private:
  const Session& session_;
  int failed_;
};

std::vector<Mark> exercise_convolution(Session& session, const Settings& settings,
                                       const Source& source);
std::vector<Mark> exercise_separable(Session& session, const Settings& settings,
                                     const Source& source);
std::vector<Mark> exercise_discontinuity(Session& session, const Settings& settings,
                                         const Source& source);
std::vector<Mark> exercise_discontinuity_one(Session& session, const Settings& settings,
                                             const Source& source);
std::vector<Mark> exercise_bilateral(Session& session, const Settings& settings,
                                     const Source& source);
std::vector<Mark> exercise_histogram(Session& session, const Settings& settings,
                                     const Source& source);
std::vector<Mark> exercise_histogram_local(Session& session, const Settings& settings,
                                           const Source& source);

}  // namespace selvage::studies::course
