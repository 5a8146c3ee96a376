// SPDX-License-Identifier: Apache-2.0
#pragma once
// Asks single candidates for offers, for the tests of methods.

#include <stdexcept>
#include <string>
#include <string_view>

#include "methods/catalogue.hpp"

namespace selvage::planner {

// Returns the catalogue's candidate of this name on the platform of `facts`.
inline const Candidate& candidate_on(const DeviceFacts& facts, std::string_view name) {
  for (const Candidate& c : catalogue())
    if (c.platform == platform_of(facts) && c.name == name) return c;
  throw std::logic_error("no such candidate");
}

inline Answer answer_of(std::string_view name, const Problem& problem, const DeviceFacts& facts) {
  return whole_answer(candidate_on(facts, name), problem, facts);
}

// Throws std::bad_variant_access if the candidate cannot serve.
inline Offer offer_of(std::string_view name, const Problem& problem, const DeviceFacts& facts) {
  return std::get<Offer>(answer_of(name, problem, facts));
}

// Returns the reason for a refusal; empty if the candidate can serve.
inline std::string refusal_of(std::string_view name, const Problem& problem,
                              const DeviceFacts& facts) {
  const Answer answer = answer_of(name, problem, facts);
  return std::holds_alternative<Offer>(answer) ? "" : std::get<Refusal>(answer).why;
}

}  // namespace selvage::planner
