// SPDX-License-Identifier: Apache-2.0
#include "opencl_course/opencl_course.hpp"

#include <array>
#include <string_view>

#include "opencl_course/tasks.hpp"

namespace selvage::studies {
namespace {

void run(Session& session) {
  const course::Settings settings = course::settings_of(session);
  if (!session.options().task.empty() || !session.options().kernel.empty()) {
    course::run_exercise(session, settings);
    return;
  }
  course::Findings findings;
  course::study_windows(session, settings, findings);
  course::study_separable(session, settings, findings);
  course::study_steps(session, settings);
  course::study_loads(session, settings, findings);
  course::study_flags(session, settings);
  course::study_guided(session, settings);
  course::study_histograms(session, settings, findings);
  course::keep_claims(session, findings);
  course::show_convolutions(session, settings);
  course::show_geometry(session, settings);
}

constexpr std::array<std::string_view, 7> takes{"rungs", "radius", "block", "steps",
                                                "runs",  "task",   "kernel"};

}  // namespace

const Study opencl_course{
    .name = "opencl_course",
    .title = "A course's exercise sheet: image convolution filters on the GPU, in OpenCL",
    .takes = takes,
    .run = run};

}  // namespace selvage::studies
