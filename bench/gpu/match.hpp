// SPDX-License-Identifier: Apache-2.0
#pragma once
// One case on one image: candidates, tunings of them, and the rival, which take turns on images
// that lie on the device. Every result is judged.

#include <list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cases.hpp"
#include "gpu/entrant.hpp"

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
  // Why the device cannot run the candidate so; empty: it can.
  std::string unsupported(const planner::Candidate& candidate, const Tuning& tuning) const;

  // Block: compile.
  void add(const planner::Candidate& candidate, const Tuning& tuning);
  void add_rival();  // when rival_can

  // Blocks. In the order in which they were added.
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
