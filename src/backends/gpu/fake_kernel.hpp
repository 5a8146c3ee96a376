// SPDX-License-Identifier: Apache-2.0
#pragma once
// A filter for the tests of the pipeline: it reads the whole window, follows the border rule, the
// mask and the frame, and uses scratch. One text runs on the fake device and on the host.

#include "backends/backend.hpp"
#include "backends/gpu/fake_device.hpp"
#include "backends/gpu/pass_chain.hpp"

namespace selvage::gpu {

// A mean of the window's valid samples, each with a weight of its own place in the window. Throws
// std::logic_error for a tap that the image should hold and does not.
void tap_mean(const ConstImageView& image, const ConstImageView& mask, const ImageView& output,
              const Frame& frame, const WindowMean& filter);

// The kernel on a device that has add_fake_kernels. Outlives neither.
MakeKernel fake_kernels(FakeDevice& device);

// What a pipeline of these must give: every pass on the whole image, then the frame's rectangle.
// `image` and `mask` are the whole image.
Image expected_means(const Work& work, const ConstImageView& image, const ConstImageView& mask);

}  // namespace selvage::gpu
