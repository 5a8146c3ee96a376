// SPDX-License-Identifier: Apache-2.0
// A kernel's tuning changes its speed, never a bit of its result. On the first device that there
// is; PoCL's own tuning has two rows for each work-item, so that taller ones are tried here alone.
#include <gmock/gmock.h>

#include <cstring>

#include "methods/direct/tuning.hpp"
#include "methods/kernels/any_device.hpp"
#include "support/canvas.hpp"
#include "support/pictures.hpp"

namespace selvage::gpu {
namespace {

class Variants : public OnDevice {
 protected:
  // `guide`: of a filter that has one; `layout`: where its samples lie, if not side by side.
  std::vector<std::byte> run(const Image& image, const Image* guide, const Filter& filter,
                             const WindowMean& step, const DirectGpuTuning& tuning,
                             const ConstImageView* layout = nullptr) {
    const ConstImageView view = image.view();
    Problem problem{.filter = filter,
                    .type = view.type,
                    .width = view.width,
                    .height = view.height,
                    .channels = view.channels};
    if (guide) problem.shapes.guide = guide->view();
    const Pass pass{.name = "mean", .step = step, .reads = view.type, .writes = view.type};
    Programs programs(*device_);
    const auto kernel = kernel_of(candidate_, pass, problem, tuning, *device_, programs);
    const auto stream = device_->stream();
    const auto in = device_->buffer(image.bytes()), out = device_->buffer(image.bytes());
    std::vector<std::byte> result(image.bytes(), std::byte{0xcd});
    stream->upload(*in, 0, view.data, image.bytes());
    DeviceImages images{.image = {.buffer = in.get(), .shape = view},
                        .output = {.buffer = out.get(), .shape = view}};
    std::unique_ptr<Buffer> other;
    if (guide) {
      other = device_->buffer(guide->bytes());
      stream->upload(*other, 0, guide->view().data, guide->bytes());
      images.guide = {.buffer = other.get(), .shape = layout ? *layout : guide->view()};
    }
    kernel->enqueue(*stream, images, nullptr, Frame::whole(view.width, view.height), {});
    stream->download(result.data(), *out, 0, result.size());
    stream->wait();
    return result;
  }

  void expect_same(const Image& image, const Bilateral& filter, const DirectGpuTuning& first,
                   std::initializer_list<DirectGpuTuning> others) {
    expect_same(image, nullptr, filter, filter, first, others);
  }

  void expect_same(const Image& image, const Image* guide, const Filter& filter,
                   const WindowMean& step, const DirectGpuTuning& first,
                   std::initializer_list<DirectGpuTuning> others) {
    const std::vector<std::byte> expected = run(image, guide, filter, step, first);
    for (const DirectGpuTuning& t : others)
      EXPECT_TRUE(run(image, guide, filter, step, t) == expected)
          << "rows " << t.group.rows << " height " << t.group.height << " wide " << t.wide;
  }

  static Image picture(PixelType type, int channels) {
    Image image(type, 45, 70, channels);
    testing::draw(image.view(), testing::Content::photo, 7);
    return image;
  }

  const char* candidate_ = "tile";
};

TEST_F(Variants, BytesOfColours) {
  const Bilateral filter{.radius = 7, .window = Window::disc, .norm = Norm::l1};
  expect_same(
      picture(PixelType::u8, 3), filter, {.group = {.height = 8, .rows = 2}},
      {{.group = {.height = 4, .rows = 8}, .wide = true}, {.group = {.height = 8, .rows = 4}}});
}

// Sums are cut at the same taps, whatever the rows.
TEST_F(Variants, FloatsInBlocks) {
  const Bilateral filter{.sigma_space = 6, .radius = 18};
  const DirectGpuTuning blocks{
      .group = {.height = 4, .rows = 2}, .sums = Summation::blocks, .block = 8};
  DirectGpuTuning tall = blocks, single = blocks;
  tall.group.rows = 8;
  single.group.rows = 1;
  expect_same(picture(PixelType::f32, 1), filter, blocks, {tall, single});
}

TEST_F(Variants, SmallGroups) {
  const Bilateral filter{.radius = 3, .norm = Norm::per_channel};
  expect_same(picture(PixelType::u8, 2), filter, {.group = {.rows = 2}},
              {{.group = {.width = 8, .height = 4, .rows = 4}, .wide = true}});
}

// In two words, in four, and with more rows.
TEST_F(Variants, BytesGuidedByBytes) {
  const JointBilateral filter{.sigma_range = 0.05f, .radius = 4, .window = Window::disc};
  const Image guide = picture(PixelType::u8, 3);
  expect_same(picture(PixelType::u8, 3), &guide, filter, filter, {.group = {.rows = 2}},
              {{.group = {.height = 4, .rows = 8}, .wide = true}});
}

TEST_F(Variants, FloatsGuidedByFloats) {
  const JointBilateral filter{.sigma_range = 0.05f, .radius = 4};
  const Image guide = picture(PixelType::f32, 2);
  const DirectGpuTuning low{.group = {.rows = 2}, .sums = Summation::blocks, .block = 8};
  DirectGpuTuning tall = low;
  tall.group.rows = 8;
  tall.group.height = 4;
  tall.wide = true;
  expect_same(picture(PixelType::f32, 1), &guide, filter, filter, low, {tall});
}

// The form for images whose samples do not lie side by side.
TEST_F(Variants, PlanarGuides) {
  const JointBilateral filter{.sigma_range = 0.05f, .radius = 4};
  const DirectGpuTuning tuning{.group = {.rows = 2}};
  const Image image = picture(PixelType::u8, 1), guide = picture(PixelType::u8, 3);
  Image planar = picture(PixelType::u8, 3);
  ConstImageView view = planar.view();
  view.stride = {.pixel = 1, .row = 45, .channel = std::ptrdiff_t{45} * 70};
  ImageView to = planar.view();
  to.stride = view.stride;
  testing::copy_bits(guide.view(), to);
  EXPECT_TRUE(run(image, &guide, filter, filter, tuning) ==
              run(image, &planar, filter, filter, tuning, &view));
}

// A column of taps for each item, and one tap in each column.
TEST_F(Variants, RowsAndColumns) {
  const Bilateral filter{.radius = 6};
  const DirectGpuTuning low{.group = {.rows = 1}, .sums = Summation::columns};
  DirectGpuTuning tall = low;
  tall.group.rows = 4;
  const Image image = picture(PixelType::u8, 1);
  for (const WindowMean& step : {row_of(filter), column_of(filter)})
    expect_same(image, nullptr, filter, step, low, {tall});
}

// Its sums are in another order, which bytes show in few pixels.
TEST_F(Variants, RowsAndColumnsStraightFromTheImage) {
  const Bilateral filter{.radius = 6};
  const Image image = picture(PixelType::u8, 1);
  for (const WindowMean& step : {row_of(filter), column_of(filter)}) {
    candidate_ = "tile";
    const auto tile =
        run(image, nullptr, filter, step, {.group = {.rows = 1}, .sums = Summation::columns});
    candidate_ = "plain";
    const auto plain = run(image, nullptr, filter, step, {.loop = DirectLoop::plain});
    int different = 0;
    for (std::size_t i = 0; i < tile.size(); ++i) {
      const int by = std::abs(std::to_integer<int>(tile[i]) - std::to_integer<int>(plain[i]));
      EXPECT_LE(by, 1);
      different += by;
    }
    EXPECT_LE(different, 3);
  }
}

}  // namespace
}  // namespace selvage::gpu
