// SPDX-License-Identifier: Apache-2.0
#pragma once
// Compares candidates with the reference on one case.

#include <optional>
#include <string>
#include <vector>

#include "conformance/cases/scene.hpp"
#include "conformance/checks/tally.hpp"
#include "reference/samples.hpp"
#include "selvage/engine.hpp"
#include "support/subjects.hpp"

namespace selvage::testing {

struct TrialResult {
  Outcome outcome = Outcome::passed;
  std::string why;  // why it failed, was refused or is not accurate enough
};

class Trial {
 public:
  explicit Trial(const Case& c);

  TrialResult of(const Subject& subject) const;

 private:
  std::optional<Plan> plan(const Engine& engine, const Request& request, TrialResult& result) const;
  std::vector<reference::Result> separable() const;
  std::string judged(Plan& plan, const std::vector<reference::Result>& expected,
                     double tolerance) const;
  std::string judged_flags(const ConstImageView& flags, int image) const;
  std::string judged_counts(Plan& plan) const;

  Case case_;
  Filter filter_;
  Scene whole_, given_;                      // the whole images; the parts that are handed in
  std::vector<reference::Result> expected_;  // of each image of the batch
  double largest_ = 0;                       // |sample|, or of the constant border
};

}  // namespace selvage::testing
