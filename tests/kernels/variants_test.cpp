// SPDX-License-Identifier: Apache-2.0
// A kernel's tuning changes its speed, never a bit of its result. On the first device that there
// is; PoCL's own tuning has two rows for each work-item, so that taller ones are tried here alone.
#include <gmock/gmock.h>

#include <cstring>

#include "backends/cuda/cuda_devices.hpp"
#include "backends/gpu/kernel.hpp"
#include "backends/opencl/opencl_devices.hpp"
#include "support/pictures.hpp"

namespace selvage::gpu {
namespace {

std::shared_ptr<Device> any_device() {
  if (!cuda::list().empty() && cuda::list().front().missing.empty()) return cuda::open(0);
  if (!opencl::list().empty()) return opencl::open(0);
  return nullptr;
}

class Programs final : public ProgramSource {
 public:
  explicit Programs(Device& device) : device_(device) {}
  std::shared_ptr<Program> program(const std::string& source,
                                   std::span<const std::string> options) override {
    return device_.build(source, options);
  }

 private:
  Device& device_;
};

class Variants : public ::testing::Test {
 protected:
  void SetUp() override {
    device_ = any_device();
    if (!device_) GTEST_SKIP() << "no GPU and no OpenCL device";
  }

  std::vector<std::byte> run(const Image& image, const Bilateral& filter, const Tuning& tuning) {
    const ConstImageView view = image.view();
    const Problem problem{.filter = filter,
                          .type = view.type,
                          .width = view.width,
                          .height = view.height,
                          .channels = view.channels};
    const Pass pass{.name = "bilateral", .step = filter, .reads = view.type, .writes = view.type};
    Programs programs(*device_);
    const auto kernel = make_direct("tile", pass, problem, tuning, *device_, programs);
    const auto stream = device_->stream();
    const auto in = device_->buffer(image.bytes()), out = device_->buffer(image.bytes());
    std::vector<std::byte> result(image.bytes(), std::byte{0xcd});
    stream->upload(*in, 0, view.data, image.bytes());
    kernel->enqueue(*stream,
                    {.image = {.buffer = in.get(), .shape = view},
                     .output = {.buffer = out.get(), .shape = view}},
                    nullptr, Frame::whole(view.width, view.height), {});
    stream->download(result.data(), *out, 0, result.size());
    stream->wait();
    return result;
  }

  void expect_same(const Image& image, const Bilateral& filter, const Tuning& first,
                   std::initializer_list<Tuning> others) {
    const std::vector<std::byte> expected = run(image, filter, first);
    for (const Tuning& t : others)
      EXPECT_TRUE(run(image, filter, t) == expected)
          << "rows " << t.group_rows << " height " << t.group_height << " wide " << t.wide;
  }

  static Image picture(PixelType type, int channels) {
    Image image(type, 45, 70, channels);
    testing::draw(image.view(), testing::Content::photo, 7);
    return image;
  }

  std::shared_ptr<Device> device_;
};

TEST_F(Variants, BytesOfColours) {
  const Bilateral filter{.radius = 7, .window = Window::disc, .norm = Norm::l1};
  expect_same(
      picture(PixelType::u8, 3), filter, {.group_height = 8, .group_rows = 2},
      {{.group_height = 4, .group_rows = 8, .wide = true}, {.group_height = 8, .group_rows = 4}});
}

// Sums are cut at the same taps, whatever the rows.
TEST_F(Variants, FloatsInPieces) {
  const Bilateral filter{.sigma_space = 6, .radius = 18};
  const Tuning pieces{.group_height = 4, .group_rows = 2, .sums = Sums::pieces, .piece = 8};
  Tuning tall = pieces, single = pieces;
  tall.group_rows = 8;
  single.group_rows = 1;
  expect_same(picture(PixelType::f32, 1), filter, pieces, {tall, single});
}

TEST_F(Variants, SmallGroups) {
  const Bilateral filter{.radius = 3, .norm = Norm::per_channel};
  expect_same(picture(PixelType::u8, 2), filter, {.group_rows = 2},
              {{.group_width = 8, .group_height = 4, .group_rows = 4, .wide = true}});
}

}  // namespace
}  // namespace selvage::gpu
