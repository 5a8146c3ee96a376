// SPDX-License-Identifier: Apache-2.0
// Runs plans on the caller's buffers, on the first OpenCL device of this machine, if any.
#include "selvage/interop.hpp"

#include <gmock/gmock.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "backends/opencl/opencl_handles.hpp"
#include "backends/opencl/opencl_info.hpp"
#include "core/test_errors.hpp"
#include "engine/test_images.hpp"
#include "selvage/gradient.hpp"

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
    if (opencl::find_devices().empty()) GTEST_SKIP() << "this machine has no OpenCL device";
    make_plan(filter, {.image = image_}, Frame::whole(50, 40));
    in_ = buffer(image_);
    out_ = buffer(image_);
  }

  // Makes a plan, and a queue in its context.
  void make_plan(const Filter& f, const Inputs& inputs, const Frame& frame) {
    plan_ = Engine(find_device("opencl:0")).plan(f, inputs, frame);
    open_queue();
  }
  void open_queue() {
    plan_->reserve();
    context_ = static_cast<opencl::cl_context>(native_context(*plan_));
    opencl::cl_int status = 0;
    queue_ = opencl::Queue(
        cl().clCreateCommandQueue(context_, opencl::find_devices()[0].device, 0, &status));
  }

  static const opencl::Api& cl() { return opencl::api(); }

  // Holds the image's pixels after `start` bytes.
  opencl::Memory buffer(const Image& image) {
    opencl::cl_int status = 0;
    opencl::Memory memory(cl().clCreateBuffer(context_, opencl::CL_MEM_READ_WRITE,
                                              image.bytes() + start, nullptr, &status));
    cl().clEnqueueWriteBuffer(queue_.get(), memory.get(), opencl::CL_TRUE, start, image.bytes(),
                              image.view().data, 0, nullptr, nullptr);
    return memory;
  }
  void read(const opencl::Memory& memory, Image& image) {
    cl().clEnqueueReadBuffer(queue_.get(), memory.get(), opencl::CL_TRUE, start, image.bytes(),
                             image.view().data, 0, nullptr, nullptr);
  }

  static DeviceImage on_device(const opencl::Memory& memory, ConstImageView shape) {
    shape.data = nullptr;
    return {
        .buffer = reinterpret_cast<std::uint64_t>(memory.get()), .offset = start, .shape = shape};
  }
  DeviceRun run() const {
    return {.image = on_device(in_, image_.view()),
            .output = on_device(out_, image_.view()),
            .stream = queue_.get()};
  }
  static float value_at(const Image& image, int x, int y, int c = 0) {
    float value = 0;
    std::memcpy(&value, image.view().at(x, y, c), sizeof value);
    return value;
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
    read(out_, result);
    EXPECT_TRUE(same_pixels(result, expected));
    std::memset(result.view().data, 0, result.bytes());
  }
}

// The memory between its passes is as large as the result needs, not the small image.
TEST_F(InteropTest, AnUpsamplingGivesWhatARunGives) {
  const Image guide = noise(PixelType::u8, 200, 160, 1);
  Image expected(PixelType::u8, 200, 160, 3), result(PixelType::u8, 200, 160, 3);
  make_plan(GuidedUpsampling{.radius = 4}, {.image = image_, .guide = guide},
            Frame::whole(200, 160));
  plan_->run({.image = image_, .guide = guide}, {.image = expected});
  const opencl::Memory image = buffer(image_), by = buffer(guide), to = buffer(result);
  enqueue(*plan_, {.image = on_device(image, image_.view()),
                   .guide = on_device(by, guide.view()),
                   .output = on_device(to, result.view()),
                   .stream = queue_.get()});
  read(to, result);
  EXPECT_TRUE(same_pixels(result, expected));
}

// The 10 slices of two volumes lie in the rows of one image.
TEST_F(InteropTest, VolumesGiveWhatARunGives) {
  const auto volumes = [](auto view) {
    view.height = 8;
    view.depth = 5;
    view.stride.slice = 8 * view.stride.row;
    view.batch = 2;
    view.stride.batch = 40 * view.stride.row;
    return view;
  };
  const Image in = noise(PixelType::u8, 50, 80, 1);
  Image expected(PixelType::u8, 50, 80, 1), result(PixelType::u8, 50, 80, 1);
  const Inputs inputs{.image = volumes(in.view())};
  make_plan(Bilateral{.sigma_space = 1, .radius = 2}, inputs, Frame::whole(50, 8, 5));
  plan_->run(inputs, {.image = volumes(expected.view())});
  const opencl::Memory from = buffer(in), to = buffer(result);
  enqueue(*plan_, {.image = on_device(from, inputs.image),
                   .output = on_device(to, volumes(result.view())),
                   .stream = queue_.get()});
  read(to, result);
  EXPECT_TRUE(same_pixels(result, expected));
}

class GradientInteropTest : public InteropTest {
 protected:
  // Kept means and sums that are left out change no bit of the derivatives.
  void check_means(const Filter& f, int channels);
};

