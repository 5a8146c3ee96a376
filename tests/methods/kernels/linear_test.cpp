// SPDX-License-Identifier: Apache-2.0
// Separable kernels and stencils on the first device that there is, in shapes that its own tuning
// would not choose, against the reference.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>

#include "core/samples.hpp"
#include "filters/window_mean.hpp"
#include "methods/convolution/blocked_tile.hpp"
#include "methods/convolution/row_streaming.hpp"
#include "methods/convolution/tuning.hpp"
#include "methods/kernels/any_device.hpp"
#include "reference/reference.hpp"
#include "support/pictures.hpp"

namespace selvage::gpu {
namespace {

using testing::Content;
using testing::Holes;

constexpr LinearGpuTuning once{.group = {.width = 32, .height = 2, .rows = 4}, .once = true};
constexpr LinearGpuTuning twice{.group = {.width = 32, .height = 2, .rows = 4}, .once = false};

Step step_of(const Filter& filter) {
  if (const auto* f = std::get_if<Gaussian>(&filter)) return WindowMean(*f);
  if (const auto* f = std::get_if<Box>(&filter)) return WindowMean(*f);
  if (const auto* f = std::get_if<Convolution>(&filter)) return *f;
  return std::get<SeparableConvolution>(filter);
}

constexpr std::string_view separable = "separable", stencil = "stencil";

struct Trial {
  std::string_view candidate = separable;
  Filter filter = {};
  LinearGpuTuning tuning = once;
  Rect region = {};  // none: all
  bool planar = false;
  int narrower = 0;  // so many columns of the scene are no part of the image: gaps between its rows
  bool ring = true, tall = false;  // sums in a ring, if the kernel has one; one group for all rows
};

struct Scene {
  Image image, mask;
};

Scene scene(PixelType type, int channels, bool alpha = false, Holes holes = Holes::none,
            int width = 37, int height = 29) {
  Scene s{.image = Image(type, width, height, channels, alpha), .mask = {}};
  testing::draw(s.image.view(), Content::bright, 7);
  testing::pierce(s.image.view(), holes, 3);
  if (holes == Holes::mask) {
    s.mask = Image(PixelType::u8, width, height, 1);
    testing::draw_mask(s.mask.view(), 5);
  }
  return s;
}

ConstImageView image_of(const ConstImageView& whole, const Trial& t) {
  ConstImageView view = whole;
  view.width -= t.narrower;
  return view;
}

class LinearOnDevice : public OnDevice {
 protected:
  // Whole pixels in each group, and rows streamed wherever the kernel can.
  LinearGpuTuning tuning_of(const Trial& t, const Pass& pass, const Problem& problem) const {
    LinearGpuTuning tuning = t.tuning;
    tuning.group.width = blocked_group_width(result_channels(problem), tuning.group.width);
    LinearStep step = linear_step(pass.step);
    if (t.candidate == separable) step = as_separable(std::move(step)).value();
    GpuFacts gpu = device_->facts().gpu;
    if (!t.ring) gpu.local_bytes = 16384;  // too few
    if (tuning.once) tuning.streaming = row_streaming(step, pass.reads, problem, gpu);
    EXPECT_TRUE(!t.tall || tuning.streaming.ring || !(gpu.byte_products || gpu.is_processor));
    if (t.tall) tuning.streaming.at_once = 1;
    return tuning;
  }

  DeviceView put(const ConstImageView& view, int gap = 0) {
    const std::size_t bytes = sample_bytes(view.type) * static_cast<std::size_t>(view.width + gap) *
                              static_cast<std::size_t>(view.height) *
                              static_cast<std::size_t>(view.channels);
    buffers_.push_back(device_->buffer(bytes));
    stream_->upload(*buffers_.back(), 0, view.data, bytes);
    return {.buffer = buffers_.back().get(), .shape = view};
  }

