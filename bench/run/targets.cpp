// SPDX-License-Identifier: Apache-2.0
#include "run/targets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "run/report.hpp"
#include "selvage/device.hpp"
#include "selvage/error.hpp"

namespace selvage::bench {
namespace {

using nlohmann::json;

[[noreturn]] void refuse_row(const json& row, const std::string& why) {
  throw Error(Errc::invalid_argument, fmt::format("target {}: {}", row.dump(), why));
}

// Removes a member from the row and returns it; null: there is none.
json taken(json& row, const char* name) {
  const auto found = row.find(name);
  if (found == row.end()) return {};
  json value = std::move(*found);
  row.erase(found);
  return value;
}

std::string setting_text(const Setting& s) {
  std::string text = s.device;
  if (!s.simd.empty()) text += "/" + s.simd;
  if (s.device == "cpu") text += fmt::format("/{}", s.threads);
  text += fmt::format(" {} {}", name_of(s.measure), s.what.name);
  if (!s.use.empty()) text += " " + s.use;
  if (s.method != Method::automatic) text += fmt::format(" {}", name_of(s.method));
  if (s.max_error > 0.0) text += fmt::format(" max_error={:.3g}", s.max_error);
  return s.exact ? text + " exact" : text;
}

void read_limits(json& rest, const json& row, Target& target) {
  const json least = taken(rest, "at_least"), most = taken(rest, "at_most");
  if (!least.is_null() && !most.is_null()) refuse_row(row, "it has at_least and at_most");
  target.at_least = most.is_null();
  if (const json& limit = target.at_least ? least : most; !limit.is_null())
    target.threshold = limit.get<double>();
  if (const json aim = taken(rest, "aim"); !aim.is_null()) target.aim = aim.get<double>();
  const auto value = taken(rest, "value").get<std::string>();
  const auto named = value_named<Value>(value);
  if (!named) refuse_row(row, fmt::format("there is no value {}", value));
  target.value = *named;
}

// {"use": "tile", "fields": {"radius": 1}} -> "radius=1,use=tile"
std::string patch_text(const json& patch) {
  std::string text;
  const json flat = patch.flatten();
  for (const auto& [place, value] : flat.items())
    text += fmt::format("{}{}={}", text.empty() ? "" : ",", place.substr(place.rfind('/') + 1),
                        value.is_string() ? value.get<std::string>() : value.dump());
  return text;
}

// Reads the rival and completes the target's name.
void read_rival(const json& rest, const json& rival, const json& row, Target& target) {
  const bool needed = target.value == Value::times || target.value == Value::copy_share;
  if (rival.is_null() && needed) refuse_row(row, "it needs a rival");
  if (rival.is_string()) {
    target.rival = {setting_of(rest), rival.get<std::string>()};
    target.name += " of " + target.rival->rival;
  }
  if (rival.is_object()) {
    json other = rest;
    other.merge_patch(rival);
    target.rival = {setting_of(other)};
    target.name += " of " + patch_text(rival);
  }
}

Target target_of(const json& row) try {
  Target target;
  json rest = row;
  if (const json issue = taken(rest, "issue"); !issue.is_null()) target.issue = issue.get<int>();
  if (const json elsewhere = taken(rest, "elsewhere"); !elsewhere.is_null()) {
    target.elsewhere = elsewhere.get<std::string>();
    target.name = taken(rest, "what").get<std::string>();
    if (!rest.empty()) refuse_row(row, "another program measures it");
    return target;
  }
  read_limits(rest, row, target);
  const json rival = taken(rest, "rival");
  target.ours.setting = setting_of(rest);
  target.name = fmt::format("{} {}", setting_text(target.ours.setting), name_of(target.value));
  read_rival(rest, rival, row, target);
  return target;
} catch (const json::exception& e) {
  refuse_row(row, e.what());
}

// Returns what the machine lacks to run the setting; empty: nothing.
std::string missing(const Setting& s) try {
  const Device device = find_device(s.device);
  if (s.device == "opencl" && device.is_processor) return "the only OpenCL device is the processor";
  if (s.device != "cpu") return {};
  simd_of(s);
  if (s.threads > device.compute_units)
    return fmt::format("{} threads, but {} cores", s.threads, device.compute_units);
  return {};
} catch (const Error& e) {
  return e.what();
}

// The target's value in each turn.
std::vector<double> values(const Target& target, const std::vector<Result>& results) {
  const Result& ours = results.front();
  switch (target.value) {
    case Value::seconds: return ours.seconds;
    case Value::taps_per_second: return taps_per_second(ours);
    case Value::times: return ratios(ours.seconds, results.at(1).seconds);
    case Value::copy_share: return copy_share(ours, results.at(1));
    case Value::prediction: {
      std::vector<double> off;
      for (const double s : ours.seconds) {
        const double ratio = s / ours.predicted_seconds.value_or(0.0);
        off.push_back(std::max(ratio, 1.0 / ratio));
      }
      return off;
    }
  }
  throw std::logic_error("a value without a meaning");
}

// The unit of figures for people.
struct Unit {
  double scale = 1.0;
  std::string_view name = {};
};
Unit unit_of(Value value, double example) {
  switch (value) {
    case Value::seconds: return example < 1e-3 ? Unit{1e6, " us"} : Unit{1e3, " ms"};
    case Value::taps_per_second:
      return example < 1e12 ? Unit{1e-9, " Gtap/s"} : Unit{1e-12, " Ttap/s"};
    case Value::copy_share: return {100.0, " %"};
    case Value::times:
    case Value::prediction: return {1.0, " x"};
  }
  throw std::logic_error("a value without a unit");
}

// "rival 1.2 ms (1.1..1.3)"
std::string rival_text(const Target& target, const Outcome& outcome) {
  if (outcome.results.size() < 2) return {};
  const Result& ours = outcome.results.front();
  const Result& rival = outcome.results[1];
  if (!rival.timed() || !ours.timed()) return {};
  std::string text = fmt::format("; {}{}{} {}", rival.name, rival.note.empty() ? "" : "'s ",
                                 rival.note, milliseconds(spread(rival.seconds)));
  if (target.value != Value::times)
    text += fmt::format(", {:.2f} x", spread(ratios(ours.seconds, rival.seconds)).median);
  return text;
}

}  // namespace

std::vector<Target> targets_of(const json& table) {
  std::vector<Target> targets;
  std::set<std::string> names;
  for (const json& row : products(table)) {
    targets.push_back(target_of(row));
    if (!names.insert(targets.back().name).second) refuse_row(row, "another row has the same name");
  }
  return targets;
}

namespace {

// Returns the outcome of results that are there.
Outcome judged(const Target& target, std::vector<Result> results) {
  Outcome outcome{.results = std::move(results)};
  for (const Result& r : outcome.results)
    if (!r.timed()) {
      outcome.why = fmt::format("{}: {}", r.name, r.failure);
      return outcome;
    }
  outcome.reached = spread(values(target, outcome.results));
  const double median = outcome.reached.median;
  const double needed = target.threshold.value_or(median);
  const bool met = target.at_least ? median >= needed : median <= needed;
  outcome.status = met ? Status::met : Status::below;
  return outcome;
}

}  // namespace

Outcome pursue(const Target& target, const MakeEntrant& make, const TurnLimits& limits) {
  if (!target.elsewhere.empty())
    return {.status = Status::elsewhere, .why = target.elsewhere + " measures it"};
  std::vector<Participant> all{target.ours};
  if (target.rival) all.push_back(*target.rival);
  for (const Participant& p : all)
    if (std::string why = missing(p.setting); !why.empty())
      return {.status = Status::absent, .why = std::move(why)};
  try {
    return judged(target, compete(all, make, limits));
  } catch (const std::exception& e) {  // such as a device that fails while it is timed
    return {.why = e.what()};
  }
}

bool all_well(const std::vector<Outcome>& outcomes, bool asked_for) {
  return std::ranges::all_of(outcomes, [&](const Outcome& o) {
    return o.status == Status::met || o.status == Status::elsewhere ||
           (o.status == Status::absent && !asked_for);
  });
}

std::string line(const Target& target, const Outcome& outcome) {
  std::string text = fmt::format("{:<9} {}: ", name_of(outcome.status), target.name);
  if (!outcome.why.empty()) return text + outcome.why;
  const Spread& s = outcome.reached;
  const Unit unit = unit_of(target.value, target.threshold.value_or(s.median));
  text += fmt::format("{:.4g} ({:.4g}..{:.4g}){}", s.median * unit.scale, s.low * unit.scale,
                      s.high * unit.scale, unit.name);
  if (target.threshold)
    text += fmt::format(", {} {:.4g}", target.at_least ? "at least" : "at most",
                        *target.threshold * unit.scale);
  if (target.aim) text += fmt::format(", aim {:.4g}", *target.aim * unit.scale);
  const Result& ours = outcome.results.front();
  return text +
         fmt::format("; {} {}, {}", ours.name, milliseconds(spread(ours.seconds)),
                     error_text(ours)) +
         rival_text(target, outcome);
}

json to_json(const Target& target, const Outcome& outcome) {
  json row{{"target", target.name},
           {"issue", target.issue},
           {"status", name_of(outcome.status)},
           {"value", name_of(target.value)}};
  if (target.threshold) row[target.at_least ? "at_least" : "at_most"] = *target.threshold;
  if (target.aim) row["aim"] = *target.aim;
  if (!outcome.why.empty()) row["why"] = outcome.why;
  if (outcome.reached.count > 0) row["reached"] = to_json(outcome.reached);
  for (const Result& r : outcome.results) row["results"].push_back(to_json(r, outcome.results));
  return row;
}

}  // namespace selvage::bench
