// SPDX-License-Identifier: Apache-2.0
#include "gpu/match.hpp"

#include <algorithm>
#include <cstddef>

#include "gpu/problems.hpp"
#include "gpu/rival.hpp"
#include "methods/direct/gpu/direct_code.hpp"
#include "methods/direct/pixel_form.hpp"

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

std::string Match::unsupported(const Pass& pass, const DirectGpuTuning& tuning) const {
  const GpuFacts& gpu = place_.device->facts().gpu;
  if (tuning.group.width * tuning.group.height > gpu.largest_group)
    return "the work-groups are larger than the device's";
  if (tuning.loop != DirectLoop::tile) return {};
  if (tuning.wide && !can_be_wide(gpu::form_of(pass, problem_)))
    return "a pixel does not fit into four words";
  if (gpu::tile_bytes(pass, problem_, tuning) > gpu.local_bytes)
    return "the tile does not fit into the device's local memory";
  if (tuning.sums == Summation::blocks && tuning.block % tuning.group.rows != 0)
    return "a summation block is not a multiple of the rows";
  return {};
}

void Match::add(const planner::Candidate& candidate, const planner::Offer& offer) {
  entrants_.push_back(new_entrant({.candidate = &candidate, .problem = problem_, .offer = offer},
                                  place_, input_, *image_));
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