  // The region, or all, of the result.
  Image run(const Scene& s, const Trial& t) {
    const ConstImageView view = image_of(s.image.view(), t);
    Problem problem{.filter = t.filter,
                    .type = view.type,
                    .width = view.width,
                    .height = view.height,
                    .channels = view.channels,
                    .alpha = view.alpha,
                    .mask = bool(s.mask)};
    const Pass pass{.step = step_of(t.filter), .reads = view.type, .writes = view.type};
    Programs programs(*device_);
    const auto kernel =
        kernel_of(t.candidate, pass, problem, tuning_of(t, pass, problem), *device_, programs);
    stream_ = device_->stream();
    Frame frame = Frame::whole(view.width, view.height);
    if (t.region.width > 0) frame.compute = t.region;
    Image out(view.type, frame.compute.width, frame.compute.height, result_channels(problem),
              view.alpha);
    std::memset(out.view().data, 0xcd, out.bytes());
    Image held = s.image.clone();  // planes one after another, where that is asked for
    ConstImageView in = image_of(held.view(), t);
    if (t.planar) {
      ImageView planes = held.view();
      planes.stride = planar_strides(view.type, view.width, view.height, view.channels);
      copy_samples(view, planes);
      in = planes;
    }
    const std::size_t scratch = kernel->scratch_bytes(view.width, view.height, 1);
    const auto between = device_->buffer(std::max<std::size_t>(scratch, 1));
    DeviceImages images{.image = put(in, t.narrower), .output = put(out.view())};
    if (s.mask) images.mask = put(s.mask.view());
    kernel->enqueue(*stream_, images, between.get(), frame, {});
    stream_->download(out.view().data, *images.output.buffer, 0, out.bytes());
    stream_->wait();
    return out;
  }

  // Every sample is within the bounds of an exact request.
  void expect_right(const Scene& s, const Trial& t, double gain = 1.0) {
    const Image out = run(s, t);
    const ConstImageView view = image_of(s.image.view(), t);
    const auto expected = reference::run(
        t.filter, {.image = view, .mask = s.mask ? s.mask.view() : ConstImageView{}});
    const double full = full_scale(view.type);
    const double extent = is_integer(view.type) ? 1.0 : sample_extent(view);
    const double exact = view.type == PixelType::u8    ? 0.02 / full
                         : view.type == PixelType::u16 ? 0.2 / full
                                                       : 4e-6 * extent;
    int wrong = 0;
    for (int y = 0; y < out.height(); ++y)
      for (int x = 0; x < out.width(); ++x)
        for (int c = 0; c < out.channels(); ++c) {
          const int wx = x + t.region.x, wy = y + t.region.y;
          const std::size_t i = expected.samples.index(wx, wy, c);
          const double value = testing::read(out.view(), x, y, c);
          double true_value = expected.samples.values[i];
          if (is_integer(view.type)) true_value = std::clamp(true_value, 0.0, 1.0);
          const double rounding = is_integer(view.type)         ? 0.5 / full
                                  : view.type == PixelType::f16 ? std::fabs(true_value) * 0x1p-11
                                                                : 0.0;
          bool good = std::fabs(value - true_value) <= exact * gain + rounding;
          if (expected.copied[i]) {
            const auto* from = reference::copied_from(view, expected.samples, wx, wy, c);
            good = std::memcmp(out.view().at(x, y, c), from, sample_bytes(view.type)) == 0;
          } else if (std::isnan(true_value)) {
            good = std::isnan(value);
          }
          if (!good && ++wrong <= 3)
            ADD_FAILURE() << t.candidate << " (" << wx << ", " << wy << ", " << c << "): " << value
                          << " instead of " << true_value;
        }
    EXPECT_EQ(wrong, 0);
  }

  void expect_same(const Scene& s, const Trial& a, const Trial& b) {
    const Image one = run(s, a), other = run(s, b);
    const Rect part = b.region.width > 0 ? b.region : Rect{0, 0, one.width(), one.height()};
    for (int y = 0; y < part.height; ++y)
      for (int x = 0; x < part.width; ++x)
        for (int c = 0; c < one.channels(); ++c)
          ASSERT_EQ(std::memcmp(one.view().at(x + part.x - a.region.x, y + part.y - a.region.y, c),
                                other.view().at(x, y, c), sample_bytes(one.type())),
                    0)
              << x << ' ' << y << ' ' << c;
  }

