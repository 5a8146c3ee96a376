// SPDX-License-Identifier: Apache-2.0
// The direct bilateral filter on a device: guide, then the filter, then the filling of holes.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "backends/gpu/direct_code.hpp"
#include "backends/gpu/launches.hpp"
#include "core/checked.hpp"
#include "core/gpu_tile.hpp"
#include "core/samples.hpp"
#include "core/views.hpp"
#include "selvage/error.hpp"

namespace selvage::gpu {
namespace {

class DirectKernel final : public Kernel {
 public:
  DirectKernel(std::string_view candidate, const Pass& pass, const Problem& problem,
               const Tuning& tuning, Device& device, ProgramSource& programs)
      : filter_(std::get<WindowMean>(pass.step)),
        tuning_(tuning),
        arguments_(direct_arguments(pass, problem, tuning)),
        guide_floats_(guide_floats(layout_of(pass, problem))),
        tiled_(candidate == "tile") {
    if (!tiled_ && candidate != "plain")
      throw std::logic_error(fmt::format("GPUs have no candidate {}", candidate));
    const auto step = [&](const char* function) {
      return DeviceCode(
          [=, gpu = device.facts().gpu](bool dense) {
            return direct_code(function, pass, problem, tuning, gpu, dense);
          },
          programs);
    };
    main_ = step(tiled_ ? "bilateral_tile" : "bilateral_plain");
    if (tiled_) local_bytes_ = tile_bytes(pass, problem, tuning);
    if (guide_floats_ > 0) guide_ = step("guide");
    if (filter_.fill && has_holes(filter_, pass.reads, problem.mask)) {
      fill_ = step("fill");
      if (device.facts().gpu.real64)
        make_weights<double>(device);
      else
        make_weights<float>(device);
    }
  }

  std::size_t scratch_bytes(int width, int height, int batch) const override {
    return checked_mul(4, guide_floats_, width, height, batch);
  }

  void enqueue(Stream& stream, const DeviceImages& images, Buffer* scratch, const Frame& frame,
               const Controls& controls) override {
    const DeviceView &image = images.image, &mask = images.mask, &output = images.output;
    check_sizes(frame, image.shape.batch);
    SelvageBilateral a = arguments_;
    a.in = layout_at(image, frame.x, frame.y);
    if (mask) a.mask = layout_at(mask, frame.x, frame.y);
    a.out = layout_at(output, frame.compute.x, frame.compute.y);
    a.guide = scratch_layout(image.shape, guide_floats_, frame.x, frame.y);
    a.width = frame.width;
    a.height = frame.height;
    const Launches common{.stream = stream,
                          .controls = controls,
                          .batch = image.shape.batch,
                          .dense = rows_are_solid(image.shape),
                          .height = tuning_.launch_height};
    if (guide_)
      run(common, guide_, {image.buffer, mask.buffer, nullptr, nullptr, scratch}, a,
          needed_rect(frame, filter_.border, {filter_.radius_x, filter_.radius_y}));
    run(common, main_, {image.buffer, mask.buffer, scratch, nullptr, output.buffer}, a,
        frame.compute);
    if (fill_)
      run(common, fill_, {image.buffer, mask.buffer, nullptr, weights_.get(), output.buffer}, a,
          frame.compute);
  }

 private:
  using Buffers = std::array<const Buffer*, 5>;  // image, mask, guide, weights, output

  // exp(-d^2 / 2 sigma_space^2), d = 0..radius.
  template <class Real>
  void make_weights(Device& device) {
    std::vector<Real> weights;
    const double sigma = filter_.sigma_space;
    for (int d = 0; d <= arguments_.radius; ++d)
      weights.push_back(static_cast<Real>(std::exp(-0.5 * d * d / (sigma * sigma))));
    const auto bytes = std::as_bytes(std::span(weights));
    weights_ = device.buffer(bytes.size());
    const auto stream = device.stream();
    stream->upload(*weights_, 0, bytes.data(), bytes.size());
    stream->wait();
  }

  void run(const Launches& common, DeviceCode& code, const Buffers& buffers,
           const SelvageBilateral& a, const Rect& rect) {
    const bool tiles = &code == &main_ && tiled_;
    const Group group{.width = tuning_.group_width,
                      .height = tuning_.group_height,
                      .rows = tiles ? tuning_.group_rows : 1,
                      .local_bytes = tiles ? local_bytes_ : 0};
    run_in_rows(common, code, group, buffers, a, rect);
  }

  WindowMean filter_;
  Tuning tuning_;
  SelvageBilateral arguments_;
  int guide_floats_;
  bool tiled_;
  std::size_t local_bytes_ = 0;
  DeviceCode main_, guide_, fill_;
  std::unique_ptr<Buffer> weights_;
};

}  // namespace

std::unique_ptr<Kernel> make_direct(std::string_view candidate, const Pass& pass,
                                    const Problem& problem, const Tuning& tuning, Device& device,
                                    ProgramSource& programs) {
  return std::make_unique<DirectKernel>(candidate, pass, problem, tuning, device, programs);
}

}  // namespace selvage::gpu
