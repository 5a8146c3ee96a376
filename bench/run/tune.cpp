// SPDX-License-Identifier: Apache-2.0
#include "run/tune.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <tuple>

#include "engine/devices/tuned_rates.hpp"
#include "entrants/entrant.hpp"
#include "gpu/problems.hpp"
#include "methods/catalogue.hpp"
#include "run/contest.hpp"
#include "run/report.hpp"
#include "selvage/error.hpp"

namespace selvage::bench {
namespace {

namespace fs = std::filesystem;

// "cuda" -> "cuda:0"
std::string full_name(const std::string& device) {
  return find_device(device).id;
}

Setting setting_for(const std::string& device, const Case& c) {
  Setting setting{.what = c, .device = device};
  if (device == "cpu") setting.threads = Device::cpu().compute_units;
  return setting;
}

// Returns the time that a candidate's offer predicts, without rates.
double offered_seconds(Session& session, const Setting& setting) {
  const Problem problem = problem_of(setting.what.filter, session.inputs(setting.what)->views());
  return planner::plan(problem, session.facts(setting), request_of(setting)).offer.seconds;
}

// Replaces the file as a whole: another process may be reading it. The cache of programs uses its
// folder only if nobody else can write there.
void write_rates(const fs::path& file, const std::string& text) {
  std::error_code failed;
  if (fs::create_directories(file.parent_path(), failed))
    fs::permissions(file.parent_path(), fs::perms::owner_all, failed);
  const fs::path temporary = file.native() + ".unfinished";
  std::ofstream stream(temporary);
  stream << text;
  stream.close();
  if (stream) fs::rename(temporary, file, failed);
  if (!stream || failed) throw Error(Errc::output, fmt::format("cannot write {}", file.native()));
}

}  // namespace

std::vector<Deviation> deviations(Session& session, const std::string& device,
                                  const std::vector<Case>& cases) {
  std::vector<Deviation> all;
  for (const Case& c : cases) {
    const Setting setting = setting_for(device, c);
    std::vector<Participant> participants;
    for (const std::string& use : candidates_of(session, setting)) {
      participants.push_back({setting});
      participants.back().setting.use = use;
    }
    for (const Result& r : compete(participants, entrants_of(session), session.limits())) {
      if (!r.timed()) {
        fmt::print("{:<44} {:<16} {}\n", c.name, r.name, r.failure);
        continue;
      }
      const double predicted = offered_seconds(session, r.participant.setting);
      const double factor = spread(r.seconds).median / predicted;
      all.push_back({r.name, std::string(name(c.filter)), c.image.type, factor});
      fmt::print("{:<44} {:<16} {}, predicted {:.4g} ms: {:.3f} times\n", c.name, r.name,
                 milliseconds(spread(r.seconds)), predicted * 1e3, factor);
      std::fflush(stdout);
    }
  }
  return all;
}

std::vector<planner::Rate> rates_of(const std::vector<Deviation>& deviations) {
  std::map<std::tuple<std::string, std::string, PixelType>, std::pair<double, int>> sums;
  for (const Deviation& d : deviations) {
    auto& [sum, count] = sums[{d.candidate, d.filter, d.type}];
    sum += std::log(d.factor);
    ++count;
  }
  std::vector<planner::Rate> rates;
  for (const auto& [key, sum] : sums) {
    const auto& [candidate, filter, type] = key;
    rates.push_back({candidate, filter, type, std::exp(sum.first / sum.second)});
  }
  return rates;
}

std::string tune(Session& session, const std::string& device, const std::vector<Case>& cases) {
  const std::string id = full_name(device);
  const fs::path file = rates_file(id);
  if (file.empty())
    throw Error(Errc::output, "there is no cache folder for tuned rates",
                "set XDG_CACHE_HOME or HOME to an absolute path");
  const DeviceFacts facts = session.facts({.device = id});
  write_rates(file, to_text(planner::Rates{.device = rates_key(id, facts),
                                           .rates = rates_of(deviations(session, id, cases))}));
  return file.native();
}

}  // namespace selvage::bench
