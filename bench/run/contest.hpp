// SPDX-License-Identifier: Apache-2.0
#pragma once
// A contest: our candidates and their rivals are checked against the reference, then take turns.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "check/error.hpp"
#include "entrants/entrant.hpp"
#include "run/session.hpp"
#include "run/setting.hpp"
#include "timing/spread.hpp"

namespace selvage::bench {

// Who takes part. `rival` empty: ours, as the setting says.
struct Participant {
  Setting setting = {};
  std::string rival = {};
};

struct Result {
  Participant participant = {};
  std::string name = {};                         // "tile", "opencv"
  std::string note = {};                         // its tuning, or what a rival computes instead
  std::string failure = {};                      // why there are no times; empty: there are
  Error255 error = {};                           //
  std::optional<double> allowed_255 = {};        // none: a rival's error is only reported
  std::vector<double> seconds = {};              // of one run, in each turn
  std::optional<double> predicted_seconds = {};  // of a whole run

  // The case, with the filter that was run.
  const Case& what() const { return participant.setting.what; }
  bool ours() const { return participant.rival.empty(); }
  bool right() const { return !allowed_255 || error.max <= *allowed_255; }
  bool timed() const { return !seconds.empty(); }
};

// Makes an entrant ready. Blocks. Throws Error.
using MakeEntrant = std::function<Entrant(const Participant&)>;
MakeEntrant entrants_of(Session& session);

// Blocks. Returns the results in the same order. Who cannot start gets a failure; so does one of
// ours with a wrong result, which is not timed. Throws Error{invalid_argument} for a wrong word in
// a setting.
std::vector<Result> compete(const std::vector<Participant>& participants, const MakeEntrant& make,
                            const TurnLimits& limits);

// Return figures of each turn.
std::vector<double> taps_per_second(const Result& result);
// The bytes that must move each second as a fraction of what the copy moves.
std::vector<double> copy_share(const Result& result, const Result& copy);

}  // namespace selvage::bench
