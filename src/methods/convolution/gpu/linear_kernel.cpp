// SPDX-License-Identifier: Apache-2.0
// Uses one launch if the weights fit into the arguments (by row streaming if the images allow it).
// Otherwise one launch computes a stencil, and two a separable kernel: rows, then columns.
#include "methods/convolution/gpu/linear_kernel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "core/checked.hpp"
#include "core/samples.hpp"
#include "core/views.hpp"
#include "methods/convolution/blocked_tile.hpp"
#include "methods/convolution/gpu/linear_code.hpp"
#include "methods/convolution/row_streaming.hpp"

namespace selvage::gpu {
namespace {

constexpr int vector = 4;  // floats

int whole_vectors(int floats) {
  return (floats + vector - 1) / vector * vector;
}

class LinearKernel final : public Kernel {
 public:
  LinearKernel(bool separable, const Pass& pass, const Problem& problem,
               const LinearGpuTuning& tuning, Device& device, ProgramSource& programs,
               bool first_dense)
      : linear_(pass, problem, separable),
        shape_(linear_.step, problem),
        tuning_(tuning),
        arguments_(linear_arguments(linear_, pass, problem)),
        once_(tuning.once) {
    const auto code = [&](const char* function) {
      return DeviceCode(
          [=, linear = linear_, gpu = device.facts().gpu](bool dense) {
            return linear_code(function, linear, pass, problem, tuning, gpu, dense);
          },
          programs, first_dense);
    };
    const auto [across, down] =
        once_ ? std::array{largest_radius(separable), largest_radius(separable)}
              : std::array{shape_.radius_x, shape_.radius_y};
    if (shape_.radius_x > across || shape_.radius_y > down)
      throw std::logic_error("the weights do not fit into a kernel's arguments");
    if (separable && !once_) rows_ = code("separable_rows");
    const bool pixels = linear_.weighs && !separable;  // of a work-item, not samples
    main_ = code(once_       ? "blocked_tile"
                 : separable ? "separable_columns"
                 : pixels    ? "stencil_weighted"
                             : "stencil_large");
    unit_ = pixels ? shape_.samples : separable || once_ ? vector : 1;
    if (once_ && tuning.streaming && pass.reads == pass.writes)
      streamed_ = code(tuning.streaming.ring ? "separable_ring" : "row_streaming");
    make_weights(device);
  }

  std::size_t scratch_bytes(int width, int height, int batch) const override {
    if (!rows_) return 0;
    return checked_mul(sizeof(float), whole_vectors(width * shape_.samples), height, batch);
  }

  void enqueue(Stream& stream, const DeviceImages& images, Buffer* scratch, const Frame& frame,
               const Controls& controls) override {
    const DeviceView &image = images.image, &mask = images.mask, &output = images.output;
    check_sizes(frame, image.shape.batch);
    SelvageLinear a = arguments_;
    set_layouts(images, frame, a);
    const Launches common{.stream = stream,
                          .controls = controls,
                          .batch = image.shape.batch,
                          .dense = rows_are_solid(image.shape) && rows_are_solid(output.shape),
                          .height = tuning_.launch_height};
    const Buffers buffers{image.buffer, mask.buffer, scratch, weights_.get(), output.buffer};
    if (streamed_ && common.dense && exceeds_radii(frame) &&
        has_whole_units(image, a.in, frame.compute.x) &&
        has_whole_units(output, a.out, frame.compute.x))
      return stream_rows(common, buffers, a, frame.compute);
    if (rows_) add_rows(common, buffers, a, frame);
    run_in_rows(common, main_,
                group(tuning_.group.rows, once_ ? shape_.tile_bytes(tuning_.group) : 0), buffers, a,
                frame.compute);
  }

 private:
  using Buffers = std::array<const Buffer*, 5>;  // image, mask, rows' sums, weights, output

  // The image must exceed the radii, and the computed width a unit.
  bool exceeds_radii(const Frame& frame) const {
    return frame.width > shape_.radius_x && frame.height > shape_.radius_y &&
           frame.compute.width * shape_.samples >= tuning_.streaming.unit;
  }

  // Units from column x on must be aligned. Buffers are.
  bool has_whole_units(const DeviceView& view, const SelvageLayout& layout, int x) const {
    const i64 unit = i64{tuning_.streaming.unit} * static_cast<i64>(sample_bytes(view.shape.type));
    const i64 first = layout.offset + i64{x} * layout.pixel;
    return first % unit == 0 && layout.row % unit == 0 &&
           (view.shape.batch == 1 || layout.batch % unit == 0);
  }

  void stream_rows(const Launches& common, const Buffers& buffers, SelvageLinear a,
                   const Rect& rect) {
    const RowStreaming& s = tuning_.streaming;
    const int columns = streaming_columns(s, rect.width * shape_.samples);
    a.rows = streaming_rows(s, shape_.radius_y, columns * common.batch,
                            std::min(rect.height, common.height));
    const Group group{.width = streaming_width,
                      .height = s.height,
                      .local_bytes = s.local_bytes,
                      .columns = columns,
                      .down = a.rows,
                      .argument_bytes = argument_bytes(weights_in_arguments(linear_, true))};
    run_in_rows(common, streamed_, group, buffers, a, rect);
  }

  static int largest_radius(bool separable) {
    return separable ? largest_separable_radius : largest_stencil_radius;
  }

  Group group(int rows, std::size_t local_bytes) const {
    return {.width = tuning_.group.width,
            .height = tuning_.group.height,
            .rows = rows,
            .local_bytes = local_bytes,
            .pixels = tuning_.group.width * unit_ / shape_.samples,
            .argument_bytes = argument_bytes(weights_in_arguments(linear_, once_))};
  }

  // Computes the sums along the rows that the columns need, and sets their layout in `a`.
  void add_rows(const Launches& common, Buffers buffers, SelvageLinear& a, const Frame& frame) {
    const Rect& compute = frame.compute;
    const Rect needed = needed_rect(frame, linear_.step.border, {0, shape_.radius_y});
    const int pitch = vector * whole_vectors(compute.width * shape_.samples);  // bytes
    a.left = compute.x;
    a.first_row = needed.y;
    a.between = {.offset = 0,
                 .batch = i64{pitch} * needed.height,
                 .channel = sizeof(float),
                 .row = pitch,
                 .pixel = static_cast<int>(sizeof(float)) * shape_.samples};
    std::swap(buffers[2], buffers[4]);
    run_in_rows(common, rows_, group(1, shape_.line_bytes(tuning_.group)), buffers, a,
                {compute.x, needed.y, compute.width, needed.height});
  }

  void make_weights(Device& device) {
    const std::vector<float> weights = linear_weights(linear_);
    weights_ = uploaded(device, std::as_bytes(std::span(weights)));
  }

  LinearPass linear_;
  BlockedTile shape_;
  LinearGpuTuning tuning_;
  SelvageLinear arguments_;
  bool once_;     // the image is read once
  int unit_ = 1;  // neighbouring samples of a work-item
  DeviceCode rows_, main_;
  DeviceCode streamed_;  // empty if the pass cannot be streamed
  std::unique_ptr<Buffer> weights_;
};

}  // namespace

std::unique_ptr<Kernel> make_linear_kernel(bool separable, const Pass& pass,
                                           const planner::Decision& decision, Device& device,
                                           ProgramSource& programs, bool dense) {
  return std::make_unique<LinearKernel>(separable, pass, decision.problem,
                                        decision.offer.tuning.as<LinearGpuTuning>(), device,
                                        programs, dense);
}

}  // namespace selvage::gpu
