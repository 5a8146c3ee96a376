// SPDX-License-Identifier: Apache-2.0
#pragma once
// Decides from facts alone which candidate on which device runs a problem, and explains why.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "filters/problem.hpp"
#include "planner/candidate.hpp"
#include "planner/rates.hpp"
#include "selvage/engine.hpp"

namespace selvage::planner {

// A device that could run the problem.
struct Option {
  std::string device = {};  // "cuda:0"
  DeviceFacts facts = {};
  double start_seconds = 0.0;    // time to open the device; 0: it is open
  const Rates* rates = nullptr;  // of this device; null: not tuned
};

// A reason whose text takes long: a candidate's error or offer, which the decision does not depend
// on.
struct LateReason {
  std::size_t index = 0;  // among the reasons
  const Candidate* candidate = nullptr;
  DeviceFacts facts = {};
  bool offered = true;   // else nobody asked for the offer, and `seconds` are the least
  double seconds = 0.0;  // with the rate
  double rate = 1.0;     // the tuned factor
  bool tuned = false;
  double allowed = 0.0;  // error
};

// The chosen candidate with its offer and the reasons. The run uses the same object.
struct Decision {
  const Candidate* candidate = nullptr;
  Problem problem = {};
  Offer offer = {};
  double requested = 0.0;               // error, as Plan::max_error
  std::size_t option = 0;               // index of the device among the options
  double rate = 1.0;                    // the tuned factor in offer.seconds
  std::vector<Reason> reasons = {};     // one for each candidate of each option ("cuda:0/tile")
  std::vector<std::size_t> asked = {};  // reasons of candidates that the request does not exclude
  std::vector<LateReason> late = {};    // reasons without a text, until it is asked for
};

// Writes the texts of the late reasons.
void explain(Decision& decision);

// Returns the largest error that the request allows, in the unit of Offer::error. Throws
// Error{invalid_argument} for a bad max_error.
double allowed_error(const Problem& problem, const Request& request);

// Returns the candidate with the smallest predicted time, including the device's start, and the
// first of equals. Throws Error{invalid_argument} for an unknown Request::use or a bad max_error,
// and Error{unsupported} with the reasons of all that the request does not exclude if none can
// serve.
Decision decide(const Problem& problem, std::span<const Option> options, const Request& request,
                std::span<const Candidate> catalogue);

// Returns the same candidate for another part of the image, with its own tuning, time and scratch.
// It is cheap, since it compares no candidates. Throws Error{unsupported}.
Decision decide_part(const Decision& whole, const Problem& part, const DeviceFacts& facts);

}  // namespace selvage::planner
