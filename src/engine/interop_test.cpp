// SPDX-License-Identifier: Apache-2.0
// Runs plans on the caller's buffers, on the first OpenCL device of this machine, if any.
#include "selvage/interop.hpp"

#include <gmock/gmock.h>

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include "backends/opencl/opencl_handles.hpp"
#include "backends/opencl/opencl_info.hpp"
#include "core/test_errors.hpp"
#include "engine/test_images.hpp"

namespace selvage {
namespace {

using ::testing::HasSubstr;

constexpr std::ptrdiff_t start = 64;  // bytes before the pixels of every buffer
const Bilateral filter{.sigma_space = 1, .radius = 2, .iterations = 2};

TEST(Interop, TheCpuHasNoBuffers) {
  Plan plan =
      Engine(Device::cpu()).plan(filter, {.image = Image(PixelType::u8, 8, 6)}, Frame::whole(8, 6));
  const ConstImageView shape = interleaved(static_cast<const void*>(nullptr), PixelType::u8, 8, 6);
  const DeviceRun run{.image = {.buffer = 4096, .shape = shape},
                      .output = {.buffer = 8192, .shape = shape}};
  const Error error = error_of([&] { enqueue(plan, run); });
  EXPECT_EQ(error.code(), Errc::unsupported);
  EXPECT_THAT(error.hint(), HasSubstr("find_device"));
  EXPECT_EQ(native_context(plan), nullptr);
}

// A user's OpenCL objects: buffers and a queue in the plan's context.
class InteropTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto found = opencl::find_devices();
    if (found.empty()) GTEST_SKIP() << "this machine has no OpenCL device";
    plan_ = Engine(find_device("opencl:0")).plan(filter, {.image = image_}, Frame::whole(50, 40));
    plan_->reserve();
    context_ = static_cast<opencl::cl_context>(native_context(*plan_));
    opencl::cl_int status = 0;
    queue_ = opencl::Queue(cl().clCreateCommandQueue(context_, found[0].device, 0, &status));
    in_ = buffer(image_.view().data);
    out_ = buffer(nullptr);
  }

  static const opencl::Api& cl() { return opencl::api(); }

  // Holds `pixels` after `start` bytes.
  opencl::Memory buffer(const std::byte* pixels) {
    opencl::cl_int status = 0;
    opencl::Memory memory(cl().clCreateBuffer(context_, opencl::CL_MEM_READ_WRITE,
                                              image_.bytes() + start, nullptr, &status));
    if (pixels)
      cl().clEnqueueWriteBuffer(queue_.get(), memory.get(), opencl::CL_TRUE, start, image_.bytes(),
                                pixels, 0, nullptr, nullptr);
    return memory;
  }

  DeviceImage on_device(const opencl::Memory& memory) const {
    DeviceImage image{.buffer = reinterpret_cast<std::uint64_t>(memory.get()),
                      .offset = start,
                      .shape = std::as_const(image_).view()};
    image.shape.data = nullptr;
    return image;
  }
  DeviceRun run() const {
    return {.image = on_device(in_), .output = on_device(out_), .stream = queue_.get()};
  }
  std::string refusal(const DeviceRun& run) {
    const Error error = error_of([&] { enqueue(*plan_, run); });
    EXPECT_EQ(error.code(), Errc::invalid_argument) << error.what();
    return error.what();
  }

  Image image_ = noise(PixelType::u8, 50, 40, 3);
  std::optional<Plan> plan_;
  opencl::cl_context context_ = nullptr;
  opencl::Queue queue_;
  opencl::Memory in_, out_;
};

TEST_F(InteropTest, GivesWhatARunGives) {
  Image expected(PixelType::u8, 50, 40, 3), result(PixelType::u8, 50, 40, 3);
  plan_->run({.image = image_}, {.image = expected});
  for (int i = 0; i < 2; ++i) {
    enqueue(*plan_, run());
    cl().clEnqueueReadBuffer(queue_.get(), out_.get(), opencl::CL_TRUE, start, result.bytes(),
                             result.view().data, 0, nullptr, nullptr);
    EXPECT_TRUE(same_pixels(result, expected));
    std::memset(result.view().data, 0, result.bytes());
  }
}

TEST_F(InteropTest, ViewsMustFitThePlan) {
  DeviceRun narrow = run(), empty = run(), masked = run(), dense = run();
  --narrow.image.shape.width;
  EXPECT_THAT(refusal(narrow), HasSubstr("image: is 49x40"));
  empty.output.buffer = 0;
  EXPECT_THAT(refusal(empty), HasSubstr("output image: has no data"));
  masked.mask = on_device(in_);
  EXPECT_THAT(refusal(masked), HasSubstr("mask: "));
  dense.output.shape.stride.row = 0;
  EXPECT_THAT(refusal(dense), HasSubstr("share bytes"));
}

TEST_F(InteropTest, TheOutputMayNotOverlapTheInput) {
  DeviceRun same = run(), shifted = run();
  same.output = same.image;
  EXPECT_THAT(refusal(same), HasSubstr("is also an input"));
  shifted.output = shifted.image;
  shifted.output.offset -= 3;
  EXPECT_THAT(refusal(shifted), HasSubstr("overlaps the input image"));
}

TEST_F(InteropTest, ForeignStreamsAreRefused) {
  DeviceRun other = run();
  other.stream = nullptr;
  EXPECT_EQ(error_of([&] { enqueue(*plan_, other); }).code(), Errc::device);
}

}  // namespace
}  // namespace selvage
