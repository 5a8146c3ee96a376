// SPDX-License-Identifier: Apache-2.0
#include "backends/gpu/testing/fake_kernel.hpp"

#include <array>
#include <cstring>
#include <stdexcept>

#include "core/border.hpp"
#include "core/checked.hpp"
#include "core/dispatch.hpp"
#include "core/sample.hpp"
#include "core/samples.hpp"
#include "core/views.hpp"

namespace selvage::gpu {
namespace {

struct Arguments {
  DeviceView image, mask, output;  // the buffers come apart
  Frame frame;
  WindowMean filter;
};

// The view of a device's memory.
template <class View>
View seen(const DeviceView& view, std::span<std::byte> memory) {
  const ConstImageView& s = view.shape;
  return {.data = memory.empty() ? nullptr : memory.data() + view.offset,
          .type = s.type,
          .width = s.width,
          .height = s.height,
          .channels = s.channels,
          .alpha = s.alpha,
          .batch = s.batch,
          .stride = s.stride};
}

DeviceView mask_in_scratch(const DeviceView& image, const Buffer* scratch) {
  const ConstImageView& s = image.shape;
  return {.buffer = scratch,
          .shape = dense_shape(PixelType::u8, {0, 0, s.width, s.height}, 1, s.batch)};
}

// Buffers: image, mask or nothing, output, scratch.
void prepare(std::span<const std::span<std::byte>> buffers, const Arguments& a) {
  const DeviceView place = mask_in_scratch(a.image, nullptr);
  const std::size_t bytes = checked_mul(place.shape.width, place.shape.height, place.shape.batch);
  if (buffers[3].size() < bytes) throw std::logic_error("scratch is too small");
  const auto mask = seen<ConstImageView>(a.mask, buffers[1]);
  const auto scratch = seen<ImageView>(place, buffers[3]);
  for (int b = 0; b < scratch.batch; ++b)
    for (int y = 0; y < scratch.height; ++y)
      for (int x = 0; x < scratch.width; ++x)
        *scratch.at(x, y, 0, b) = mask ? *mask.at(x, y, 0, mask.batch > 1 ? b : 0) : std::byte{1};
}

class FakeKernel final : public Kernel {
 public:
  FakeKernel(FakeDevice& device, const WindowMean& filter)
      : filter_(filter), program_(device.build("tap mean", {})) {}

  std::size_t scratch_bytes(int width, int height, int batch) const override {
    return checked_mul(width, height, batch);
  }

  void enqueue(Stream& stream, const DeviceImages& images, Buffer* scratch, const Frame& frame,
               const Controls& controls) override {
    Arguments a{images.image, images.mask, images.output, frame, filter_};
    const std::array<const Buffer*, 4> buffers = {images.image.buffer, images.mask.buffer,
                                                  images.output.buffer, scratch};
    const auto launch = [&](const char* name) {
      stream.launch(program_->function(name),
                    {.buffers = buffers, .arguments = std::as_bytes(std::span(&a, 1))});
    };
    launch("prepare");
    if (controls.progress) controls.progress(0.5);
    launch("tap_mean");
  }

 private:
  WindowMean filter_;
  std::unique_ptr<Program> program_;
};

template <class F>
FakeBody body(F&& f) {
  return [f](std::span<const std::span<std::byte>> buffers, std::span<const std::byte> bytes) {
    static_assert(std::is_trivially_copyable_v<Arguments>);
    Arguments a;
    std::memcpy(&a, bytes.data(), sizeof a);
    f(buffers, a);
  };
}

}  // namespace

void tap_mean(const ConstImageView& image, const ConstImageView& mask, const ImageView& output,
              const Frame& frame, const WindowMean& filter) {
  const int radius = filter.largest_radius();
  const auto mean = [&](int x, int y, int c, int b, auto read) {
    float sum = 0.0f, weights = 0.0f;
    for (int dy = -radius; dy <= radius; ++dy)
      for (int dx = -radius; dx <= radius; ++dx) {
        const int qx = border_index(std::int64_t{x} + dx, frame.width, filter.border);
        const int qy = border_index(std::int64_t{y} + dy, frame.height, filter.border);
        if (qx == outside || qy == outside) continue;
        const int i = qx - frame.x, j = qy - frame.y;
        if (i < 0 || j < 0 || i >= image.width || j >= image.height)
          throw std::logic_error("the halo is missing");
        if (mask && *mask.at(i, j, 0, mask.batch > 1 ? b : 0) == std::byte{0}) continue;
        const float weight = 1.0f + static_cast<float>(2 * radius + 3 * dx + 5 * dy);
        sum += weight * read(image.at(i, j, c, b));
        weights += weight;
      }
    return weights > 0.0f ? sum / weights : 0.0f;
  };
  with_pixel_type(image.type, [&]<class In>() {
    with_pixel_type(output.type, [&]<class Out>() {
      const Rect& r = frame.compute;
      for (int b = 0; b < image.batch; ++b)
        for (int y = 0; y < r.height; ++y)
          for (int x = 0; x < r.width; ++x)
            for (int c = 0; c < image.channels; ++c)
              write_sample(output.at(x, y, c, b),
                           round_sample<Out>(mean(r.x + x, r.y + y, c, b, read_sample<In>)));
    });
  });
}

MakeKernel fake_kernels(FakeDevice& device) {
  device.bodies["prepare"] = body(prepare);
  device.bodies["tap_mean"] =
      body([](std::span<const std::span<std::byte>> buffers, const Arguments& a) {
        tap_mean(seen<ConstImageView>(a.image, buffers[0]),
                 seen<ConstImageView>(mask_in_scratch(a.image, nullptr), buffers[3]),
                 seen<ImageView>(a.output, buffers[2]), a.frame, a.filter);
      });
  return [&device](const Pass& pass) {
    return std::make_unique<FakeKernel>(device, std::get<WindowMean>(pass.step));
  };
}

Image expected_means(const TestPlan& plan, const ConstImageView& image,
                     const ConstImageView& mask) {
  Image source(image.type, image.width, image.height, image.channels, image.alpha, image.batch);
  copy_samples(image, source);
  for (const Pass& pass : plan.passes()) {
    Image next(pass.writes, image.width, image.height, image.channels, image.alpha, image.batch);
    tap_mean(source, mask, next, Frame::whole(image.width, image.height),
             std::get<WindowMean>(pass.step));
    source = std::move(next);
  }
  const Rect& r = plan.frame.compute;
  Image part(source.type(), r.width, r.height, image.channels, image.alpha, image.batch);
  copy_samples(source.view().region(r), part);
  return part;
}

}  // namespace selvage::gpu
