// SPDX-License-Identifier: Apache-2.0
// Gradients on a GPU: the three steps of the CPU's, and the margin that the border rule fills as
// pixels of its own, so that results are gathered too.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "backends/gpu/launches.hpp"
#include "backends/gpu/parts.hpp"
#include "backends/gpu/pass_chain.hpp"
#include "backends/gpu/slot_store.hpp"
#include "backends/gpu/staging.hpp"
#include "core/checked.hpp"
#include "core/samples.hpp"
#include "core/views.hpp"
#include "methods/direct_gradient/gpu/gradient_kernels.hpp"
#include "selvage/error.hpp"
#include "selvage/gradient.hpp"

namespace selvage::gpu {
namespace {

using planner::GradientProblem;

// An image of the host and its place on the device, which holds some images of the batch.
struct GradientPort {
  ConstImageView view = {};
  ImageView result = {};  // of a port that is written
  std::unique_ptr<HostBuffer> host = {};
  std::unique_ptr<Buffer> buffer = {};

  explicit operator bool() const { return view.width > 0; }
  int images(int most) const { return std::min(view.batch, most); }
  ConstImageView dense(int images) const {
    return dense_shape(view.type, {0, 0, view.width, view.height}, view.channels, images);
  }
  std::size_t bytes(int images) const {
    return checked_mul(sample_bytes(view.type), view.width, view.height, view.channels, images);
  }
  DeviceView on_device(int images) const {
    if (!buffer) return {};
    return {.buffer = buffer.get(), .offset = 0, .shape = dense(images)};
  }
};

// The memory of a run that computes some images of the batch at a time.
struct HostGradient {
  HostGradient(Device& device, const GradientProblem& problem, std::array<GradientPort, 6> all,
               int images, int batch)
      : layout(problem, images, batch), ports(std::move(all)) {
    for (GradientPort& port : ports)
      if (port) {
        const std::size_t bytes = port.bytes(port.images(images));
        port.buffer = device.buffer(bytes);
        port.host = device.host_buffer(bytes);
      }
    scratch = device.buffer(layout.bytes());
    sigmas = device.host_buffer(sizeof(float[2]));
    stream = device.stream();
  }

  GradientScratch layout;
  std::array<GradientPort, 6> ports;  // in the order of GradientImages
  std::unique_ptr<Buffer> scratch;
  std::unique_ptr<HostBuffer> sigmas;
  std::unique_ptr<Stream> stream;  // last: waits before the memory goes
};

// The caller's memory as buffers, while launches are enqueued.
class Wrapped {
 public:
  explicit Wrapped(Device& device) : device_(device) {}

  DeviceView view(const DeviceImage& image) {
    if (image.buffer == 0) return {};
    return {.buffer = wrap(image.buffer), .offset = image.offset, .shape = image.shape};
  }
  DeviceFloats floats(const DeviceMemory& memory) {
    if (memory.buffer == 0) return {};
    return {.buffer = wrap(memory.buffer), .offset = memory.offset};
  }

 private:
  const Buffer* wrap(std::uint64_t handle) {
    return buffers_.emplace_back(device_.wrap_buffer(handle)).get();
  }

  Device& device_;
  std::vector<std::unique_ptr<Buffer>> buffers_;
};

class DirectGradient final : public GradientRunner {
 public:
  explicit DirectGradient(const ExecutionContext& context)
      : context_(context), kernels_(context.device, context.programs) {}

  double run(const Filter& filter, const Inputs& inputs, const ConstImageView& d_output,
             Gradients& gradients, const Controls& controls) override {
    const GradientProblem problem = planner::gradient_problem(filter, inputs);
    const int batch = inputs.image.batch;
    check_sizes(Frame::whole(problem.width(), problem.height()), 1);
    for (int images = images_at_once(problem, batch);; images = (images + 1) / 2) try {
        const auto ports = [&] {
          std::array<GradientPort, 6> all;
          all[0].view = inputs.image;
          all[1].view = inputs.guide;
          all[2].view = inputs.mask;
          all[3].view = d_output;
          all[4].view = all[4].result = gradients.image;
          all[5].view = all[5].result = gradients.guide;
          return all;
        };
        HostGradient memory = context_.slots.with_room(
            [&] { return HostGradient(context_.device, problem, ports(), images, batch); });
        run_batch(problem, memory, images, batch, controls);
        float sigmas[2];
        std::memcpy(sigmas, memory.sigmas->data(), sizeof sigmas);
        gradients.sigma_space = double{sigmas[0]};
        gradients.sigma_range = double{sigmas[1]};
        return planner::gradient_error(problem, Platform::gpu);
      } catch (const OutOfMemory& why) {
        if (images > 1) continue;
        throw Error(Errc::device,
                    fmt::format("not enough memory on the device for the gradient of {}x{} pixels: "
                                "{}",
                                problem.width(), problem.height(), why.what()),
                    "close other programs that use it, or use the CPU");
      }
  }

  std::size_t scratch_bytes(const Filter& filter, const Inputs& shapes) override {
    const GradientProblem problem = planner::gradient_problem(filter, shapes);
    return GradientScratch(problem, shapes.image.batch, shapes.image.batch).bytes();
  }

  ForwardBytes forward_bytes(const Filter& filter, const Inputs& shapes) override {
    const GradientProblem problem = planner::gradient_problem(filter, shapes);
    const GradientScratch layout(problem, shapes.image.batch, shapes.image.batch);
    return {.scratch = layout.forward_bytes(), .means = layout.means_bytes()};
  }