  std::unique_ptr<Stream> stream_;
  std::vector<std::unique_ptr<Buffer>> buffers_;
};

TEST_F(LinearOnDevice, GaussiansOfAllTypes) {
  for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32})
    for (const LinearGpuTuning& tuning : {once, twice}) {
      SCOPED_TRACE(::testing::Message() << name(type) << ' ' << tuning.once);
      const Filter filter = Gaussian{.sigma_space = 1.5f, .radius = 4};
      expect_right(scene(type, 1), {.filter = filter, .tuning = tuning});
    }
}

TEST_F(LinearOnDevice, ChannelsAndAlpha) {
  for (const int channels : {2, 3, 4})
    for (const LinearGpuTuning& tuning : {once, twice}) {
      SCOPED_TRACE(::testing::Message() << channels);
      const Alpha alpha = channels == 4 ? Alpha::filter : Alpha::keep;
      const Filter filter = Gaussian{.sigma_space = 2, .radius = 3, .alpha = alpha};
      const auto s = scene(PixelType::u8, channels, true);
      expect_right(s, {.filter = filter, .tuning = tuning});
      if (channels == 3) expect_right(s, {.filter = filter, .tuning = tuning, .planar = true});
    }
}

// Groups inside the image, whose rows begin at whole addresses. Images that keep their alpha are
// not streamed.
TEST_F(LinearOnDevice, TilesByVectors) {
  const LinearGpuTuning narrow{.group = {.width = 8, .height = 2, .rows = 4}};
  const auto expect_both = [&](const Scene& s) {
    expect_right(s, {.filter = Gaussian{.radius = 4, .border = Border::clamp}, .tuning = narrow});
    const Filter sum = Convolution{
        .kernel = {1, 2, -3, 0.5f, 1, 2, 1, -1, 1}, .width = 3, .height = 3, .offset = 0.1f};
    expect_right(s, {.candidate = stencil, .filter = sum, .tuning = narrow}, 12.5);
  };
  expect_both(scene(PixelType::u8, 4, true, Holes::none, 112, 61));
  expect_both(scene(PixelType::u16, 2, true, Holes::none, 112, 61));
  expect_both(scene(PixelType::f16, 4, true, Holes::nan, 112, 61));
  expect_both(scene(PixelType::f32, 3, false, Holes::nan, 112, 61));
}

TEST_F(LinearOnDevice, Borders) {
  for (const Border border : {Border::reflect101, Border::reflect, Border::clamp, Border::wrap,
                              Border::constant, Border::shrink, Border::copy})
    for (const LinearGpuTuning& tuning : {once, twice}) {
      SCOPED_TRACE(name(border));
      const Filter mean = Box{.radius = 3, .border = border, .border_value = 0.3f};
      expect_right(scene(PixelType::u8, 3), {.filter = mean, .tuning = tuning});
      expect_right(scene(PixelType::u8, 3, false, Holes::none, 2, 5),
                   {.filter = mean, .tuning = tuning});
      expect_right(scene(PixelType::f32, 1), {.filter = mean, .tuning = tuning});
      const Filter sum = Convolution{.kernel = {0.5f, -1, 0.25f, 2, 3, -1, 0, 1, 0.75f},
                                     .width = 3,
                                     .height = 3,
                                     .border = border,
                                     .border_value = 0.3f};
      expect_right(scene(PixelType::f32, 1, false, Holes::none, 37, 30),
                   {.candidate = stencil, .filter = sum, .tuning = tuning}, 9.5);
    }
}

