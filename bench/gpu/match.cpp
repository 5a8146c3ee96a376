// SPDX-License-Identifier: Apache-2.0
#include "gpu/match.hpp"

#include <algorithm>
#include <cstddef>

#include "backends/gpu/direct_code.hpp"
#include "backends/gpu/kernel.hpp"
#include "core/gpu_tile.hpp"
#include "gpu/problems.hpp"
#include "gpu/rival.hpp"

namespace selvage::bench {
namespace {

constexpr std::string_view rival_name = "rival";

}  // namespace

Match::Match(Place& place, const Case& c, const Image& input)
    : place_(place),
      case_(c),
      input_(input),
      problem_(problem_of(c.filter, {.image = input})),
      image_(upload(place, input)) {}

std::string Match::unsupported(const planner::Candidate& candidate, const Tuning& tuning) const {
  const DeviceFacts& facts = place_.device->facts();
  if (std::string why = candidate.unsupported(problem_, facts); !why.empty()) return why;
  if (tuning.group_width * tuning.group_height > facts.gpu.largest_group)
    return "the work-groups are larger than the device's";
  if (candidate.name != "tile") return {};
  const Pass pass = candidate.passes(problem_).front();
  if (tuning.wide && !can_be_wide(gpu::form_of(pass, problem_)))
    return "a pixel does not fit into four words";
  if (gpu::tile_bytes(pass, problem_, tuning) > facts.gpu.local_bytes)
    return "the tile does not fit into the device's local memory";
  if (tuning.sums == Sums::pieces && tuning.piece % tuning.group_rows != 0)
    return "a piece is no multiple of the rows";
  return {};
}

void Match::add(const planner::Candidate& candidate, const Tuning& tuning) {
  entrants_.push_back(new_entrant(candidate, tuning, place_, problem_, input_, *image_));
}

void Match::add_rival() {
  if (!rival_can(case_, problem_.width, problem_.height, place_.device->facts().gpu)) return;
  Entrant& rival = entrants_.emplace_back(new_entrant(std::string(rival_name), place_, input_));
  rival.score.allowed_255 = 1.0;
  rival.enqueue =
      make_rival(place_, case_, problem_.width, problem_.height, *image_, *rival.output);
}

void Match::judge_all() {
  Image output(case_.type, problem_.width, problem_.height, case_.channels);
  for (Entrant& entrant : entrants_) {
    download(place_, *entrant.output, output);
    entrant.score.error = judge(case_.filter, input_, output);
  }
}

std::vector<Result> Match::run(int turns) {
  std::vector<Enqueue> things;
  for (const Entrant& entrant : entrants_) things.push_back(entrant.enqueue);
  const auto seconds = take_turns(*place_.stream, things, turns);
  judge_all();

  const std::vector<double>* rival = nullptr;
  std::size_t at = 0;
  for (const Entrant& entrant : entrants_) {
    if (entrant.score.name == rival_name) rival = &seconds[at];
    ++at;
  }
  std::vector<Result> results;
  for (const Entrant& entrant : entrants_) {
    const std::vector<double>& own = seconds[results.size()];
    Result result{entrant.score};
    result.seconds = spread(own);
    result.taps_per_second =
        taps(case_, problem_.width, problem_.height) / std::max(result.seconds.median, 1e-12);
    if (rival != nullptr && result.name != rival_name) {
      std::vector<double> ratios;
      for (std::size_t turn = 0; turn < own.size(); ++turn)
        ratios.push_back((*rival)[turn] / std::max(own[turn], 1e-12));
      result.times_rival = spread(ratios);
    }
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace selvage::bench
