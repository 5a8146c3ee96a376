// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "reference/reference.hpp"
#include "runner/pictures.hpp"
#include "staal2012_bilateral_cuda/experiments.hpp"
#include "staal2012_bilateral_cuda/measure.hpp"
#include "staal2012_bilateral_cuda/prepared.hpp"
#include "staal2012_bilateral_cuda/sequential.hpp"

namespace selvage::studies::staal {
namespace {

struct Case {
  int width, height;
};
// No multiples of any block; one that the larger window just fits into; one that is a single block.
constexpr std::array<Case, 3> cases = {{{37, 23}, {21, 11}, {16, 12}}};

void expect_near(Session& session, const ConstImageView& right, const ConstImageView& found,
                 const Settings& settings, const std::string& name) {
  const Difference d = difference(right, found);
  session.expect(d.nans == 0 && d.max <= tolerance(settings),
                 fmt::format("{}x{}, radius {}: {} is the reference within {:.1e} (differs by "
                             "{:.1e}, {} NaN)",
                             right.width, right.height, settings.radius, name, tolerance(settings),
                             d.max, d.nans));
}

void check(Session& session, Case size, const Settings& settings) {
  const Image image = test_image(session, size.width, size.height);
  const Image right =
      reference::rounded(reference::run(filter_of(settings), Inputs{.image = image}), image);
  if (session.wants_rung(0)) {
    const StaalArguments arguments = arguments_of(settings, size.width, size.height);
    for (const bool listed : {false, true}) {
      Image out(PixelType::f32, size.width, size.height, rgb);
      filter_rows(image, out, arguments, listed, 0, size.height);
      expect_near(session, right, out, settings, listed ? "CPU, listed" : "CPU");
    }
  }
  const std::vector<Variant> wanted = variants(session, settings);
  Memory memory(session, image, settings);
  for (Prepared& rung : prepare(session, memory, wanted, settings))
    expect_near(session, right, rung.result(), settings, rung.variant().name);
}

}  // namespace

Image test_image(Session& session, int width, int height) {
  return scene(session, PixelType::f32, width, height, rgb);
}

void check_rungs(Session& session) {
  for (const Settings& settings : settings_of(session.options(), {4, 10})) {
    // Powers are slow on a CPU's OpenCL: a quick run leaves out the largest case.
    const bool small = session.options().quick && settings.radius > 4;
    for (Case size : std::span(cases).subspan(small ? 1 : 0)) {
      size.width = std::max(size.width, settings.radius + 1);
      size.height = std::max(size.height, settings.radius + 1);
      check(session, size, settings);
    }
  }
}

}  // namespace selvage::studies::staal
