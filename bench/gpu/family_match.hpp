// SPDX-License-Identifier: Apache-2.0
#pragma once
// Lines and matrices on images that lie on the device, taking turns with a copy of the same bytes.

#include <list>
#include <memory>
#include <string>
#include <vector>

#include "gpu/entrant.hpp"
#include "gpu/family_cases.hpp"

namespace selvage::bench {

struct FamilyResult : Score {
  double bytes_per_second = 0.0;  // read and written once
  double copy_share = 1.0;        // of the copy's, turn by turn: the median
};

class FamilyMatch {
 public:
  // Blocks: uploads, compiles the copy. Place, case and image must outlive the match.
  FamilyMatch(Place& place, const FamilyCase& c, const Image& input);

  const Problem& problem() const { return problem_; }
  // Candidates of the device that make no tiles of their windows for this filter.
  std::vector<const planner::Candidate*> candidates() const;
  // Why the device cannot run the candidate so; empty: it can.
  std::string unsupported(const planner::Candidate& candidate, const Tuning& tuning) const;

  // Blocks: compiles.
  void add(const planner::Candidate& candidate, const Tuning& tuning);

  // Blocks. The copy, then in the order in which they were added.
  std::vector<FamilyResult> run(int turns);

 private:
  void add_copy();

  Place& place_;
  const FamilyCase& case_;
  const Image& input_;
  Problem problem_;
  std::unique_ptr<gpu::Buffer> image_;
  std::list<Entrant> entrants_;
};

}  // namespace selvage::bench
