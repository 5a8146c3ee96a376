// SPDX-License-Identifier: Apache-2.0
#pragma once
// Linear filters on images in device memory, taking turns with a copy of the same bytes.

#include <list>
#include <memory>
#include <string>
#include <vector>

#include "gpu/entrant.hpp"
#include "gpu/family_cases.hpp"
#include "methods/convolution/tuning.hpp"

namespace selvage::bench {

struct FamilyResult : Score {
  double bytes_per_second = 0.0;  // read and written once
  double copy_share = 1.0;        // of the copy's, turn by turn: the median
};

// Returns whether the candidate's tuning is LinearGpuTuning.
bool has_linear_tuning(const planner::Candidate& candidate);

class FamilyMatch {
 public:
  // Blocks: uploads, compiles the copy. Place, case and image must outlive the match.
  FamilyMatch(Place& place, const FamilyCase& c, const Image& input);

  const Problem& problem() const { return problem_; }
  // Returns the candidates of linear filters that serve this one.
  std::vector<const planner::Candidate*> candidates() const;
  // Returns why the device cannot run the pass with this tuning; empty if it can.
  std::string unsupported(const Pass& pass, const LinearGpuTuning& tuning) const;

  // Blocks: compiles.
  void add(const planner::Candidate& candidate, const planner::Offer& offer);

  // Blocks. Returns the copy's score, then the others in the order in which they were added.
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
