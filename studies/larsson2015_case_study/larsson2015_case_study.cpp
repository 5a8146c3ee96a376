// SPDX-License-Identifier: Apache-2.0
#include "larsson2015_case_study/larsson2015_case_study.hpp"

#include <array>
#include <string_view>

#include "larsson2015_case_study/experiments.hpp"
#include "runner/session.hpp"

namespace selvage::studies {
namespace {

using namespace larsson;

constexpr std::array<std::string_view, 8> taken{"rungs", "radius", "sigma-space", "sigma-range",
                                                "block", "tiling", "runs",        "rest"};

void run(Session& session) {
  const Settings settings = settings_of(session);
  Rungs rungs(session);
  check_weights(session);
  larsson::check_rungs(rungs, settings);
  if (wants_part(session, "device")) {
    describe_device(session);
    count_residents(rungs, settings);
    map_banks(session, settings);
    plot_gaussian(session);
  }
  for (const TestImage& image : settings.images)
    if (wants_part(session, "image" + std::to_string(image.number)))
      compare_versions(rungs, settings, image);
  if (wants_part(session, "extras")) try_extras(rungs, settings);
  if (wants_part(session, "future")) {
    try_future(rungs, settings);
    try_cpu_methods(rungs, settings);
  }
  if (wants_part(session, "pictures")) make_pictures(rungs, settings);
}

}  // namespace

const Study larsson2015_case_study{
    .name = "larsson2015_case_study",
    .title = "Jonas Larsson: A Case Study of Parallel Bilateral Filtering on the GPU, 2015",
    .takes = taken,
    .run = run};

}  // namespace selvage::studies
