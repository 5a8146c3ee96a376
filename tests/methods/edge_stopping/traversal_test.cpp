// SPDX-License-Identifier: Apache-2.0
// Taps at every distance, against the reference; regions, threads and layouts change not one bit.
#include <gtest/gtest.h>

#include <cmath>
#include <stop_token>

#include "core/views.hpp"
#include "methods/edge_stopping/scenes.hpp"
#include "reference/reference.hpp"
#include "selvage/error.hpp"
#include "support/canvas.hpp"
#include "support/judge.hpp"
#include "support/pictures.hpp"

namespace selvage::testing {
namespace {

// An image with normals and depth in blocks, so that pixels reach many distances.
struct Rendered {
  Canvas image, normals, depth;

  Rendered(Shape shape, PixelType buffers, Layout layout = Layout::interleaved)
      : image(shape, layout),
        normals({buffers, shape.width, shape.height, 3, false, shape.batch}, layout),
        depth({buffers, shape.width, shape.height, 1, false, shape.batch}, layout) {
    draw(image.view(), Content::photo, 1);
    draw(normals.view(), Content::edges, 2);
    draw(depth.view(), Content::edges, 3);
  }
  Inputs inputs() const {
    return {.image = image.view(), .normals = normals.view(), .depth = depth.view()};
  }
};

const GeometryGuided loose{.radius = 8, .normal_threshold = 30, .depth_threshold = 0.3f};

Canvas run_on(const Engine& engine, const GeometryGuided& filter, const Inputs& inputs,
              const Frame& frame, Layout layout = Layout::interleaved) {
  const ConstImageView& in = inputs.image;
  Canvas out({in.type, frame.compute.width, frame.compute.height, in.channels, in.alpha, in.batch},
             layout);
  engine.run(filter, inputs, {.image = out.view()}, frame);
  return out;
}

Canvas run_whole(const GeometryGuided& filter, const Inputs& inputs) {
  return run_on(tested_engine(), filter, inputs,
                Frame::whole(inputs.image.width, inputs.image.height));
}

// Why the whole result is wrong, or empty.
std::string why_wrong(const GeometryGuided& filter, const Inputs& inputs) {
  const ConstImageView& in = inputs.image;
  Canvas out({in.type, in.width, in.height, in.channels, in.alpha}, Layout::interleaved);
  const Report report = tested_engine().run(filter, inputs, {.image = out.view()},
                                            Frame::whole(in.width, in.height), {.exact = true});
  const reference::Result right = reference::run(filter, inputs);
  const double unit = is_integer(in.type) ? 1.0 : largest_sample(in);
  return disagreement({.result = right,
                       .input = in,
                       .compute = {0, 0, in.width, in.height},
                       .bound = report.error_bound * unit},
                      out.view());
}

TEST(GeometryTraversal, EveryRadius) {
  for (const int radius : {0, 1, 2, 7, 8, 9, 15, 16, 17, 40, 300, 4096}) {
    const bool along = radius % 2 == 0;
    const Rendered scene({PixelType::f32, along ? 131 : 37, along ? 37 : 131, 3}, PixelType::f32);
    GeometryGuided filter = loose;
    filter.radius = radius;
    EXPECT_EQ(why_wrong(filter, scene.inputs()), "") << "radius " << radius;
    filter.weights = Weights::box;
    filter.normal_threshold = 180;
    filter.depth_threshold = 10;  // no edges
    EXPECT_EQ(why_wrong(filter, scene.inputs()), "") << "radius " << radius << ", no edges";
  }
}

// A device's driver takes seconds to compile for each of them.
bool compiles_slowly() {
  return test_device().starts_with("opencl");
}

TEST(GeometryTraversal, EveryType) {
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32})
    for (const PixelType buffers : {PixelType::u8, PixelType::u16, PixelType::f16}) {
      if (compiles_slowly() && static_cast<int>(type) % 3 != static_cast<int>(buffers)) continue;
      const Rendered scene({type, 61, 45, type == PixelType::f16 ? 1 : 3}, buffers);
      EXPECT_EQ(why_wrong(loose, scene.inputs()), "") << name(type) << ' ' << name(buffers);
    }
}

TEST(GeometryTraversal, EdgesOfTheImageItself) {
  GeometryGuided filter{.radius = 5, .edge_threshold = 0.05f};
  for (const PixelType type : {PixelType::u8, PixelType::f16, PixelType::f32})
    for (const int channels : {1, 2, 3, 4}) {
      if (compiles_slowly() && channels != static_cast<int>(type) + 1) continue;
      Canvas image({type, 50, 33, channels, channels == 4}, Layout::interleaved);
      draw(image.view(), Content::edges, 5);
      EXPECT_EQ(why_wrong(filter, {.image = image.view()}), "") << name(type) << channels;
    }
}

// Weights whose sums single precision cannot hold: CPUs compute in double precision.
TEST(GeometryTraversal, WeightsOfEveryMagnitude) {
  const Rendered scene({PixelType::f32, 40, 30}, PixelType::f32);
  GeometryGuided filter = loose;
  filter.radius = 1;
  filter.row = filter.column = {1e30f, 1e-8f, 1e30f};
  if (test_device() == "cpu") {
    EXPECT_EQ(why_wrong(filter, scene.inputs()), "");
  } else {
    EXPECT_THROW(run_whole(filter, scene.inputs()), Error);
  }
  filter.row = filter.column = {1e-30f, 1e-20f, 3e-20f};
  EXPECT_EQ(why_wrong(filter, scene.inputs()), "");
}