TEST_F(LinearOnDevice, Holes) {
  for (const Holes holes : {Holes::nan, Holes::infinity, Holes::value, Holes::mask})
    for (const int channels : {1, 4})
      for (const LinearGpuTuning& tuning : {once, twice}) {
        SCOPED_TRACE(testing::hole_names[static_cast<std::size_t>(holes)]);
        const bool marked = holes == Holes::value;
        const std::optional<float> invalid =
            marked ? std::optional(testing::hole_value) : std::nullopt;
        const auto s = scene(PixelType::f32, channels, channels == 4, holes);
        expect_right(s, {.filter = Gaussian{.radius = 4, .invalid = invalid}, .tuning = tuning});
        expect_right(
            s,
            {.candidate = stencil,
             .filter =
                 Convolution{
                     .kernel = {1, 2, -3, 0.5f, 1}, .width = 5, .height = 1, .invalid = invalid},
             .tuning = tuning},
            7.5);
        expect_right(s,
                     {.filter =
                          SeparableConvolution{
                              .row = {1, 0, -1}, .column = {1, 2, 3, 2, 1}, .invalid = invalid},
                      .tuning = tuning},
                     18);
      }
}

TEST_F(LinearOnDevice, ScaleOffsetGrayAndFlip) {
  for (const int channels : {3, 4})
    for (const Alpha alpha : {Alpha::keep, Alpha::filter})
      for (const PixelType type : {PixelType::u8, PixelType::f32})
        for (const LinearGpuTuning& tuning : {once, twice}) {
          SCOPED_TRACE(::testing::Message() << channels << ' ' << name(type));
          const auto s = scene(type, channels, channels == 4,
                               type == PixelType::f32 ? Holes::nan : Holes::none);
          const Convolution general{.kernel = {1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 1, 1, 2, 2, 2},
                                    .width = 3,
                                    .height = 5,
                                    .scale = 0.02f,
                                    .offset = 0.1f,
                                    .flip = true,
                                    .gray = true,
                                    .alpha = alpha};
          expect_right(s, {.candidate = stencil, .filter = general, .tuning = tuning}, 1.2);
          const SeparableConvolution product{.row = {1, 2, 3, 4, 5},
                                             .column = {-1, 0, 2},
                                             .scale = -0.03f,
                                             .offset = 0.5f,
                                             .flip = true,
                                             .gray = true,
                                             .alpha = alpha};
          expect_right(s, {.filter = product, .tuning = tuning}, 1.4);
        }
}

TEST_F(LinearOnDevice, LargeRadii) {
  for (const int radius : {0, 1, 12}) {
    expect_right(scene(PixelType::f32, 1), {.filter = Box{.radius = radius}});
    expect_right(scene(PixelType::f32, 3), {.filter = Box{.radius = radius}});
  }
  for (const int radius : {13, 40, 200})
    expect_right(scene(PixelType::u16, 3),
                 {.filter = Gaussian{.sigma_space = 15, .radius = radius}, .tuning = twice});
  Convolution wide{.kernel = std::vector<float>(21 * 63), .width = 21, .height = 63};
  for (std::size_t i = 0; i < wide.kernel.size(); ++i)
    wide.kernel[i] = static_cast<float>(static_cast<int>(i * 7919 % 31) - 9) / 1e4f;
  expect_right(scene(PixelType::f32, 2), {.candidate = stencil, .filter = wide, .tuning = twice});
}

// Rows of whole units, which are streamed.
TEST_F(LinearOnDevice, StreamingIsRightAtAllBorders) {
  const std::pair<PixelType, int> formats[] = {{PixelType::u8, 1},  {PixelType::u8, 3},
                                               {PixelType::u16, 4}, {PixelType::f16, 1},
                                               {PixelType::f32, 1}, {PixelType::f32, 2}};
  for (const auto& [type, channels] : formats)
    for (const Border border :
         {Border::reflect101, Border::constant, Border::shrink, Border::copy}) {
      SCOPED_TRACE(::testing::Message() << name(type) << channels << name(border));
      const Holes holes = is_integer(type) ? Holes::none : Holes::nan;
      const auto s = scene(type, channels, false, holes, 80, 37);
      expect_right(s, {.filter = Gaussian{.radius = 3, .border = border, .border_value = 0.3f}});
      const Filter sum = Convolution{.kernel = {0.5f, -1, 0.25f, 2, 3, -1, 0, 1, 0.75f},
                                     .width = 3,
                                     .height = 3,
                                     .scale = 0.5f,
                                     .offset = 0.25f,
                                     .border = border,
                                     .border_value = 0.3f};
      expect_right(s, {.candidate = stencil, .filter = sum}, 5);
    }
}

