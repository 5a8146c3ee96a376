// SPDX-License-Identifier: Apache-2.0
// A mean over a window on a device: guide, then the mean, then the filling of holes.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "backends/gpu/direct_code.hpp"
#include "backends/gpu/launches.hpp"
#include "core/checked.hpp"
#include "core/gain.hpp"
#include "core/gpu_tile.hpp"
#include "core/samples.hpp"
#include "core/views.hpp"
#include "selvage/error.hpp"

namespace selvage::gpu {
namespace {

// "separable" takes whichever kernel fits.
bool is_tiled(std::string_view candidate, std::size_t tile_bytes, const GpuFacts& gpu) {
  if (candidate == "tile") return true;
  if (candidate == "plain") return false;
  if (candidate == "separable") return tile_bytes <= gpu.local_bytes;
  throw std::logic_error(fmt::format("GPUs have no candidate {}", candidate));
}

class DirectKernel final : public Kernel {
 public:
  DirectKernel(std::string_view candidate, const Pass& pass, const Problem& problem,
               const Tuning& tuning, Device& device, ProgramSource& programs)
      : filter_(std::get<WindowMean>(pass.step)),
        tuning_(tuning),
        arguments_(direct_arguments(pass, problem, tuning)),
        form_(form_of(pass, problem)),
        tiled_(is_tiled(candidate, tile_bytes(pass, problem, tuning), device.facts().gpu)) {
    const auto step = [&](const char* function) {
      return DeviceCode(
          [=, gpu = device.facts().gpu](bool dense) {
            return direct_code(function, pass, problem, tuning, gpu, dense);
          },
          programs);
    };
    main_ = step(tiled_ ? "bilateral_tile" : "bilateral_plain");
    if (tiled_) local_bytes_ = tile_bytes(pass, problem, tuning);
    if (form_.makes_guide()) guide_ = step("guide");
    if (has_filling(pass, problem)) {
      fill_ = step("fill");
      if (device.facts().gpu.real64)
        make_weights<double>(device);
      else
        make_weights<float>(device);
    }
  }

  std::size_t scratch_bytes(int width, int height, int batch) const override {
    return form_.makes_guide() ? checked_mul(4, form_.guide_planes(), width, height, batch) : 0;
  }

  void enqueue(Stream& stream, const DeviceImages& images, Buffer* scratch, const Frame& frame,
               const Controls& controls) override {
    const DeviceView &image = images.image, &mask = images.mask, &output = images.output;
    check_sizes(frame, image.shape.batch);
    SelvageBilateral a = arguments_;
    set_places(images, frame, a);
    // What distances are taken of where that is not the image, and what they are between.
    const DeviceView origin = form_.layout.guided ? images.guide : image;
    const Buffer* guide = nullptr;
    Launches common{.stream = stream,
                    .controls = controls,
                    .batch = image.shape.batch,
                    .dense = rows_are_solid(image.shape),
                    .height = tuning_.launch_height};
    if (guide_) {
      a.guide = scratch_layout(image.shape, form_.guide_planes(), frame.x, frame.y);
      guide = scratch;
      make_guide(common, origin, scratch, a, frame);
    } else if (form_.guided()) {
      a.guide = layout_at(origin, frame.x, frame.y);
      guide = origin.buffer;
      common.dense = common.dense && rows_are_solid(origin.shape);
    }
    run(common, main_, {image.buffer, mask.buffer, guide, nullptr, output.buffer}, a,
        frame.compute);
    if (fill_)
      run(common, fill_, {image.buffer, mask.buffer, guide, weights_.get(), output.buffer}, a,
          frame.compute);
  }

 private:
  using Buffers = std::array<const Buffer*, 5>;  // image, mask, guide, weights, output

  // Of what the image at `origin` shows; `a` says where the planes lie.
  void make_guide(Launches common, const DeviceView& origin, const Buffer* planes,
                  SelvageBilateral a, const Frame& frame) {
    a.in = layout_at(origin, frame.x, frame.y);
    a.out = a.guide;
    a.has_mask = a.has_invalid = 0;
    common.dense = rows_are_solid(origin.shape);
    run(common, guide_, {origin.buffer, nullptr, nullptr, nullptr, planes}, a,
        needed_rect(frame, filter_.border, {filter_.radius_x, filter_.radius_y}));
  }

  // See kernels/fill.cl.
  template <class Real>
  void make_weights(Device& device) {
    std::vector<Real> weights;
    const double sigma = filter_.sigma_space;
    for (int d = 0; d <= filter_.largest_radius(); ++d)
      weights.push_back(static_cast<Real>(std::exp(-0.5 * d * d / (sigma * sigma))));
    weights.push_back(static_cast<Real>(gain_of(sigma)));
    weights.push_back(static_cast<Real>(range_gain_of(filter_, form_.layout, form_.guide)));
    weights_ = uploaded(device, std::as_bytes(std::span(weights)));
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
  PixelForm form_;
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
