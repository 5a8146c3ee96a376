// SPDX-License-Identifier: Apache-2.0
// The result has the same bits wherever the samples lie and whoever computes them.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "properties/problems.hpp"

namespace selvage::testing {
namespace {

// A cut of [0, n) in up to `most` parts: their first positions, then n.
std::vector<int> any_cut(int n, int most) {
  std::vector<int> cut{0};
  for (int i = 1; i < most; ++i) {
    const int next = *rc::gen::inRange(cut.back(), n + 1);
    if (next > cut.back() && next < n) cut.push_back(next);
  }
  cut.push_back(n);
  return cut;
}

RC_GTEST_PROP(Invariance, RegionsAndAnySplitEqualTheWhole, ()) {
  const Case c = *any_family_case();
  const Scene scene(c);
  const Frame frame = whole_frame(c);
  const auto columns = any_cut(frame.width, 4), rows = any_cut(frame.height, 4);
  for (const Subject& subject : subjects_for(scene)) {
    const Canvas whole = filtered(subject, scene);
    for (std::size_t i = 0; i + 1 < columns.size(); ++i)
      for (std::size_t k = 0; k + 1 < rows.size(); ++k) {
        const Rect part{columns[i], rows[k], columns[i + 1] - columns[i], rows[k + 1] - rows[k]};
        const Canvas region =
            filtered(subject, scene, Frame::region(frame.width, frame.height, part));
        RC_ASSERT(same_bits(region.view(), whole.view().region(part)));
      }
  }
}

// The input holds the rectangle and its halo alone.
RC_GTEST_PROP(Invariance, FramesWithHaloEqualTheWhole, ()) {
  Case c = *any_family_case();
  c.part = Part::frame;
  c.input = c.output = Layout::padded;
  const Scene scene(c), part = scene.part(handed_in(c));
  Frame frame = frame_of(c);
  frame.x = handed_in(c).x;
  frame.y = handed_in(c).y;
  for (const Subject& subject : subjects_for(scene)) {
    const Canvas whole = filtered(subject, scene);
    const Canvas computed = filtered(subject, c, part.inputs(), frame);
    RC_ASSERT(same_bits(computed.view(), whole.view().region(frame.compute)));
  }
}

// Wider or higher than one tile of any candidate.
RC_GTEST_PROP(Invariance, TilesOfExecutionDoNotShow, ()) {
  Case c = *any_family_case();
  const bool wide = *rc::gen::arbitrary<bool>();
  c.width = wide ? 700 : 21;
  c.height = wide ? 5 : 150;
  c.iterations = 1;
  c.radius = *rc::gen::inRange(0, 4);
  c.ratio_x = c.ratio_y = 1.0f;
  const Scene scene(c);
  const int width = wide ? 50 : 9, height = wide ? 3 : 40;
  const Rect part{*rc::gen::inRange(0, c.width - width), *rc::gen::inRange(0, c.height - height),
                  width, height};
  for (const Subject& subject : subjects_for(scene)) {
    const Canvas whole = filtered(subject, scene);
    const Canvas region = filtered(subject, scene, Frame::region(c.width, c.height, part));
    RC_ASSERT(same_bits(region.view(), whole.view().region(part)));
  }
}

RC_GTEST_PROP(Invariance, BatchEqualsSingleImages, ()) {
  Case c = *any_family_case();
  c.batch = *rc::gen::inRange(2, 5);
  const Scene scene(c);
  for (const Subject& subject : subjects_for(scene)) {
    const Canvas all = filtered(subject, scene);
    for (int b = 0; b < c.batch; ++b)
      RC_ASSERT(same_bits(filtered(subject, c, scene.inputs(b), whole_frame(c)).view(),
                          all.view().image(b)));
  }
}

RC_GTEST_PROP(Invariance, EveryLayoutGivesTheSame, ()) {
  Case c = *any_family_case();
  const Scene scene(c);
  for (std::size_t i = 0; i < layout_names.size(); ++i) {
    c.input = c.output = static_cast<Layout>(i);
    Scene other = scene;
    other.problem = c;
    const Scene laid_out = other.part({0, 0, c.width, c.height});
    for (const Subject& subject : subjects_for(scene)) {
      const Canvas output = filtered(subject, c, laid_out.inputs(), whole_frame(c), c.output);
      RC_ASSERT(same_bits(output.view(), filtered(subject, scene).view()));
    }
  }
}

RC_GTEST_PROP(Invariance, InPlaceEqualsOutOfPlace, ()) {
  const Case c = *any_family_case();
  RC_PRE(!enlarges(c) && !c.gray);  // the result has the image's shape
  const Scene scene(c);
  for (const Subject& subject : subjects_for(scene)) {
    Canvas image = scene.image;
    Inputs inputs = scene.inputs();
    inputs.image = image.view();
    subject.engine->run(filter_of(c), inputs, {.image = image.view()},
                        Frame::whole(c.width, c.height), forced(subject));
    RC_ASSERT(same_bits(image.view(), filtered(subject, scene).view()));
  }
}

RC_GTEST_PROP(Invariance, RepeatedRunsGiveTheSame, ()) {
  const Case c = *any_family_case();
  const Scene scene(c);
  for (const Subject& subject : subjects_for(scene)) {
    const Canvas first = filtered(subject, scene);
    for (int i = 0; i < 2; ++i) RC_ASSERT(same_bits(filtered(subject, scene).view(), first.view()));
  }
}

RC_GTEST_PROP(Invariance, MemoryOfTheDeviceDoesNotShow, ()) {
  if (test_device() == "cpu") return;
  Case c = *any_case();
  RC_PRE(c.border != Border::wrap);  // its tiles need whole rows and columns
  c.width = 400;
  c.height = 200;
  const Scene scene(c);
  for (std::size_t i = 0; i < every_subject().size(); ++i) {
    if (!serves(every_subject()[i], scene)) continue;
    RC_ASSERT(same_bits(filtered(every_subject_in_tiles()[i], scene).view(),
                        filtered(every_subject()[i], scene).view()));
  }
}

std::vector<Executor> executors() {
#ifdef SELVAGE_WITHOUT_TBB
  return {Executor::threads, Executor::serial};  // oneTBB confuses the thread sanitizer
#else
  return {Executor::tbb, Executor::threads, Executor::serial};
#endif
}

RC_GTEST_PROP(Invariance, EveryThreadCountAndExecutorGivesTheSame, ()) {
  if (test_device() != "cpu") return;
  static const std::vector<std::vector<Subject>> variants = [] {
    std::vector<std::vector<Subject>> made;
    for (const Executor executor : executors())
      for (const int threads : {1, 2, 5})
        made.push_back(subjects("cpu", {.threads = threads, .executor = executor}));
    return made;
  }();
  Case c = *any_family_case();
  c.height *= 4;  // several tiles
  const Scene scene(c);
  for (std::size_t i = 0; i < every_subject().size(); ++i) {
    if (!serves(every_subject()[i], scene)) continue;
    const Canvas expected = filtered(every_subject()[i], scene);
    for (const auto& variant : variants)
      RC_ASSERT(same_bits(filtered(variant[i], scene).view(), expected.view()));
  }
}

}  // namespace
}  // namespace selvage::testing
