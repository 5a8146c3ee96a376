// SPDX-License-Identifier: Apache-2.0
#include "d3d11_compute_chapter/d3d11_compute_chapter.hpp"

#include "d3d11_compute_chapter/experiments.hpp"

namespace selvage::studies {
namespace {

using namespace d3d11;

void run_chapter(Session& session) {
  Run run{.session = session, .parameters = parameters(session), .rungs = {}};
  for (const LadderRung* rung : wanted_rungs(session))
    run.rungs.emplace_back(session, *rung, run.parameters);
  check_rungs(run);
  measure_times(run);
  measure_errors(run);
  measure_borders(run);
  draw_figures(run);
  run_shaders(run);
}

constexpr std::string_view takes[] = {"rungs",       "radius", "sigma-space",
                                      "sigma-range", "block",  "runs"};

}  // namespace

const ReadyRung* d3d11::Run::find(Kind kind) const {
  const ReadyRung* found = nullptr;
  for (const ReadyRung& ready : rungs)
    if (ready.rung().kind == kind && (!found || found->rung().texture)) found = &ready;
  return found;
}

const Study d3d11_compute_chapter = {
    .name = "d3d11_compute_chapter",
    .title =
        "Zink, Pettineo, Hoxha: Practical Rendering and Computation with Direct3D 11, chapter "
        "10, Image Processing, 2011",
    .takes = takes,
    .run = run_chapter};

}  // namespace selvage::studies
