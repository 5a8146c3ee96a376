// SPDX-License-Identifier: Apache-2.0
#include "tutorial_four_steps/tutorial_four_steps.hpp"

#include <fmt/format.h>

#include <array>

#include "runner/letters.hpp"
#include "selvage/error.hpp"
#include "tutorial_four_steps/document.hpp"
#include "tutorial_four_steps/ladder.hpp"
#include "tutorial_four_steps/tables.hpp"

namespace selvage::studies {
namespace {

using namespace four_steps;

constexpr int quick_width = 120, quick_height = 90;  // pixels: no whole number of groups
constexpr int largest_radius = 63;
constexpr GroupSize default_group{16, 16};
constexpr double difference_scale = 20.0;  // of the picture of what was removed

void check(const Session& session, const GroupSize& group) {
  const int most = session.facts().gpu.largest_group;
  if (group.width * group.height > most)
    throw Error(Errc::invalid_argument,
                fmt::format("--block {}x{} has more work-items than the device's {}", group.width,
                            group.height, most),
                "give a smaller one");
}

void check(int radius) {
  if (radius < 1 || radius > largest_radius)
    throw Error(Errc::invalid_argument,
                fmt::format("--radius {} is outside 1..{}", radius, largest_radius));
}

Setting setting_of(Session& session, int radius, const GroupSize& group) {
  const Options& o = session.options();
  const int width = o.quick ? quick_width : document_side;
  const int height = o.quick ? quick_height : document_side;
  return {
      .input = scene(session, PixelType::u8, width, height, 3),
      .filter = {.sigma_space = static_cast<float>(o.sigma_space.value_or(sigma_space)),
                 .sigma_range = static_cast<float>(o.sigma_range.value_or(sigma_colour / 255.0)),
                 .radius = radius,
                 .window = Window::disc,
                 .norm = Norm::l1,
                 .border = Border::clamp},
      .group = group};
}

void keep_picture(Session& session, const Run& run) {
  std::vector<Shown> images;
  const Image& result = run.outcomes.front().result;
  images.push_back({run.setting.input.clone(), "before"});
  images.push_back({result.clone(), "after"});
  images.push_back({difference_picture(run.setting.input, result, difference_scale),
                    fmt::format("difference, times {}", difference_scale)});
  session.keep(Picture{.name = "before_after" + run.suffix, .image = captioned_row(images)});
}

void run_setting(Session& session, const Setting& setting, const std::string& suffix) {
  std::vector<Outcome> outcomes = climb(session, setting);
  const std::optional<Outcome> opencv = run_opencv(session, setting);
  if (opencv)
    for (Outcome& outcome : outcomes) {
      outcome.from_opencv = difference(outcome.result, opencv->result);
      session.expect(outcome.from_opencv.max <= 1.0,
                     fmt::format("{} differs from OpenCV by at most 1, found {}", outcome.name,
                                 outcome.from_opencv.max));
    }
  const Run run{.setting = setting, .outcomes = outcomes, .opencv = opencv, .suffix = suffix};
  session.keep(steps_table(run));
  session.keep(claims_table(run));
  session.keep(code_table(run));
  session.keep(durations_plot(run));
  keep_picture(session, run);
}

void run(Session& session) {
  std::vector<int> radii = session.options().radius;
  std::vector<GroupSize> groups = session.options().block;
  if (radii.empty()) radii = {document_size / 2};
  if (groups.empty()) groups = {default_group};
  for (const int radius : radii) check(radius);
  for (const GroupSize& group : groups) check(session, group);
  const bool several = radii.size() * groups.size() > 1;
  for (const int radius : radii)
    for (const GroupSize& group : groups)
      run_setting(session, setting_of(session, radius, group),
                  several ? fmt::format("_r{}_{}x{}", radius, group.width, group.height) : "");
}

constexpr std::array<std::string_view, 6> takes = {"rungs",       "radius", "sigma-space",
                                                   "sigma-range", "block",  "runs"};

}  // namespace

const Study tutorial_four_steps{
    .name = "tutorial_four_steps",
    .title = "A tutorial's bilateral filter for CUDA in four steps (cuda-bilateral-filter)",
    .takes = takes,
    .run = run};

}  // namespace selvage::studies
