// SPDX-License-Identifier: Apache-2.0
#pragma once
// One case on one image: candidates, tunings of them, and the rival, which take turns on images
// that lie on the device. Every result is judged.

#include <list>
#include <optional>
#include <string>
#include <vector>

#include "cases.hpp"
#include "error.hpp"
#include "gpu/place.hpp"
#include "gpu/turns.hpp"
#include "pairs.hpp"
#include "planner/catalogue.hpp"

namespace selvage::bench {

struct Result {
  std::string name = {};    // "tile", "plain", "rival"
  std::string tuning = {};  // empty: it has none
  Spread seconds = {};      // of the kernels, by the device's clock
  double taps_per_second = 0.0;
  std::optional<Spread> times_rival = {};  // rival's seconds / these, turn by turn
  Error255 error = {};
  double allowed_255 = 0.0;                      // largest error that is right, rounding included
  std::optional<double> predicted_seconds = {};  // by the planner, of a whole run with its copies

  bool right() const { return error.max <= allowed_255; }
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
  struct Entry {
    Result result;
    std::unique_ptr<gpu::Buffer> output, scratch;
    Enqueue enqueue;
  };

  Entry& new_entry(const std::string& name);
  void judge_all();

  Place& place_;
  const Case& case_;
  const Image& input_;
  Problem problem_;
  std::unique_ptr<gpu::Buffer> image_;
  std::list<Entry> entries_;
};

}  // namespace selvage::bench
