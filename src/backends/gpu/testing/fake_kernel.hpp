// SPDX-License-Identifier: Apache-2.0
#pragma once
// A filter for the tests of the pipeline: it reads the whole window, follows the border rule, the
// mask and the frame, and uses scratch. One text runs on the fake device and on the host.

#include "backends/backend.hpp"
#include "backends/gpu/pass_chain.hpp"
#include "backends/gpu/testing/fake_device.hpp"
#include "backends/gpu/testing/test_decision.hpp"

namespace selvage::gpu {

// A mean of the window's valid samples, each with a weight of its own place in the window. Throws
// std::logic_error for a tap that the image should hold and does not.
void tap_mean(const ConstImageView& image, const ConstImageView& mask, const ImageView& output,
              const Frame& frame, const WindowMean& filter);

// Makes the kernel on a device with add_fake_kernels. It must not outlive the device.
MakeKernel fake_kernels(FakeDevice& device);

// Returns the expected result of a pipeline of these: every pass on the whole image, then the
// frame's rectangle. `image` and `mask` are the whole image.
Image expected_means(const TestPlan& plan, const ConstImageView& image, const ConstImageView& mask);

}  // namespace selvage::gpu
