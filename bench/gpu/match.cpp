// SPDX-License-Identifier: Apache-2.0
#include "gpu/match.hpp"

#include <algorithm>
#include <cstddef>

#include "backends/gpu/direct_code.hpp"
#include "backends/gpu/kernel.hpp"
#include "core/gpu_tile.hpp"
#include "gpu/problems.hpp"
#include "gpu/rival.hpp"
#include "gpu/tuning_text.hpp"

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

Match::Entry& Match::new_entry(const std::string& name) {
  Entry& entry = entries_.emplace_back();
  entry.result.name = name;
  entry.output = place_.device->buffer(input_.bytes());
  return entry;
}

void Match::add(const planner::Candidate& candidate, const Tuning& tuning) {
  const DeviceFacts& facts = place_.device->facts();
  const Pass pass = candidate.passes(problem_).front();
  std::shared_ptr<gpu::Kernel> kernel =
      gpu::make_direct(candidate.name, pass, problem_, tuning, *place_.device, *place_.programs);
  Entry& entry = new_entry(std::string(candidate.name));
  entry.result.tuning = text(tuning);
  entry.result.predicted_seconds = candidate.seconds(problem_, facts);
  entry.result.allowed_255 = allowed_255(problem_, candidate.error(problem_, facts));
  const std::size_t scratch = kernel->scratch_bytes(problem_.width, problem_.height, 1);
  if (scratch > 0) entry.scratch = place_.device->buffer(scratch);
  const ConstImageView shape = shape_of(input_);
  const gpu::DeviceView from{.buffer = image_.get(), .shape = shape};
  const gpu::DeviceView to{.buffer = entry.output.get(), .shape = shape};
  entry.enqueue = [kernel, from, to, scratch_memory = entry.scratch.get(),
                   frame = Frame::whole(problem_.width, problem_.height)](gpu::Stream& stream) {
    kernel->enqueue(stream, {.image = from, .output = to}, scratch_memory, frame, {});
  };
}

void Match::add_rival() {
  if (!rival_can(case_, problem_.width, problem_.height, place_.device->facts().gpu)) return;
  Entry& entry = new_entry(std::string(rival_name));
  entry.result.allowed_255 = 1.0;
  entry.enqueue =
      make_rival(place_, case_, problem_.width, problem_.height, *image_, *entry.output);
}

void Match::judge_all() {
  Image output(case_.type, problem_.width, problem_.height, case_.channels);
  for (Entry& entry : entries_) {
    download(place_, *entry.output, output);
    entry.result.error = judge(case_.filter, input_, output);
  }
}

std::vector<Result> Match::run(int turns) {
  std::vector<Enqueue> things;
  for (const Entry& entry : entries_) things.push_back(entry.enqueue);
  const auto seconds = take_turns(*place_.stream, things, turns);
  judge_all();

  const std::vector<double>* rival = nullptr;
  std::size_t at = 0;
  for (const Entry& entry : entries_) {
    if (entry.result.name == rival_name) rival = &seconds[at];
    ++at;
  }
  std::vector<Result> results;
  for (Entry& entry : entries_) {
    const std::vector<double>& own = seconds[results.size()];
    Result result = entry.result;
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
