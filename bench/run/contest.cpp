// SPDX-License-Identifier: Apache-2.0
#include "run/contest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "selvage/error.hpp"

namespace selvage::bench {
namespace {

// Makes and checks a participant. A failure, such as too little memory on the device, does not stop
// the others; a wrong word of the user's does.
Result prepare(const Participant& participant, const MakeEntrant& make, Timed& time) {
  Result result{.participant = participant, .name = participant.rival};
  try {
    Entrant entrant = make(participant);
    result.name = entrant.name;
    result.note = entrant.note;
    if (entrant.instead) result.participant.setting.what.filter = *entrant.instead;
    result.allowed_255 = entrant.allowed_255;
    result.predicted_seconds = entrant.predicted_seconds;
    if (entrant.check) result.error = entrant.check();
    if (!result.right())
      result.failure = fmt::format("WRONG: error {:.4g}/255, allowed {:.4g}", result.error.max,
                                   *result.allowed_255);
    else
      time = std::move(entrant.time);
  } catch (const Error& e) {
    if (e.code() == Errc::invalid_argument) throw;
    result.failure = e.what();
  } catch (const std::runtime_error& e) {
    result.failure = e.what();
  }
  if (result.name.empty()) result.name = participant.setting.use;
  return result;
}

}  // namespace

MakeEntrant entrants_of(Session& session) {
  return [&session](const Participant& p) {
    return p.rival.empty() ? ours(session, p.setting) : rival(session, p.setting, p.rival);
  };
}

std::vector<Result> compete(const std::vector<Participant>& participants, const MakeEntrant& make,
                            const TurnLimits& limits) {
  std::vector<Result> results;
  std::vector<Timed> things;
  const auto uses_threads = [](const Participant& p) {
    return p.setting.device == "cpu" && p.setting.threads > 1;
  };
  std::vector<std::size_t> owners;  // of things
  for (const Participant& participant : participants) {
    Timed time;
    results.push_back(prepare(participant, make, time));
    if (!time) continue;
    things.push_back(uses_threads(participant) ? after_one_run(std::move(time)) : std::move(time));
    owners.push_back(results.size() - 1);
  }
  if (things.empty()) return results;
  auto seconds = take_turns(things, limits);
  for (std::size_t i = 0; i < things.size(); ++i)
    results[owners[i]].seconds = std::move(seconds[i]);
  return results;
}

std::vector<double> taps_per_second(const Result& result) {
  std::vector<double> rates;
  for (const double s : result.seconds) rates.push_back(taps(result.what()) / std::max(s, 1e-12));
  return rates;
}

std::vector<double> copy_share(const Result& result, const Result& copy) {
  const double copied = 2.0 * image_bytes(copy.what());  // read and written
  std::vector<double> shares = ratios(result.seconds, copy.seconds);
  for (double& share : shares) share *= bytes(result.what()) / copied;
  return shares;
}

}  // namespace selvage::bench
