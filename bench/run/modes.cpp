// SPDX-License-Identifier: Apache-2.0
#include "run/modes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <utility>

#include "cases/tables.hpp"
#include "entrants/entrant.hpp"
#include "entrants/tuning_text.hpp"
#include "run/compare.hpp"
#include "run/report.hpp"
#include "run/targets.hpp"
#include "run/tune.hpp"
#include "selvage/error.hpp"

namespace selvage::bench {
namespace {

using nlohmann::json;

void print(const std::string& text) {
  fmt::print("{}\n", text);
  std::fflush(stdout);
}

json read_json(const std::string& name) {
  std::ifstream file(name);
  json value = json::parse(file, nullptr, false);
  if (value.is_discarded())
    throw Error(Errc::invalid_argument, fmt::format("cannot read {} as JSON", name));
  return value;
}

json table_of(const Options& o, std::string_view built_in) {
  return o.table.empty() ? json::parse(built_in) : read_json(o.table);
}

Session session_of(const Options& o) {
  return {o.photos,
          {.turns = o.turns, .seconds = o.seconds},
          o.processor_time ? HostClock::processor : HostClock::wall};
}

// Returns whether nothing is slower.
bool print_differences(const json& before, const json& now) {
  bool well = true;
  for (const Difference& d : differences(before, now)) {
    print(line(d));
    well = well && d.change != Change::slower;
  }
  return well;
}

// A report and the file that it goes to, which is created before the measurements, so that a bad
// name is known early.
class Report {
 public:
  Report(const Options& o, Session& session, const std::vector<std::string>& devices)
      : name_(o.json),
        old_(o.old_report.empty() ? json() : read_json(o.old_report)),
        value_(head(session, devices)) {
    value_["results"] = json::array();
    value_["targets"] = json::array();
    if (!name_.empty()) file_.open(name_);
    check();
    for (const auto& [id, device] : value_["devices"].items())
      print(device.contains("missing")
                ? fmt::format("{}: {}", id, device["missing"].get<std::string>())
                : fmt::format("{}: {} {}", id, device["name"].get<std::string>(),
                              device["driver"].get<std::string>()));
    const auto version = value_["opencv"].get<std::string>();
    print(fmt::format("OpenCV: {}; images: {}; {} time; median (quartiles) of {} turns",
                      version.empty() ? "none" : version, value_["images"].get<std::string>(),
                      value_["clock"].get<std::string>(), o.turns));
  }

  void add(const char* list, json row) { value_[list].push_back(std::move(row)); }

  // Writes the file and compares with the old report. Returns whether nothing is slower.
  bool finish() {
    if (!name_.empty()) {
      file_ << value_.dump(1) << "\n";
      file_.flush();
      check();
    }
    return old_.is_null() || print_differences(old_, value_);
  }

 private:
  void check() const {
    if (!file_) throw Error(Errc::output, fmt::format("cannot write {}", name_));
  }

