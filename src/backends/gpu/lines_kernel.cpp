// SPDX-License-Identifier: Apache-2.0
// Lines and matrices on a device: one launch where weights fit into the arguments (a marching one
// where the images allow it); else one for a matrix, and for lines one for the rows and one for the
// columns of what those made.
#include "backends/gpu/lines_kernel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "backends/gpu/lines_code.hpp"
#include "backends/gpu/march_shape.hpp"
#include "core/checked.hpp"
#include "core/gpu_strip.hpp"
#include "core/samples.hpp"
#include "core/views.hpp"

namespace selvage::gpu {
namespace {

constexpr int vector = 4;  // floats

int whole_vectors(int floats) {
  return (floats + vector - 1) / vector * vector;
}

class StripKernel final : public Kernel {
 public:
  StripKernel(bool lines, const Pass& pass, const Problem& problem, const Tuning& tuning,
              Device& device, ProgramSource& programs)
      : strip_(pass, problem, lines),
        shape_(strip_.step, problem),
        tuning_(tuning),
        arguments_(strip_arguments(strip_, pass, problem)),
        gpu_(device.facts().gpu),
        once_(tuning.sums == Sums::flat) {
    const auto code = [&](const char* function) {
      return DeviceCode(
          [=, strip = strip_, gpu = device.facts().gpu](bool dense) {
            return strip_code(function, strip, pass, problem, tuning, gpu, dense);
          },
          programs);
    };
    const auto [across, down] = once_ ? std::array{largest_radius(lines), largest_radius(lines)}
                                      : std::array{shape_.radius_x, shape_.radius_y};
    if (shape_.radius_x > across || shape_.radius_y > down)
      throw std::logic_error("the weights do not fit into a kernel's arguments");
    if (lines && !once_) rows_ = code("lines_rows");
    main_ = code(lines ? (once_ ? "lines" : "lines_columns") : (once_ ? "matrix" : "matrix_large"));
    unit_ = lines || once_ ? vector : 1;
    if (once_ && can_march(strip_, pass, problem, gpu_)) {
      march_ = code("march");
      marching_ = march_shape(strip_, pass, problem, gpu_);
    }
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
    SelvageStrip a = arguments_;
    set_places(images, frame, a);
    const Launches common{.stream = stream,
                          .controls = controls,
                          .batch = image.shape.batch,
                          .dense = rows_are_solid(image.shape) && rows_are_solid(output.shape),
                          .height = tuning_.launch_height};
    const Buffers buffers{image.buffer, mask.buffer, scratch, weights_.get(), output.buffer};
    if (march_ && common.dense && exceeds_radii(frame) &&
        has_whole_units(image, a.in, frame.compute.x) &&
        has_whole_units(output, a.out, frame.compute.x))
      return march(common, buffers, a, frame.compute);
    if (rows_) add_rows(common, buffers, a, frame);
    run_in_rows(common, main_, group(tuning_.group_rows, once_ ? shape_.tile_bytes(tuning_) : 0),
                buffers, a, frame.compute);
  }

 private:
  using Buffers = std::array<const Buffer*, 5>;  // image, mask, rows' sums, weights, output

  // A place outside the image is less than an image away, and a unit is computed.
  bool exceeds_radii(const Frame& frame) const {
    return frame.width > shape_.radius_x && frame.height > shape_.radius_y &&
           frame.compute.width * shape_.samples >= marching_.unit;
  }

  // Units from column x on begin at whole addresses. Buffers do.
  bool has_whole_units(const DeviceView& view, const SelvageLayout& layout, int x) const {
    const i64 unit = i64{marching_.unit} * static_cast<i64>(sample_bytes(view.shape.type));
    const i64 first = layout.offset + i64{x} * layout.pixel;
    return first % unit == 0 && layout.row % unit == 0 &&
           (view.shape.batch == 1 || layout.batch % unit == 0);
  }

  void march(const Launches& common, const Buffers& buffers, SelvageStrip a, const Rect& rect) {
    const int samples = march_width * marching_.height * marching_.unit;  // of a group
    const int columns = groups(rect.width * shape_.samples, samples);
    a.rows = march_rows(marching_, shape_.radius_y, columns * common.batch,
                        std::min(rect.height, common.height), gpu_);
    const Group group{.width = march_width,
                      .height = marching_.height,
                      .local_bytes = marching_.local_bytes,
                      .columns = columns,
                      .down = a.rows};
    run_in_rows(common, march_, group, buffers, a, rect);
  }

  static int largest_radius(bool lines) {
    return lines ? largest_strip_radius : largest_matrix_radius;
  }

  Group group(int rows, std::size_t local_bytes) const {
    return {.width = tuning_.group_width,
            .height = tuning_.group_height,
            .rows = rows,
            .local_bytes = local_bytes,
            .pixels = tuning_.group_width * unit_ / shape_.samples};
  }

  // The sums of the rows that the columns need; says in `a` where they lie.
  void add_rows(const Launches& common, Buffers buffers, SelvageStrip& a, const Frame& frame) {
    const Rect& compute = frame.compute;
    const Rect needed = needed_rect(frame, strip_.step.border, {0, shape_.radius_y});
    const int pitch = vector * whole_vectors(compute.width * shape_.samples);  // bytes
    a.left = compute.x;
    a.first_row = needed.y;
    a.between = {.offset = 0,
                 .batch = i64{pitch} * needed.height,
                 .channel = sizeof(float),
                 .row = pitch,
                 .pixel = static_cast<int>(sizeof(float)) * shape_.samples};
    std::swap(buffers[2], buffers[4]);
    run_in_rows(common, rows_, group(1, shape_.line_bytes(tuning_)), buffers, a,
                {compute.x, needed.y, compute.width, needed.height});
  }

  void make_weights(Device& device) {
    const std::vector<float> weights = strip_weights(strip_);
    weights_ = uploaded(device, std::as_bytes(std::span(weights)));
  }

  Strip strip_;
  StripShape shape_;
  Tuning tuning_;
  SelvageStrip arguments_;
  GpuFacts gpu_;
  bool once_;     // the image is read once
  int unit_ = 1;  // samples of a work-item side by side
  DeviceCode rows_, main_;
  DeviceCode march_;  // none: the pass cannot
  MarchShape marching_;
  std::unique_ptr<Buffer> weights_;
};

}  // namespace

std::unique_ptr<Kernel> make_strips(std::string_view candidate, const Pass& pass,
                                    const Problem& problem, const Tuning& tuning, Device& device,
                                    ProgramSource& programs) {
  if (candidate != "lines" && candidate != "matrix")
    throw std::logic_error(fmt::format("{} adds up no lines", candidate));
  return std::make_unique<StripKernel>(candidate == "lines", pass, problem, tuning, device,
                                       programs);
}

}  // namespace selvage::gpu