void GradientInteropTest::check_means(const Filter& f, int channels) {
  const Engine engine(find_device("opencl:0"));
  Image image = noise(PixelType::f32, 37, 21, channels),
        d_output = noise(PixelType::f32, 37, 21, channels);
  const float hole = std::numeric_limits<float>::infinity();
  std::memcpy(image.view().at(5, 4), &hole, sizeof hole);
  const Inputs inputs{.image = image};
  plan_ = engine.plan(f, inputs, Frame::whole(37, 21), {.exact = true});
  open_queue();
  Image filtered(PixelType::f32, 37, 21, channels), result(PixelType::f32, 37, 21, channels);
  Image wanted(PixelType::f32, 37, 21, channels), got(PixelType::f32, 37, 21, channels);
  plan_->run(inputs, {.image = filtered});
  Gradients d{.image = wanted.view()};
  const double bound = gradient(engine, f, inputs, d_output, d).error_bound;

  const ForwardBytes bytes = forward_bytes(engine, f, inputs);
  const auto memory = [&](std::size_t size) {
    opencl::cl_int status = 0;
    return opencl::Memory(
        cl().clCreateBuffer(context_, opencl::CL_MEM_READ_WRITE, size, nullptr, &status));
  };
  const auto place = [](const opencl::Memory& m) {
    return DeviceMemory{.buffer = reinterpret_cast<std::uint64_t>(m.get())};
  };
  const opencl::Memory from = buffer(image), to = buffer(result), given = buffer(d_output),
                       means = memory(bytes.means), small = memory(bytes.scratch),
                       scratch = memory(gradient_scratch_bytes(engine, f, inputs)),
                       sigmas = memory(sizeof(float[2]));
  DeviceForward forward{.image = on_device(from, image.view()),
                        .output = on_device(to, result.view()),
                        .means = place(means),
                        .scratch = place(small),
                        .stream = queue_.get()};
  enqueue_forward(engine, f, forward);
  read(to, result);
  EXPECT_EQ(value_at(result, 5, 4), hole);
  for (int y = 0; y < 21; ++y)
    for (int x = 0; x < 37; ++x)
      for (int c = 0; c < channels; ++c) {
        const float want = value_at(filtered, x, y, c);
        if (want != hole) {
          EXPECT_NEAR(value_at(result, x, y, c), want, 2 * bound) << x << ' ' << y << ' ' << c;
        }
      }

  for (const bool kept : {true, false}) {
    enqueue_gradient(engine, f,
                     {.image = forward.image,
                      .d_output = on_device(given, image.view()),
                      .d_image = forward.output,
                      .d_sigmas = kept ? DeviceMemory() : place(sigmas),
                      .means = kept ? place(means) : DeviceMemory(),
                      .scratch = place(scratch),
                      .stream = queue_.get()});
    read(to, got);
    EXPECT_TRUE(same_pixels(got, wanted)) << kept;
  }
  // Means of another image give other gradients.
  forward.image = on_device(given, image.view());
  enqueue_forward(engine, f, forward);
  forward.image = on_device(from, image.view());
  enqueue_gradient(engine, f,
                   {.image = forward.image,
                    .d_output = on_device(given, image.view()),
                    .d_image = forward.output,
                    .means = place(means),
                    .scratch = place(scratch),
                    .stream = queue_.get()});
  read(to, got);
  EXPECT_FALSE(same_pixels(got, wanted));
  float d_sigmas[2] = {};
  cl().clEnqueueReadBuffer(queue_.get(), sigmas.get(), opencl::CL_TRUE, 0, sizeof d_sigmas,
                           d_sigmas, 0, nullptr, nullptr);
  EXPECT_EQ(double{d_sigmas[0]}, d.sigma_space);
  EXPECT_EQ(double{d_sigmas[1]}, d.sigma_range);
}

TEST_F(GradientInteropTest, AGradientTakesTheMeansOfItsForwardPass) {
  check_means(
      Bilateral{.sigma_space = 2, .sigma_range = 0.3f, .radius = 3, .border = Border::clamp}, 1);
}

TEST_F(GradientInteropTest, AGradientOfManyChannelsTakesTheMeansOfItsForwardPass) {
  Bilateral f{.sigma_space = 2, .sigma_range = 0.5f, .radius = 3, .border = Border::clamp};
  check_means(f, 7);
  f.norm = Norm::per_channel;
  check_means(f, 5);
  check_means(Gaussian{.sigma_space = 2, .radius = 3}, 9);
}

TEST_F(GradientInteropTest, AForwardPassChecksItsMemory) {
  const Engine engine(find_device("opencl:0"));
  Image image = noise(PixelType::f32, 37, 21, 1);
  const Bilateral f{.radius = 3};
  const opencl::Memory from = buffer(image), to = buffer(image);
  DeviceForward forward{.image = on_device(from, image.view()),
                        .output = on_device(to, image.view()),
                        .stream = queue_.get()};
  EXPECT_THAT(error_of([&] { enqueue_forward(engine, f, forward); }).what(),
              HasSubstr("means: has no buffer"));
  forward.output = forward.image;
  EXPECT_THAT(error_of([&] { enqueue_forward(engine, f, forward); }).what(),
              HasSubstr("output: is the same view as image"));
  forward.image.shape = forward.output.shape = image_.view();
  EXPECT_THAT(error_of([&] { enqueue_forward(engine, f, forward); }).what(),
              HasSubstr("image: is u8, must be f32"));
}

TEST_F(InteropTest, ViewsMustFitThePlan) {
  DeviceRun narrow = run(), empty = run(), masked = run(), dense = run();
  --narrow.image.shape.width;
  EXPECT_THAT(refusal(narrow), HasSubstr("image: is 49x40"));
  empty.output.buffer = 0;
  EXPECT_THAT(refusal(empty), HasSubstr("output image: has no data"));
  masked.mask = on_device(in_, image_.view());
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
