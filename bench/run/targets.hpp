// SPDX-License-Identifier: Apache-2.0
#pragma once
// The targets (targets.json): what each row must reach, and what it reached.

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "run/contest.hpp"

namespace selvage::bench {

enum class Value {
  seconds,          // of a run
  taps_per_second,  //
  times,            // the rival's seconds / ours
  copy_share,       // the bytes that must move each second / what the rival "copy" moves
  prediction,       // how far the planner's prediction is off: the larger / the smaller
};
}  // namespace selvage::bench
template <>
inline constexpr auto selvage::names_of<selvage::bench::Value> =
    std::to_array<selvage::Named<selvage::bench::Value>>(
        {{selvage::bench::Value::seconds, "seconds"},
         {selvage::bench::Value::taps_per_second, "taps_per_second"},
         {selvage::bench::Value::times, "times"},
         {selvage::bench::Value::copy_share, "copy_share"},
         {selvage::bench::Value::prediction, "prediction"}});
namespace selvage::bench {

struct Target {
  std::string name = {};  // "cuda kernel bilateral.u8x3.l2.square.r7.1920x1080 taps_per_second"
  int issue = 0;          // that set it; 0: none
  std::string elsewhere = {};  // the program that measures it instead; empty: this one
  Participant ours = {};
  std::optional<Participant> rival = {};
  Value value = Value::seconds;
  std::optional<double> threshold = {};  // none: the row is only reported
  bool at_least = true;                  // else at most
  std::optional<double> aim = {};        // beyond the threshold
};

// Reads a table, whose rows have the members of a setting (setting.hpp) and
//   value, and at_least or at_most (neither: the row is only reported); aim, issue
//   rival      a name (entrant.hpp), or an object: the members of ours that differ, such as
//              {"threads": 1} or {"fields": {"radius": 12}}
//   elsewhere  the program that measures the row, and `what` it measures, instead of a setting
// A row with lists stands for all combinations (products()). Throws Error{invalid_argument} for a
// bad row, and for two of the same name.
std::vector<Target> targets_of(const nlohmann::json& table);

enum class Status {
  met,  // or it has no threshold
  below,
  failed,     // it should have run here, and did not, or its result was wrong
  absent,     // the machine has no such device, instruction set or number of cores
  elsewhere,  // another program measures it
};
}  // namespace selvage::bench
template <>
inline constexpr auto selvage::names_of<selvage::bench::Status> =
    std::to_array<selvage::Named<selvage::bench::Status>>(
        {{selvage::bench::Status::met, "met"},
         {selvage::bench::Status::below, "BELOW"},
         {selvage::bench::Status::failed, "FAILED"},
         {selvage::bench::Status::absent, "not run"},
         {selvage::bench::Status::elsewhere, "elsewhere"}});
namespace selvage::bench {

struct Outcome {
  Status status = Status::failed;
  std::string why = {};              // of failed and absent
  Spread reached = {};               // in the target's unit
  std::vector<Result> results = {};  // ours, then the rival's
};

// Blocks. Checks, times and judges a row.
Outcome pursue(const Target& target, const MakeEntrant& make, const TurnLimits& limits);

// Returns whether all is well: no row is below its target or failed. Rows of devices that were
// asked for by name fail if these are absent.
bool all_well(const std::vector<Outcome>& outcomes, bool asked_for);

// "3.71 Ttap/s (3.69..3.72), at least 3.6, aim 5.5"
std::string line(const Target& target, const Outcome& outcome);
nlohmann::json to_json(const Target& target, const Outcome& outcome);

}  // namespace selvage::bench