TEST(GeometryTraversal, RegionsEqualTheWhole) {
  for (const int radius : {0, 3, 20}) {
    GeometryGuided filter = loose;
    filter.radius = radius;
    const Rendered scene({PixelType::f32, 330, 90, 3}, PixelType::f32);
    const Canvas whole = run_whole(filter, scene.inputs());
    for (const Rect part :
         {Rect{0, 0, 330, 1}, Rect{17, 5, 270, 70}, Rect{329, 89, 1, 1}, Rect{100, 0, 65, 33}}) {
      const Canvas region =
          run_on(tested_engine(), filter, scene.inputs(), Frame::region(330, 90, part));
      EXPECT_TRUE(same_bits(region.view(), whole.view().region(part))) << radius << ' ' << part.x;
    }
  }
}

// The inputs hold a region and its halo alone; flags at its edge come from its true neighbours.
TEST(GeometryTraversal, FramesEqualTheWhole) {
  for (const int radius : {0, 2, 17}) {
    GeometryGuided filter = loose;
    filter.radius = radius;
    const Rendered scene({PixelType::u8, 120, 80, 3}, PixelType::f32);
    const ConstImageView image = scene.image.view();
    Canvas whole_flags({PixelType::u8, 120, 80}, Layout::interleaved);
    Canvas whole({PixelType::u8, 120, 80, 3}, Layout::interleaved);
    tested_engine().run(filter, scene.inputs(),
                        {.image = whole.view(), .flags = whole_flags.view()});
    Frame frame = Frame::region(120, 80, {31, 22, 40, 30});
    const Rect held = needed_rect(frame, Border::shrink, {halo(filter), halo(filter)});
    frame.x = held.x;
    frame.y = held.y;
    Canvas part({PixelType::u8, 40, 30, 3}, Layout::interleaved);
    Canvas flags({PixelType::u8, 40, 30}, Layout::padded);
    tested_engine().run(filter,
                        {.image = image.region(held),
                         .normals = scene.normals.view().region(held),
                         .depth = scene.depth.view().region(held)},
                        {.image = part.view(), .flags = flags.view()}, frame);
    EXPECT_TRUE(same_bits(part.view(), whole.view().region(frame.compute))) << radius;
    EXPECT_TRUE(same_bits(flags.view(), whole_flags.view().region(frame.compute))) << radius;
    EXPECT_TRUE(flags.surroundings_untouched());
  }
}

TEST(GeometryTraversal, ThreadsChangeNothing) {
  if (test_device() != "cpu") GTEST_SKIP() << "threads are the CPU's";
  const Rendered scene({PixelType::f32, 300, 200, 3, false, 2}, PixelType::f32);
  const Frame frame = Frame::whole(300, 200);
  const Canvas one = run_on(Engine(Device::cpu(), {.threads = 1}), loose, scene.inputs(), frame);
  for (const int threads : {2, 7}) {
    const Engine engine(Device::cpu(), {.threads = threads});
    EXPECT_TRUE(same_bits(run_on(engine, loose, scene.inputs(), frame).view(), one.view()))
        << threads;
  }
}

TEST(GeometryTraversal, LayoutsAndBatchesChangeNothing) {
  const Shape shape{PixelType::f32, 70, 41, 3, false, 2};
  const Rendered scene(shape, PixelType::f32);
  const Frame frame = Frame::whole(70, 41);
  const Canvas expected = run_whole(loose, scene.inputs());
  for (const Layout layout : {Layout::planar, Layout::padded, Layout::flipped_x, Layout::inside}) {
    Canvas image(shape, layout), normals(shape, layout);
    copy_bits(scene.image.view(), image.view());
    copy_bits(scene.normals.view(), normals.view());
    const Canvas got =
        run_on(tested_engine(), loose,
               {.image = image.view(), .normals = normals.view(), .depth = scene.depth.view()},
               frame, layout);
    EXPECT_TRUE(same_bits(got.view(), expected.view())) << static_cast<int>(layout);
    EXPECT_TRUE(got.surroundings_untouched());
  }
  // One depth for the whole batch.
  const Canvas second = run_whole(loose, {.image = scene.image.view().image(1),
                                          .normals = scene.normals.view().image(1),
                                          .depth = scene.depth.view().image(0)});
  const Canvas both = run_whole(loose, {.image = scene.image.view(),
                                        .normals = scene.normals.view(),
                                        .depth = scene.depth.view().image(0)});
  EXPECT_TRUE(same_bits(both.view().image(1), second.view()));
}

TEST(GeometryTraversal, MayBeCancelled) {
  const Rendered scene({PixelType::f32, 64, 64}, PixelType::f32);
  Canvas out({PixelType::f32, 64, 64}, Layout::interleaved);
  std::stop_source stop;
  stop.request_stop();
  const Frame frame = Frame::whole(64, 64);
  Plan plan = tested_engine().plan(loose, scene.inputs(), frame);
  try {
    plan.run(scene.inputs(), {.image = out.view()}, {.cancel = stop.get_token()});
    ADD_FAILURE() << "was not cancelled";
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), Errc::cancelled);
  }
  double done = 0.0;
  plan.run(scene.inputs(), {.image = out.view()}, {.progress = [&](double share) {
             EXPECT_GE(share, done);
             done = share;
           }});
  EXPECT_EQ(done, 1.0);
}

}  // namespace
}  // namespace selvage::testing
