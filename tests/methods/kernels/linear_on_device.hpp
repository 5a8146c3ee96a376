// SPDX-License-Identifier: Apache-2.0
#pragma once
// Runs the kernels of linear filters on the first device that there is, with any tuning, and
// compares with the reference.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <memory>
#include <vector>

#include "core/samples.hpp"
#include "filters/window_mean.hpp"
#include "methods/convolution/blocked_tile.hpp"
#include "methods/convolution/gpu_linear.hpp"
#include "methods/convolution/row_streaming.hpp"
#include "methods/convolution/tuning.hpp"
#include "methods/kernels/any_device.hpp"
#include "reference/reference.hpp"
#include "support/pictures.hpp"

namespace selvage::gpu {

inline constexpr LinearGpuTuning once{.group = {.width = 32, .height = 2, .rows = 4}, .once = true};
inline constexpr LinearGpuTuning twice{.group = {.width = 32, .height = 2, .rows = 4},
                                       .once = false};

inline Step step_of(const Filter& filter) {
  if (const auto* f = std::get_if<Gaussian>(&filter)) return WindowMean(*f);
  if (const auto* f = std::get_if<Box>(&filter)) return WindowMean(*f);
  if (const auto* f = std::get_if<Convolution>(&filter)) return *f;
  return std::get<SeparableConvolution>(filter);
}

inline constexpr std::string_view separable = "separable", stencil = "stencil";

struct Trial {
  std::string_view candidate = separable;
  Filter filter = {};
  LinearGpuTuning tuning = once;
  Rect region = {};  // none: all
  bool planar = false;
  int narrower = 0;  // so many columns of the scene are no part of the image: gaps between its rows
  bool streams = true;
  bool ring = true, tall = false;  // sums in a ring, if the kernel has one; one group for all rows
  std::byte left_over{0xff};       // in all bytes of the scratch: floats are NaN, flags are set
};

struct Scene {
  Image image, mask;
};

inline Scene scene(PixelType type, int channels, bool alpha = false,
                   testing::Holes holes = testing::Holes::none, int width = 37, int height = 29) {
  Scene s{.image = Image(type, width, height, channels, alpha), .mask = {}};
  testing::draw(s.image.view(), testing::Content::bright, 7);
  testing::pierce(s.image.view(), holes, 3);
  if (holes == testing::Holes::mask) {
    s.mask = Image(PixelType::u8, width, height, 1);
    testing::draw_mask(s.mask.view(), 5);
  }
  return s;
}

inline ConstImageView image_of(const ConstImageView& whole, const Trial& t) {
  ConstImageView view = whole;
  view.width -= t.narrower;
  return view;
}

class LinearOnDevice : public OnDevice {
 protected:
  // Whole pixels in each group, and rows streamed wherever the kernel can.
  LinearGpuTuning tuning_of(const Trial& t, const Pass& pass, const Problem& problem) const {
    LinearGpuTuning tuning = t.tuning;
    const Problem block = planner::channel_block(problem, true);
    tuning.group.width = blocked_group_width(result_channels(block), tuning.group.width);
    LinearStep step = linear_step(pass.step);
    if (t.candidate == separable) step = as_separable(std::move(step)).value();
    GpuFacts gpu = device_->facts().gpu;
    if (!t.ring) gpu.local_bytes = 16384;  // too few
    const bool in_blocks = problem.channels > planner::linear_channels;
    if (tuning.once && t.streams)
      tuning.streaming = in_blocks ? block_streaming(step, pass.reads, problem, gpu)
                                   : row_streaming(step, pass.reads, problem, gpu);
    if (in_blocks && t.candidate == separable && tuning.once) {
      const bool tiles = step.border == Border::shrink || step.border == Border::copy ||
                         problem.mask || step.invalid || !t.streams;
      EXPECT_EQ(tuning.streaming.units_of_pixel > 0, !tiles);
    }
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
    const std::vector<std::byte> left_over(std::max<std::size_t>(scratch, 1), t.left_over);
    const auto between = device_->buffer(left_over.size());
    stream_->upload(*between, 0, left_over.data(), left_over.size());
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

}  // namespace selvage::gpu
