// SPDX-License-Identifier: Apache-2.0
// Products of byte matrices on the first device that there is, against the reference: widths and
// parts of images that bring their blocks into local memory in every way
// (methods/separable_tensor/gpu/async_copy.h).
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <memory>

#include "core/samples.hpp"
#include "filters/window_mean.hpp"
#include "methods/kernels/any_device.hpp"
#include "methods/separable_tensor/byte_weights.hpp"
#include "methods/separable_tensor/tuning.hpp"
#include "reference/reference.hpp"
#include "support/pictures.hpp"

namespace selvage::gpu {
namespace {

constexpr int rows = 40;  // more than the device keeps on their way

class TensorOnDevice : public OnDevice {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    if (IsSkipped()) return;
    const GpuFacts& gpu = device_->facts().gpu;
    if (!gpu.byte_products && !gpu.is_processor) GTEST_SKIP() << "no products of byte matrices";
  }

  // The part of the result. The image begins `offset` bytes into its buffer.
  Image run(Kernel& kernel, const ConstImageView& image, const Rect& part, std::size_t offset) {
    const auto stream = device_->stream();
    const std::size_t bytes =
        static_cast<std::size_t>(image.width) * static_cast<std::size_t>(rows * image.channels);
    Image out(PixelType::u8, part.width, part.height, image.channels);
    const auto from = device_->buffer(offset + bytes), to = device_->buffer(out.bytes());
    stream->upload(*from, offset, image.data, bytes);
    Frame frame = Frame::whole(image.width, rows);
    frame.compute = part;
    const DeviceImages images{.image = {.buffer = from.get(),
                                        .offset = static_cast<std::ptrdiff_t>(offset),
                                        .shape = image},
                              .output = {.buffer = to.get(), .shape = out.view()}};
    kernel.enqueue(*stream, images, nullptr, frame, {});
    stream->download(out.view().data, *to, 0, out.bytes());
    stream->wait();
    return out;
  }

  void expect_right(int radius, int channels, Border border) {
    const Gaussian filter{
        .sigma_space = 2, .radius = radius, .border = border, .border_value = 0.25f};
    const Pass pass{.step = WindowMean(filter), .reads = PixelType::u8, .writes = PixelType::u8};
    Problem problem{
        .filter = filter, .type = PixelType::u8, .width = 64, .height = rows, .channels = channels};
    Programs programs(*device_);
    const auto kernel = kernel_of("separable_tensor", pass, problem,
                                  TensorTuning{.launch_height = rows}, *device_, programs);
    const auto step = as_separable(linear_step(pass.step));
    const double allowed = 0.5 + byte_weights_error(byte_weights(step.value()).value()) + 1e-9;
    for (const int width : {12, 40, 64, 67, 72, 131, 136, 200}) {
      Image image(PixelType::u8, width, rows, channels);
      testing::draw(image.view(), testing::Content::bright, 7);
      const auto expected = reference::run(filter, {.image = image.view()});
      for (const Rect part : {Rect{0, 0, width, rows}, Rect{3, 2, width - 4, rows - 5}})
        for (const std::size_t offset : {0u, 5u}) {
          SCOPED_TRACE(::testing::Message() << width << " wide, from " << part.x << ", " << offset);
          const Image out = run(*kernel, image.view(), part, offset);
          double worst = 0.0;
          for (int y = 0; y < part.height; ++y)
            for (int x = 0; x < part.width; ++x)
              for (int c = 0; c < channels; ++c) {
                const std::size_t i = expected.samples.index(part.x + x, part.y + y, c);
                worst = std::max(worst, std::fabs(255.0 * (testing::read(out.view(), x, y, c) -
                                                           expected.samples.values[i])));
              }
          EXPECT_LE(worst, allowed);
        }
    }
  }
};

TEST_F(TensorOnDevice, BlocksOfAllWidths) {
  for (const Border border : {Border::reflect101, Border::clamp, Border::constant, Border::wrap})
    for (const auto& [radius, channels] : {std::pair{3, 1}, {9, 1}, {2, 3}}) {
      SCOPED_TRACE(::testing::Message() << "radius " << radius << ", channels " << channels
                                        << ", border " << static_cast<int>(border));
      expect_right(radius, channels, border);
    }
}

}  // namespace
}  // namespace selvage::gpu
