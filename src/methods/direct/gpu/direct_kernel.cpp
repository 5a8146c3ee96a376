// SPDX-License-Identifier: Apache-2.0
// A mean over a window on a device: computes the guide, then the mean, then fills holes.

#include <algorithm>
#include <array>

#include "backends/gpu/kernel.hpp"
#include "backends/gpu/launches.hpp"
#include "core/checked.hpp"
#include "core/colour.hpp"
#include "core/samples.hpp"
#include "core/views.hpp"
#include "methods/direct/gpu/direct_code.hpp"
#include "methods/direct/gpu/tensor_table.hpp"
#include "methods/direct/pixel_form.hpp"
#include "methods/direct/tensor_form.hpp"
#include "selvage/error.hpp"

namespace selvage::gpu {
namespace {

class DirectKernel final : public Kernel {
 public:
  DirectKernel(const Pass& pass, const Problem& problem, const DirectGpuTuning& tuning,
               Device& device, ProgramSource& programs)
      : filter_(std::get<WindowMean>(pass.step)),
        volume_(problem.whole_depth > 1),
        tuning_(tuning),
        arguments_(direct_arguments(pass, problem, tuning)),
        form_(form_of(pass, problem)) {
    const auto step = [&](const char* function) {
      return DeviceCode(
          [=, gpu = device.facts().gpu](bool dense) {
            return direct_code(function, pass, problem, tuning, gpu, dense);
          },
          programs);
    };
    main_ = step(function_of(tuning.loop));
    group_ = main_group(pass, problem);
    if (tuning.loop == DirectLoop::tensor) {
      const auto table = tensor_table(tap_window(filter_));
      taps_ = uploaded(device, std::as_bytes(std::span(table)));
    }
    if (form_.makes_guide()) {
      guide_ = step("guide");
      if (form_.layout.distance == PlaneLayout::Distance::lab && form_.guide == PixelType::u8) {
        const auto linear = linear_of_bytes();
        linear_ = uploaded(device, std::as_bytes(std::span(linear)));
      }
    }
    if (has_filling(pass, problem)) {
      fill_ = step("fill");
      weights_ = uploaded(device, filling_weights(pass, problem, device.facts().gpu.real64));
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
    set_layouts(images, frame, a);
    const int batch = volume_ ? images.output.shape.batch : image.shape.batch;
    // The image that distances are taken of if it is not the filtered one, and the planes between
    // which they are taken.
    const DeviceView origin = form_.layout.guided ? images.guide : image;
    const Buffer* guide = nullptr;
    Launches common{.stream = stream,
                    .controls = controls,
                    .batch = batch,
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
    if (volume_) set_slices(frame, a);
    run_in_rows(common, main_, group_,
                Buffers{image.buffer, mask.buffer, guide, taps_.get(), output.buffer}, a,
                frame.compute);
    if (fill_)
      run_in_rows(common, fill_, plain_group(),
                  Buffers{image.buffer, mask.buffer, guide, weights_.get(), output.buffer}, a,
                  frame.compute);
  }

 private:
  using Buffers = std::array<const Buffer*, 5>;  // image, mask, guide, weights or taps, output

  static const char* function_of(DirectLoop loop) {
    switch (loop) {
      case DirectLoop::plain: return "bilateral_plain";
      case DirectLoop::tile: return "bilateral_tile";
      case DirectLoop::tensor: return "bilateral_tensor";
    }
    return "";
  }

  // One pixel for each item.
  Group plain_group() const {
    return {.width = tuning_.group.width, .height = tuning_.group.height};
  }

  Group main_group(const Pass& pass, const Problem& problem) const {
    Group group = plain_group();
    if (tuning_.loop == DirectLoop::plain) return group;
    group.rows = tuning_.group.rows;
    group.aligned = tuning_.loop == DirectLoop::tensor;
    group.local_bytes = tuning_.loop == DirectLoop::tile
                            ? tile_bytes(pass, problem, tuning_)
                            : tensor_local_bytes(form_, filter_, {.warps = tuning_.group.height});
    return group;
  }

  // Computes the guide's planes from the image at `origin`; `a` gives their place.
  void make_guide(Launches common, const DeviceView& origin, const Buffer* planes,
                  SelvageBilateral a, const Frame& frame) {
    a.in = layout_at(origin, frame.x, frame.y);
    a.out = a.guide;
    a.has_mask = a.has_invalid = 0;
    common.batch = origin.shape.batch;
    common.dense = rows_are_solid(origin.shape);
    run_in_rows(common, guide_, plain_group(),
                Buffers{origin.buffer, nullptr, nullptr, linear_.get(), planes}, a,
                needed_rect(frame, filter_.border, {filter_.radius_x, filter_.radius_y}));
  }

  static std::array<double, 256> linear_of_bytes() {
    std::array<double, 256> linear = {};
    for (std::size_t byte = 0; byte < linear.size(); ++byte)
      linear[byte] = srgb_to_linear(static_cast<double>(byte) / 255.0);
    return linear;
  }

  WindowMean filter_;
  bool volume_;  // the image has depth, and its slices come as a batch
  DirectGpuTuning tuning_;
  SelvageBilateral arguments_;
  PixelForm form_;
  Group group_ = {};
  DeviceCode main_, guide_, fill_;
  std::unique_ptr<Buffer> weights_, taps_, linear_;
};

std::unique_ptr<Kernel> make_direct_kernel(const Pass& pass, const planner::Decision& decision,
                                           Device& device, ProgramSource& programs) {
  return std::make_unique<DirectKernel>(
      pass, decision.problem, decision.offer.tuning.as<DirectGpuTuning>(), device, programs);
}

}  // namespace

Factory tile_factory() {
  return {.kernel = make_direct_kernel};
}
Factory tile_columns_factory() {
  return {.kernel = make_direct_kernel};
}
Factory plain_factory() {
  return {.kernel = make_direct_kernel};
}
Factory tensor_factory() {
  return {.kernel = make_direct_kernel};
}
Factory separable_bilateral_factory() {
  return {.kernel = make_direct_kernel};
}

}  // namespace selvage::gpu