  std::string name_;
  std::ofstream file_;
  json old_, value_;
};

// Returns the cases that the options choose, in their sizes and with their scenes.
std::vector<Case> chosen_cases(const Options& o) {
  const std::regex wanted(o.wanted);
  std::vector<Case> chosen;
  std::set<std::string> sets;
  for (const json& row : products(table_of(o, cases_text())))
    for (const std::string& size : o.sizes.empty() ? std::vector<std::string>{""} : o.sizes)
      for (const std::string& scene : o.scenes.empty() ? std::vector<std::string>{""} : o.scenes) {
        json changed = row;
        if (!size.empty()) changed["size"] = size;
        if (!scene.empty()) changed["scene"] = scene;
        const Case c = case_of(changed);
        sets.insert(c.set);
        const bool there =
            std::ranges::any_of(chosen, [&](const Case& other) { return other.name == c.name; });
        if (c.set == o.set && !there && std::regex_search(c.name, wanted)) chosen.push_back(c);
      }
  if (chosen.empty())
    throw Error(Errc::invalid_argument,
                fmt::format("no case of the set {} matches {}", o.set, o.wanted),
                fmt::format("the sets are: {}", fmt::join(sets, ", ")));
  return chosen;
}

std::vector<std::string> devices_of(const Options& o) {
  return o.devices.empty() ? std::vector<std::string>{"cpu"} : o.devices;
}

// Returns the settings of a case, without candidates.
std::vector<Setting> settings_of(const Options& o, const Case& c) {
  std::vector<Setting> all;
  for (const std::string& device : devices_of(o)) {
    json object{{"device", device},
                {"exact", o.exact},
                {"max_error", o.max_error},
                {"measure", !o.measure.empty() ? o.measure
                            : device == "cpu"  ? "host"
                                               : "kernel"},
                {"filter", "box"}};  // replaced by the case
    Setting setting = setting_of(object);
    setting.what = c;
    if (device != "cpu") {
      all.push_back(setting);
      continue;
    }
    for (const std::string& simd : o.simd)
      for (const int threads : o.threads) {
        setting.simd = simd;
        setting.threads = threads;
        all.push_back(setting);
      }
  }
  return all;
}

std::vector<Participant> participants_of(Session& session, const Options& o,
                                         const Setting& setting) {
  std::vector<Participant> all;
  for (const std::string& use : o.use.empty() ? candidates_of(session, setting) : o.use)
    for (const std::string& tuning : combinations(o.tuning)) {
      all.push_back({setting});
      all.back().setting.use = use;
      all.back().setting.tuning = tuning;
    }
  if (!o.no_rivals)
    for (const std::string& rival : rivals_of(setting)) all.push_back({setting, rival});
  return all;
}

// Measures a case in one setting. Returns whether no candidate failed.
bool measure(Session& session, const Options& o, const Setting& setting, Report& report) try {
  const std::vector<Result> results =
      compete(participants_of(session, o, setting), entrants_of(session), session.limits());
  for (const Result& r : results) {
    print(line(r, results));
    report.add("results", to_json(r, results));
  }
  return std::ranges::all_of(results, [](const Result& r) { return r.timed() || !r.ours(); });
} catch (const Error& e) {
  if (e.code() == Errc::invalid_argument) throw;
  print(fmt::format("{:<48} {:<10} FAILED: {}", setting.what.name, setting.device, e.what()));
  return false;
}

// Throws for options that rows of targets say themselves.
void refuse_options_of_cases(const Options& o) {
  const Options usual;
  const std::pair<const char*, bool> given[] = {{"--set", o.set != usual.set},
                                                {"--simd", o.simd != usual.simd},
                                                {"--threads", o.threads != usual.threads},
                                                {"--use", !o.use.empty()},
                                                {"--size", !o.sizes.empty()},
                                                {"--scene", !o.scenes.empty()},
                                                {"--measure", !o.measure.empty()},
                                                {"--tuning", !o.tuning.empty()},
                                                {"--exact", o.exact},
                                                {"--max-error", o.max_error > 0.0},
                                                {"--no-rivals", o.no_rivals}};
  for (const auto& [name, is_given] : given)
    if (is_given)
      throw Error(Errc::invalid_argument, fmt::format("--targets does not take {}", name),
                  "say it in the rows of --table, or measure cases without --targets");
}

// Returns the rows that the options choose. A device of the options stands for its kind in a row.
std::vector<Target> chosen_targets(const Options& o) {
  const std::regex wanted(o.wanted);
  const auto kind = [](const std::string& device) { return device.substr(0, device.find(':')); };
  std::vector<Target> chosen;
  for (Target& target : targets_of(table_of(o, targets_text()))) {
    if (!std::regex_search(target.name, wanted)) continue;
    std::string& device = target.ours.setting.device;
    const auto asked = std::ranges::find_if(
        o.devices, [&](const std::string& d) { return kind(d) == kind(device); });
    const bool others = target.elsewhere.empty() ? asked == o.devices.end() : true;
    if (!o.devices.empty() && others) continue;
    if (!o.devices.empty()) {
      if (target.rival && target.rival->setting.device == device)
        target.rival->setting.device = *asked;
      device = *asked;
    }
    chosen.push_back(std::move(target));
  }
  if (chosen.empty())
    throw Error(Errc::invalid_argument, fmt::format("no target matches {}", o.wanted));
  return chosen;
}

}  // namespace

bool measure_cases(const Options& o) {
  const std::vector<Case> cases = chosen_cases(o);
  if (o.list) {
    for (const Case& c : cases) print(c.name);
    return true;
  }
  Session session = session_of(o);
  Report report(o, session, devices_of(o));
  bool well = true;
  for (const Case& c : cases)
    for (const Setting& setting : settings_of(o, c))
      well = measure(session, o, setting, report) && well;
  return report.finish() && well;
}

bool check_targets(const Options& o) {
  refuse_options_of_cases(o);
  const std::vector<Target> targets = chosen_targets(o);
  if (o.list) {
    for (const Target& t : targets) print(t.name);
    return true;
  }
  std::set<std::string> devices;
  for (const Target& t : targets) devices.insert(t.ours.setting.device);
  Session session = session_of(o);
  Report report(o, session, {devices.begin(), devices.end()});
  std::vector<Outcome> outcomes;
  std::map<Status, int> counts;
  for (const Target& t : targets) {
    outcomes.push_back(pursue(t, entrants_of(session), session.limits()));
    ++counts[outcomes.back().status];
    print(line(t, outcomes.back()));
    report.add("targets", to_json(t, outcomes.back()));
  }
  std::string sum;
  for (const auto& [status, count] : counts)
    sum += fmt::format("{}{} {}", sum.empty() ? "" : ", ", count, name_of(status));
  print(sum);
  return report.finish() && all_well(outcomes, !o.devices.empty());
}

void tune_devices(const Options& o) {
  Options tuned = o;
  tuned.set = "tune";
  const std::vector<Case> cases = chosen_cases(tuned);
  Session session = session_of(o);
  for (const std::string& device : devices_of(o))
    print(fmt::format("written: {}", tune(session, device, cases)));
}

bool compare_reports(const std::string& old_file, const std::string& new_file) {
  return print_differences(read_json(old_file), read_json(new_file));
}

}  // namespace selvage::bench
