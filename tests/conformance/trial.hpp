// SPDX-License-Identifier: Apache-2.0
#pragma once
// One case with its images and what the reference makes of them; any number of candidates is tried
// on it.

#include <optional>
#include <string>
#include <vector>

#include "conformance/case.hpp"
#include "reference/samples.hpp"
#include "selvage/engine.hpp"
#include "support/canvas.hpp"

namespace selvage::testing {

enum class Verdict {
  passed,
  failed,
  beyond,   // not accurate enough for the request, but within its own bound
  refused,  // it does not support the problem
};

struct Outcome {
  Verdict verdict = Verdict::passed;
  std::string why;  // it failed, was refused or is not accurate enough
};

class Trial {
 public:
  explicit Trial(const Case& c);

  Outcome of(const Engine& engine, const std::string& candidate) const;

 private:
  std::optional<Plan> plan(const Engine& engine, const Request& request, Outcome& outcome) const;
  std::string judged(Plan& plan) const;

  Case case_;
  Canvas whole_;                             // all of the image
  Canvas given_, given_mask_;                // what is handed in
  std::vector<reference::Result> expected_;  // of each image of the batch
  double largest_ = 0;                       // |sample|, or of the constant border
};

}  // namespace selvage::testing
