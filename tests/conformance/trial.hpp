// SPDX-License-Identifier: Apache-2.0
#pragma once
// One case with its images and what the reference makes of them; any number of candidates is tried
// on it.

#include <optional>
#include <string>
#include <vector>

#include "conformance/scene.hpp"
#include "reference/samples.hpp"
#include "selvage/engine.hpp"
#include "support/subjects.hpp"

namespace selvage::testing {

enum class Verdict {
  passed,
  failed,
  beyond,   // not accurate enough for the request, but within its own bound
  refused,  // it does not support the problem
  other,    // it is for other filters
};

struct Outcome {
  Verdict verdict = Verdict::passed;
  std::string why;  // it failed, was refused or is not accurate enough
};

class Trial {
 public:
  explicit Trial(const Case& c);

  Outcome of(const Subject& subject) const;

 private:
  std::optional<Plan> plan(const Engine& engine, const Request& request, Outcome& outcome) const;
  std::vector<reference::Result> separable() const;
  std::string judged(Plan& plan, const std::vector<reference::Result>& expected,
                     double tolerance) const;
  std::string judged_flags(const ConstImageView& flags, int image) const;
  std::string judged_counts(Plan& plan) const;

  Case case_;
  Filter filter_;
  Scene whole_, given_;                      // all of the images; what is handed in
  std::vector<reference::Result> expected_;  // of each image of the batch
  double largest_ = 0;                       // |sample|, or of the constant border
};

}  // namespace selvage::testing
