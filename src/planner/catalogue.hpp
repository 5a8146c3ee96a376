// SPDX-License-Identifier: Apache-2.0
#pragma once
// The list of everything that can run. The planner, the conformance tests, the benchmarks,
// `selvage explain` and the documents walk it, so that nothing in it can be untested.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.hpp"

namespace selvage::planner {

// Memory that a plan holds beside the images of its caller.
struct ScratchBytes {
  std::size_t host = 0;
  std::size_t device = 0;  // of a GPU: images included
};

// Pure functions of the problem and the facts: no device is touched, nothing is allocated on one.
struct Candidate {
  std::string_view name;     // unique within its backend: "simd"
  std::string_view backend;  // "cpu"
  std::string_view paper;    // key in docs/papers.bib
  Method method = Method::direct;
  bool uses_simd = false;  // its results depend on DeviceFacts::simd

  bool (*serves)(const Filter&);  // false: the candidate is for other filters
  // Empty when it can run, else why not.
  std::string (*unsupported)(const Problem&, const DeviceFacts&);
  // Largest error before rounding, as Report::error_bound. The argument stands beside the function.
  // Infinite for Method::separable.
  double (*error)(const Problem&, const DeviceFacts&);
  Tuning (*tune)(const Problem&, const DeviceFacts&);
  double (*seconds)(const Problem&, const DeviceFacts&);  // predicted
  ScratchBytes (*scratch)(const Problem&, const DeviceFacts&);
  std::vector<Pass> (*passes)(const Problem&);
};

std::span<const Candidate> catalogue();

}  // namespace selvage::planner
