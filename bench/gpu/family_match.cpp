// SPDX-License-Identifier: Apache-2.0
#include "gpu/family_match.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "filters/linear_step.hpp"
#include "gpu/problems.hpp"
#include "gpu/rival.hpp"
#include "kernels/texts.hpp"
#include "methods/catalogue.hpp"
#include "methods/convolution/blocked_tile.hpp"

namespace selvage::bench {
namespace {

constexpr int copy_group = 256, copy_items = 4;  // of kernels/copy.cl

}  // namespace

bool has_linear_tuning(const planner::Candidate& candidate) {
  return candidate.name == "separable" || candidate.name == "stencil";
}

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
    if (c.platform == Platform::gpu && c.serves(case_.filter) &&
        (has_linear_tuning(c) || c.name == "separable_tensor"))
      found.push_back(&c);
  return found;
}

std::string FamilyMatch::unsupported(const Pass& pass, const LinearGpuTuning& tuning) const {
  const GpuFacts& gpu = place_.device->facts().gpu;
  if (tuning.group.width * tuning.group.height > gpu.largest_group)
    return "the work-groups are larger than the device's";
  if (4 * tuning.group.width % problem_.channels != 0) return "a group's samples are no pixels";
  const BlockedTile shape(linear_step(pass.step), problem_);
  if (tuning.once && shape.tile_bytes(tuning.group) > gpu.local_bytes)
    return "the tile does not fit into the device's local memory";
  if (!tuning.once && 16 % tuning.group.rows != 0) return "16 is not a multiple of the rows";
  return {};
}

void FamilyMatch::add_copy() {
  const bool processor = place_.device->facts().gpu.is_processor;
  const std::vector<std::string> options{"-DBYTE_SIMD=0", "-DMIN_BLOCKS=1",
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

void FamilyMatch::add(const planner::Candidate& candidate, const planner::Offer& offer) {
  entrants_.push_back(new_entrant({.candidate = &candidate, .problem = problem_, .offer = offer},
                                  place_, input_, *image_));
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