// Several groups of it, and images that end within a unit or a group.
TEST_F(LinearOnDevice, StreamingIsRightWhereRowsEnd) {
  for (const Problem& f : {Problem{.type = PixelType::u8, .width = 1096, .channels = 1},
                           Problem{.type = PixelType::f32, .width = 632, .channels = 1},
                           Problem{.type = PixelType::f32, .width = 300, .channels = 3},
                           Problem{.type = PixelType::f16, .width = 140, .channels = 3}})
    for (const int less : {0, 1, 6})
      for (const Border border : {Border::reflect, Border::wrap, Border::shrink}) {
        SCOPED_TRACE(::testing::Message() << name(f.type) << f.channels << name(border) << less);
        const Holes holes = is_integer(f.type) ? Holes::none : Holes::nan;
        const auto s = scene(f.type, f.channels, false, holes, f.width, 19);
        const Filter mean = Box{.radius = 2, .border = border};
        expect_right(s, {.filter = mean, .narrower = less});
      }
}

// Columns summed from a ring: groups that fill it several times, rows that end within a group, and
// holes that only the first or last row of a group of the region sees.
TEST_F(LinearOnDevice, ARingGivesTheBitsOfRegisters) {
  auto s = scene(PixelType::f32, 1, false, Holes::none, 272, 101);
  for (const int y : {3, 52}) testing::write(s.image.view(), 60 + y, y, 0, 0, std::nan(""));
  for (const Border border : {Border::reflect101, Border::constant, Border::shrink}) {
    const Filter mean = Gaussian{.radius = 9, .border = border, .border_value = 0.3f};
    expect_same(s, {.filter = mean, .ring = false}, {.filter = mean, .tall = true});
    expect_same(s, {.filter = mean}, {.filter = mean, .region = {24, 12, 180, 32}});
    expect_right(s, {.filter = mean, .narrower = 1, .tall = true});
  }
}

// Neither groups nor regions, nor which kernel serves, change a bit.
TEST_F(LinearOnDevice, BitsStay) {
  LinearGpuTuning other{.group = {.width = 16, .height = 1, .rows = 8}};
  const Filter mean = Gaussian{.radius = 4};
  const Filter sum = SeparableConvolution{.row = {1, 0, -1}, .column = {1, 2, 3, 2, 1}};
  for (const int width : {37, 80})
    for (const LinearGpuTuning& tuning : {once, twice}) {
      const auto s = scene(PixelType::f32, 4, false, Holes::nan, width);
      other.once = tuning.once;
      for (const Filter& filter : {mean, sum}) {
        const Trial whole{.filter = filter, .tuning = tuning};
        expect_same(s, whole, {.filter = filter, .tuning = other});
        expect_same(s, whole, {.filter = filter, .tuning = tuning, .region = {5, 7, 20, 11}});
      }
    }
  expect_same(scene(PixelType::u8, 1, false, Holes::none, 80), {.filter = mean},
              {.filter = mean, .region = {5, 7, 20, 11}});
}

TEST_F(LinearOnDevice, AHoleChangesItsNeighboursAlone) {
  for (const LinearGpuTuning& tuning : {once, twice}) {
    auto s = scene(PixelType::f32, 1);
    const Trial trial{.filter = Gaussian{.radius = 3}, .tuning = tuning};
    const Image before = run(s, trial);
    testing::write(s.image.view(), 10, 10, 0, 0, std::nan(""));
    const Image after = run(s, trial);
    for (int y = 0; y < before.height(); ++y)
      for (int x = 0; x < before.width(); ++x) {
        const bool near = std::abs(x - 10) <= 3 && std::abs(y - 10) <= 3;
        EXPECT_EQ(std::memcmp(before.view().at(x, y), after.view().at(x, y), 4) == 0, !near)
            << x << ' ' << y;
      }
  }
}

}  // namespace
}  // namespace selvage::gpu