  void enqueue_forward(const Filter& filter, const DeviceForward& run) override {
    const GradientProblem problem = checked_problem(filter, run);
    const int batch = run.image.shape.batch;
    Wrapped wrapped(context_.device);
    const GradientImages images{.image = wrapped.view(run.image),
                                .guide = wrapped.view(run.guide),
                                .mask = wrapped.view(run.mask)};
    const auto stream = context_.device.wrap_stream(run.stream);
    kernels_.enqueue_forward(
        *stream, problem, images, wrapped.view(run.output),
        {.scratch = wrapped.floats(run.scratch), .means = wrapped.floats(run.means)},
        GradientScratch(problem, batch, batch));
    stream->flush();
  }

  double enqueue(const Filter& filter, const DeviceGradient& run) override {
    const GradientProblem problem = checked_problem(filter, run);
    const int batch = run.image.shape.batch;
    Wrapped wrapped(context_.device);
    const GradientImages images{.image = wrapped.view(run.image),
                                .guide = wrapped.view(run.guide),
                                .mask = wrapped.view(run.mask),
                                .d_output = wrapped.view(run.d_output),
                                .d_image = wrapped.view(run.d_image),
                                .d_guide = wrapped.view(run.d_guide)};
    const GradientMemory memory{.scratch = wrapped.floats(run.scratch),
                                .means = wrapped.floats(run.means)};
    const bool has_sigmas = run.d_sigmas.buffer != 0;
    const GradientScratch layout(problem, batch, batch);
    const auto stream = context_.device.wrap_stream(run.stream);
    kernels_.enqueue_images(*stream, problem, images, memory, layout, 0, has_sigmas, {});
    if (has_sigmas)
      kernels_.enqueue_sigmas(*stream, problem, memory.scratch, layout, batch,
                              wrapped.floats(run.d_sigmas));
    stream->flush();
    return planner::gradient_error(problem, Platform::gpu);
  }

 private:
  // Returns the problem of a forward pass or a gradient in device memory.
  static GradientProblem checked_problem(const Filter& filter, const auto& run) {
    const GradientProblem problem = planner::gradient_problem(
        filter, {.image = run.image.shape, .guide = run.guide.shape, .mask = run.mask.shape});
    check_sizes(Frame::whole(problem.width(), problem.height()), run.image.shape.batch);
    return problem;
  }

  // Returns as many images as fit in a quarter of the device's memory, or one.
  int images_at_once(const GradientProblem& problem, int batch) const {
    constexpr std::size_t enough = std::size_t{1} << 30;
    const GpuFacts& gpu = context_.device.facts().gpu;
    std::size_t room = enough;
    if (gpu.memory_bytes > 0) room = std::min(room, gpu.memory_bytes / 4);
    if (gpu.largest_buffer_bytes > 0) room = std::min(room, gpu.largest_buffer_bytes);
    const std::size_t image = GradientScratch(problem, 1, 1).bytes();
    return static_cast<int>(
        std::clamp<std::size_t>(room / image, 1, std::min<std::size_t>(batch, 65535)));
  }

  void run_batch(const GradientProblem& problem, HostGradient& memory, int most, int batch,
                 const Controls& controls) {
    Stream& stream = *memory.stream;
    const DeviceFloats scratch{memory.scratch.get(), 0};
    for (int first = 0; first < batch; first += most) {
      const int images = std::min(most, batch - first);
      throw_if_cancelled(controls);
      upload(memory, first, images);
      const auto view = [&](std::size_t i) {
        const GradientPort& port = memory.ports.at(i);
        return port.on_device(port.images(images));
      };
      kernels_.enqueue_images(stream, problem,
                              {.image = view(0),
                               .guide = view(1),
                               .mask = view(2),
                               .d_output = view(3),
                               .d_image = view(4),
                               .d_guide = view(5)},
                              {.scratch = scratch}, memory.layout, first, true, controls);
      if (first + images == batch) finish(problem, memory, batch);
      download(memory, first, images);
      if (controls.progress) controls.progress(static_cast<double>(first + images) / batch);
    }
  }

  void upload(HostGradient& memory, int first, int images) {
    std::vector<StagingCopy> copies;
    for (const GradientPort& port : memory.ports) {
      if (!port || port.result) continue;
      const int held = port.images(images);
      copies.push_back({.from = images_of(port.view, port.view.batch > 1 ? first : 0, held),
                        .to = view_at(port.host->data(), port.dense(held)),
                        .is_upload = true});
    }
    copy_staged(context_.runner, copies);
    for (const GradientPort& port : memory.ports)
      if (port && !port.result)
        memory.stream->upload(*port.buffer, 0, port.host->data(), port.bytes(port.images(images)));
  }

  // Waits for the results and copies them to the caller's images.
  void download(HostGradient& memory, int first, int images) {
    std::vector<StagingCopy> copies;
    for (const GradientPort& port : memory.ports) {
      if (!port.result) continue;
      memory.stream->download(port.host->data(), *port.buffer, 0, port.bytes(images));
      copies.push_back({.from = view_at(port.host->data(), port.dense(images)),
                        .to = images_of(port.result, first, images)});
    }
    memory.stream->wait();
    copy_staged(context_.runner, copies);
  }

  void finish(const GradientProblem& problem, HostGradient& memory, int batch) {
    const std::size_t at = memory.layout.sigmas * sizeof(float);
    const DeviceFloats scratch{memory.scratch.get(), 0};
    kernels_.enqueue_sigmas(*memory.stream, problem, scratch, memory.layout, batch,
                            {memory.scratch.get(), static_cast<std::ptrdiff_t>(at)});
    memory.stream->download(memory.sigmas->data(), *memory.scratch, at, sizeof(float[2]));
  }

  ExecutionContext context_;
  GradientKernels kernels_;
};

}  // namespace

std::unique_ptr<GradientRunner> make_direct_gradient(const ExecutionContext& context) {
  return std::make_unique<DirectGradient>(context);
}

}  // namespace selvage::gpu
