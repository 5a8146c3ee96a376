// SPDX-License-Identifier: Apache-2.0
#include "gpu/family_match.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "core/gpu_strip.hpp"
#include "core/linear_step.hpp"
#include "gpu/problems.hpp"
#include "gpu/rival.hpp"
#include "kernels/texts.hpp"

namespace selvage::bench {
namespace {

constexpr int copy_group = 256, copy_items = 4;  // of kernels/copy.cl

// By groups that a tuning shapes.
bool sums_strips(const planner::Candidate& c) {
  return c.name == "lines" || c.name == "matrix";
}

}  // namespace

FamilyMatch::FamilyMatch(Place& place, const FamilyCase& c, const Image& input)
    : place_(place),
      case_(c),
      input_(input),
      problem_(problem_of(c.filter, {.image = input})),
      image_(place.device->buffer(vectors_of(input) * vector_bytes)) {
  place.stream->upload(*image_, 0, input.view().data, input.bytes());
  place.stream->wait();
  add_copy();
}

std::vector<const planner::Candidate*> FamilyMatch::candidates() const {
  std::vector<const planner::Candidate*> found;
  for (const planner::Candidate& c : planner::catalogue())
    if (c.backend == place_.device->facts().backend && c.serves(case_.filter) &&
        (sums_strips(c) || c.name == "tensor"))
      found.push_back(&c);
  return found;
}

std::string FamilyMatch::unsupported(const planner::Candidate& candidate,
                                     const Tuning& tuning) const {
  const DeviceFacts& facts = place_.device->facts();
  if (std::string why = candidate.unsupported(problem_, facts); !why.empty()) return why;
  if (!sums_strips(candidate)) return {};
  if (tuning.group_width * tuning.group_height > facts.gpu.largest_group)
    return "the work-groups are larger than the device's";
  if (4 * tuning.group_width % problem_.channels != 0) return "a group's samples are no pixels";
  const StripShape shape(linear_step(candidate.passes(problem_).front().step), problem_);
  if (tuning.sums == Sums::flat && shape.tile_bytes(tuning) > facts.gpu.local_bytes)
    return "the tile does not fit into the device's local memory";
  if (tuning.sums != Sums::flat && 16 % tuning.group_rows != 0)
    return "16 is no multiple of the rows";
  return {};
}

void FamilyMatch::add_copy() {
  const bool processor = place_.device->facts().gpu.is_processor;
  const std::vector<std::string> options{"-DBYTE_SIMD=0", "-DGROUPS_AT_ONCE=1",
                                         processor ? "-DPROCESSOR=1" : "-DPROCESSOR=0"};
  std::shared_ptr<gpu::Program> program = place_.programs->program(
      std::string(kernels::text("dialect.h")) + std::string(copy_text()), options);
  gpu::Function& function = program->function("copy");
  Entrant& copy = entrants_.emplace_back(new_entrant("copy", place_, input_));
  const auto vectors = static_cast<std::int64_t>(vectors_of(input_));
  constexpr int each = copy_group * copy_items;
  copy.enqueue = [program, &function, vectors, from = image_.get(),
                  to = copy.output.get()](gpu::Stream& stream) {
    const std::array<const gpu::Buffer*, 2> buffers = {from, to};
    stream.launch(function, {.groups_x = static_cast<int>((vectors + each - 1) / each),
                             .group_width = copy_group,
                             .buffers = buffers,
                             .arguments = std::as_bytes(std::span(&vectors, 1))});
  };
}

void FamilyMatch::add(const planner::Candidate& candidate, const Tuning& tuning) {
  entrants_.push_back(new_entrant(candidate, tuning, place_, problem_, input_, *image_));
}

std::vector<FamilyResult> FamilyMatch::run(int turns) {
  std::vector<Enqueue> things;
  for (const Entrant& entrant : entrants_) things.push_back(entrant.enqueue);
  const auto seconds = take_turns(*place_.stream, things, turns);
  const std::vector<double>& copy = seconds.front();
  const double bytes = 2.0 * static_cast<double>(input_.bytes());

  Image output(case_.type, problem_.width, problem_.height, case_.channels);
  std::vector<FamilyResult> results;
  for (const Entrant& entrant : entrants_) {
    const std::vector<double>& own = seconds[results.size()];
    FamilyResult result{entrant.score};
    result.seconds = spread(own);
    result.bytes_per_second = bytes / std::max(result.seconds.median, 1e-12);
    std::vector<double> shares;
    for (std::size_t turn = 0; turn < own.size(); ++turn)
      shares.push_back(copy[turn] / std::max(own[turn], 1e-12));
    result.copy_share = spread(shares).median;
    download(place_, *entrant.output, output);
    if (!results.empty()) result.error = judge(case_.filter, input_, output);
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace selvage::bench
