// SPDX-License-Identifier: Apache-2.0
#pragma once
// One case on one image: candidates, their tunings and the rival take turns on images in device
// memory. Every result is checked.

#include <list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cases.hpp"
#include "gpu/entrant.hpp"
#include "methods/direct/tuning.hpp"

namespace selvage::bench {

struct Result : Score {
  double taps_per_second = 0.0;
  std::optional<Spread> times_rival = {};  // rival's seconds / these, turn by turn
};

class Match {
 public:
  // Blocks: uploads. Place and image must outlive the match.
  Match(Place& place, const Case& c, const Image& input);

  const Problem& problem() const { return problem_; }
  // Returns why the device cannot run the pass with this tuning; empty if it can.
  std::string unsupported(const Pass& pass, const DirectGpuTuning& tuning) const;

  // Block: compile.
  void add(const planner::Candidate& candidate, const planner::Offer& offer);
  void add_rival();  // only if rival_can()

  // Blocks. Returns the scores in the order in which they were added.
  std::vector<Result> run(int turns);

 private:
  void judge_all();

  Place& place_;
  const Case& case_;
  const Image& input_;
  Problem problem_;
  std::unique_ptr<gpu::Buffer> image_;
  std::list<Entrant> entrants_;
};

}  // namespace selvage::bench
