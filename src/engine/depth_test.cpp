// SPDX-License-Identifier: Apache-2.0
// Tests images with depth: slabs, tiles and threads do not show; what has no third axis refuses.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "core/test_errors.hpp"
#include "engine/test_images.hpp"
#include "selvage/engine.hpp"

namespace selvage {
namespace {

using ::testing::HasSubstr;

Image noisy_volume(PixelType type, int width, int height, int depth, int channels = 1) {
  const Image rows = noise(type, width, height * depth, channels);
  Image image = Image::volume(type, width, height, depth, channels);
  for (int z = 0; z < depth; ++z) {
    const ConstImageView from = rows.view().region({0, z * height, width, height});
    const ImageView to = image.view().slice(z);
    for (int y = 0; y < height; ++y) std::copy_n(from.at(0, y), to.stride.row, to.at(0, y));
  }
  return image;
}

bool same_slices(const ConstImageView& a, const ConstImageView& b) {
  bool same = a.depth == b.depth;
  for (int z = 0; same && z < a.depth; ++z) same = same_pixels(a.slice(z), b.slice(z));
  return same;
}

// Slabs with their halo alone equal the whole's slices, also after several iterations.
TEST(Depth, SlabsAreThoseOfTheWhole) {
  const Engine engine;
  const int width = 70, height = 40, depth = 11;
  const Image image = noisy_volume(PixelType::u16, width, height, depth);
  for (const ThirdAxis axis : {ThirdAxis::space, ThirdAxis::time, ThirdAxis::causal})
    for (const int iterations : {1, 2}) {
      const Bilateral filter{.radius = 2,
                             .border = Border::reflect,
                             .iterations = iterations,
                             .radius_depth = 1,
                             .third_axis = axis};
      const Image whole = engine.run(filter, image);
      EXPECT_EQ(whole.depth(), depth);
      const DepthHalo around = depth_halo(filter);
      EXPECT_EQ(around.before, iterations);
      for (int z = 0; z < depth; z += 4) {
        Frame frame = Frame::whole(width, height, depth);
        frame.slices = {z, std::min(4, depth - z)};
        frame.z = std::max(0, z - around.before);
        const int end = std::min(depth, z + frame.slices.count + around.after);
        Image out = Image::volume(PixelType::u16, width, height, frame.slices.count);
        engine.run(filter, {.image = image.view().slices(frame.z, end - frame.z)}, {.image = out},
                   frame);
        EXPECT_TRUE(same_slices(out, whole.view().slices(z, frame.slices.count)))
            << name(axis) << " z=" << z << " iterations=" << iterations;
      }
    }
}

TEST(Depth, ThreadsAndCandidatesDoNotShow) {
  const Image image = noisy_volume(PixelType::f32, 130, 70, 5, 3);
  const Bilateral filter{.radius = 3};
  const Image one = Engine(Device::best(), {.threads = 1}).run(filter, image);
  const Image three = Engine(Device::best(), {.threads = 3}).run(filter, image);
  EXPECT_TRUE(same_slices(one, three));
}

// Tiles with holes sum weights, others do not.
TEST(Depth, RegionsAreThoseOfTheWhole) {
  const Engine engine;
  const int width = 300, height = 70, depth = 6;
  Image image = noisy_volume(PixelType::f32, width, height, depth);
  for (const int x : {40, 41, 200})
    reinterpret_cast<float&>(*image.view().slice(x % 5).at(x, 30)) = NAN;
  for (const Border border : {Border::reflect, Border::shrink}) {
    const Filter filters[] = {Gaussian{.sigma_space = 2, .border = border},
                              Bilateral{.radius = 2, .border = border}};
    for (const Filter& filter : filters) {
      const Image whole = engine.run(filter, image);
      for (const Rect& rect : {Rect{30, 25, 40, 20}, Rect{50, 0, 240, 70}}) {
        Frame frame = Frame::whole(width, height, depth);
        frame.compute = rect;
        Image out = Image::volume(PixelType::f32, rect.width, rect.height, depth);
        engine.run(filter, {.image = image}, {.image = out}, frame);
        for (int z = 0; z < depth; ++z)
          EXPECT_TRUE(same_pixels(out.view().slice(z), whole.view().slice(z).region(rect)))
              << name(filter) << ' ' << name(border) << ' ' << z;
      }
    }
  }
}

TEST(Depth, InPlaceEqualsOutOfPlace) {
  const Engine engine;
  Image image = noisy_volume(PixelType::u8, 50, 30, 4);
  const Gaussian filter{.sigma_space = 1};
  const Image expected = engine.run(filter, image);
  engine.run(filter, {.image = image}, {.image = image});
  EXPECT_TRUE(same_slices(image, expected));
}

// A window of one slice filters each as an image of its own.
TEST(Depth, RadiusZeroFiltersSliceBySlice) {
  const Engine engine;
  const Image image = noisy_volume(PixelType::u8, 40, 30, 3);
  const Bilateral filter{.radius = 2, .radius_depth = 0};
  const Image whole = engine.run(filter, image, {.use = "simd"});
  for (int z = 0; z < 3; ++z)
    EXPECT_TRUE(same_pixels(whole.view().slice(z),
                            engine.run(filter, image.view().slice(z), {.use = "simd"})));
}

TEST(Depth, FiltersWithoutAThirdAxisRefuse) {
  const Engine engine;
  const Image image = noisy_volume(PixelType::u8, 9, 8, 3);
  const Error error = error_of([&] { engine.run(Guided{}, image); });
  EXPECT_EQ(error.code(), Errc::unsupported);
  EXPECT_THAT(error.what(), HasSubstr("guided has no third axis, and the depth is 3"));
  EXPECT_THAT(std::string(error.hint()), HasSubstr("bilateral, joint, gaussian and box"));
}

TEST(Depth, InputsHaveTheImagesDepth) {
  const Engine engine;
  const Image image = noisy_volume(PixelType::u8, 9, 8, 3);
  const Image mask = noisy_volume(PixelType::u8, 9, 8, 2);
  Image out = Image::volume(PixelType::u8, 9, 8, 3);
  EXPECT_THAT(
      error_of([&] { engine.run(Box{}, {.image = image, .mask = mask}, {.image = out}); }).what(),
      HasSubstr("has depth 2, the image has 3"));
  Image flat(PixelType::u8, 9, 8);
  EXPECT_THAT(error_of([&] { engine.run(Box{}, {.image = image}, {.image = flat}); }).what(),
              HasSubstr("must be 9x8x3"));
}

// Candidates without a third axis say so, and the plan has another.
TEST(Depth, OtherCandidatesSayWhy) {
  const Engine engine(find_device("cpu"));
  const Image image = noisy_volume(PixelType::u8, 9, 8, 3);
  const Plan plan = engine.plan(Bilateral{}, {.image = image}, Frame::whole(9, 8, 3));
  int refused = 0;
  for (const Reason& reason : plan.reasons()) {
    if (reason.text.find("no third axis") == std::string::npos) continue;
    ++refused;
    EXPECT_FALSE(reason.taken) << reason.candidate;
  }
  EXPECT_GE(refused, 2);
}

}  // namespace
}  // namespace selvage
