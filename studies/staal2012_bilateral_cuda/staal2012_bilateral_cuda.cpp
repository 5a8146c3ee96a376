// SPDX-License-Identifier: Apache-2.0
#include "staal2012_bilateral_cuda/staal2012_bilateral_cuda.hpp"

#include <array>

#include "runner/session.hpp"
#include "staal2012_bilateral_cuda/experiments.hpp"
#include "staal2012_bilateral_cuda/settings.hpp"

namespace selvage::studies {
namespace {

constexpr std::array<std::string_view, 7> takes = {"rungs", "radius", "sigma-space", "sigma-range",
                                                   "block", "runs",   "rest"};

void run(Session& session) {
  using namespace staal;
  check_options(session);
  if (!session.options().rest.empty()) {
    run_given(session);
    return;
  }
  check_rungs(session);
  show_faults(session);
  make_tables(session);
  make_profile(session);
  make_figures(session);
  make_picture(session);
}

}  // namespace

const Study staal2012_bilateral_cuda = {
    .name = "staal2012_bilateral_cuda",
    .title = "L. K. Staal, Bilateral Filtering with CUDA, Aarhus, 2012",
    .takes = takes,
    .run = run,
};

}  // namespace selvage::studies
