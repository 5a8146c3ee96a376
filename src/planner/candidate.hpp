// SPDX-License-Identifier: Apache-2.0
#pragma once
// A candidate: one way to compute a filter. A pure function says what it offers for a problem, or
// why it cannot serve.

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "filters/problem.hpp"
#include "planner/device_facts.hpp"
#include "planner/tuning.hpp"

namespace selvage::planner {

// Memory that a plan holds in addition to its caller's images.
struct ScratchBytes {
  std::size_t host = 0;
  std::size_t device = 0;  // on a GPU, images included

  friend bool operator==(const ScratchBytes&, const ScratchBytes&) = default;
};

// A candidate's plan for a problem. The tuning is computed once, and the run uses it.
struct Offer {
  double error = 0.0;  // largest error before rounding, as Report::error_bound; infinity: no bound
  double seconds = 0.0;  // predicted
  int terms = 0;         // of Report::terms
  ScratchBytes scratch = {};
  std::vector<Pass> passes = {};  // at least one
  Tuning tuning = {};
};

// The reason why a candidate cannot serve a problem on a device.
struct Refusal {
  std::string why;
  std::string hint = {};  // what would make the candidate serve, if that is worth a suggestion
};

using Answer = std::variant<Offer, Refusal>;

struct Candidate {
  std::string_view name = {};  // unique on its platform: "simd"
  Platform platform = Platform::cpu;
  std::string_view paper = {};  // key in docs/papers.bib
  Method method = Method::direct;
  bool third_axis = false;  // it serves images with depth
  int channels = 4;         // the most that it serves, of the image and of its guide
  bool uses_simd = false;   // the results depend on DeviceFacts::simd

  // Returns whether the candidate is for this filter.
  bool (*serves)(const Filter&) = nullptr;
  // Returns an offer or a refusal, without touching a device. Called only for filters that it
  // serves. The proof of the error stands at the function.
  Answer (*offer)(const Problem&, const DeviceFacts&) = nullptr;
  // A time that no offer's prediction is below, where `offer` takes long; 0 if there will be a
  // refusal. Plans ask for the offer only if no candidate serves in less. Null: they always ask.
  double (*least_seconds)(const Problem&, const DeviceFacts&) = nullptr;
  // The offer's error, which `offer` leaves at 0, where the proof looks at so many cases that plans
  // ask only if no faster candidate serves; null: `offer` says it.
  double (*error)(const Problem&, const DeviceFacts&) = nullptr;
};

// Returns an offer with its error, or a refusal.
inline Answer whole_answer(const Candidate& c, const Problem& problem, const DeviceFacts& facts) {
  Answer answer = c.offer(problem, facts);
  if (auto* offer = std::get_if<Offer>(&answer); offer && c.error)
    offer->error = c.error(problem, facts);
  return answer;
}

// Returns the reason why candidates with vector instructions cannot serve, or an empty string.
inline std::string no_vector_unit(const DeviceFacts& facts) {
  return facts.simd.empty() ? "this build has no SIMD code for this processor" : "";
}

}  // namespace selvage::planner
