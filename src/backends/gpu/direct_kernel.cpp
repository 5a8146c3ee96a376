// SPDX-License-Identifier: Apache-2.0
// The direct bilateral filter on a device: guide, then the filter, then the filling of holes.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "backends/gpu/direct_code.hpp"
#include "backends/gpu/kernel.hpp"
#include "core/checked.hpp"
#include "core/gpu_tile.hpp"
#include "core/samples.hpp"
#include "core/views.hpp"
#include "selvage/error.hpp"

namespace selvage::gpu {
namespace {

int step_of(std::ptrdiff_t stride) {
  if (stride < std::numeric_limits<int>::min() || stride > std::numeric_limits<int>::max())
    throw Error(
        Errc::unsupported,
        fmt::format("a stride of {} bytes between pixels or rows is too large for a GPU", stride));
  return static_cast<int>(stride);
}

// Where the samples of `view` lie in coordinates in which its first pixel is (x, y).
SelvageLayout layout_at(const DeviceView& view, int x, int y) {
  const Strides& s = view.shape.stride;
  return {.offset = view.offset - x * s.pixel - y * s.row,
          .batch = view.shape.batch > 1 ? s.batch : 0,
          .channel = s.channel,
          .row = step_of(s.row),
          .pixel = step_of(s.pixel)};
}

// The guide of the pixels of `image`, side by side without gaps.
SelvageLayout guide_layout(const ConstImageView& image, int floats, int x, int y) {
  const i64 pixel = i64{4} * floats, row = pixel * image.width;
  return {.offset = -x * pixel - y * row,
          .batch = row * image.height,
          .channel = 4,
          .row = step_of(row),
          .pixel = static_cast<int>(pixel)};
}

// Coordinates with their reflections are 32-bit numbers, and CUDA's groups are counted in 16 bits.
void check_sizes(const Frame& frame, int batch) {
  constexpr int largest_side = (1 << 30) - 16384, largest_batch = 65535;
  if (std::max(frame.width, frame.height) > largest_side || batch > largest_batch)
    throw Error(Errc::unsupported,
                fmt::format("{} images of {}x{} at once are too many or too large for a GPU", batch,
                            frame.width, frame.height),
                "filter them on the CPU, or in parts");
}

int groups(int length, int group) {
  return (length - 1) / group + 1;
}

// Device code in two forms: for images whose samples lie side by side, and for any others, which is
// compiled when such an image comes first.
class Step {
 public:
  Step() = default;
  Step(std::string function, const Pass& pass, const Problem& problem, const Tuning& tuning,
       const GpuFacts& gpu, ProgramSource& programs)
      : pass_(pass),
        problem_(problem),
        tuning_(tuning),
        name_(std::move(function)),
        gpu_(gpu),
        programs_(&programs) {
    get(true);
  }

  explicit operator bool() const { return programs_ != nullptr; }

  Function& get(bool dense) {
    Compiled& code = codes_[dense ? 1 : 0];
    if (code.function == nullptr) {
      const Code text = direct_code(name_, pass_, problem_, tuning_, gpu_, dense);
      code.program = programs_->program(text.source, text.options);
      code.function = &code.program->function(name_);
    }
    return *code.function;
  }

 private:
  struct Compiled {
    std::shared_ptr<Program> program;
    Function* function = nullptr;
  };
  Pass pass_;
  Problem problem_;
  Tuning tuning_;
  std::string name_;
  GpuFacts gpu_;
  ProgramSource* programs_ = nullptr;
  std::array<Compiled, 2> codes_;
};

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
      return Step(function, pass, problem, tuning, device.facts().gpu, programs);
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
    a.guide = guide_layout(image.shape, guide_floats_, frame.x, frame.y);
    a.width = frame.width;
    a.height = frame.height;
    const Launches common{.stream = stream,
                          .controls = controls,
                          .batch = image.shape.batch,
                          .dense = rows_are_solid(image.shape)};
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
  // What the launches of one pass have in common.
  struct Launches {
    Stream& stream;
    const Controls& controls;
    int batch;
    bool dense;
  };
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

  // Launches that compute `rect`, each at most launch_height rows.
  void run(const Launches& common, Step& step, const Buffers& buffers, SelvageBilateral a,
           const Rect& rect) {
    const bool tiles = &step == &main_ && tiled_;
    const int group_rows = tuning_.group_height * (tiles ? tuning_.group_rows : 1);
    constexpr int most_groups = 65535;  // CUDA's, below one another
    const int launch_groups = std::clamp(tuning_.launch_height / group_rows, 1, most_groups);
    const int launch_rows = launch_groups * group_rows;
    const int end = rect.y + rect.height;
    a.x0 = rect.x;
    a.x1 = rect.x + rect.width;
    for (int y = rect.y; y < end; y += launch_rows) {
      if (common.controls.cancel.stop_requested()) throw Error(Errc::cancelled, "cancelled");
      a.y0 = y;
      a.y1 = std::min(y + launch_rows, end);
      common.stream.launch(step.get(common.dense),
                           {.groups_x = groups(rect.width, tuning_.group_width),
                            .groups_y = groups(a.y1 - a.y0, group_rows),
                            .groups_z = common.batch,
                            .group_width = tuning_.group_width,
                            .group_height = tuning_.group_height,
                            .local_bytes = tiles ? local_bytes_ : 0,
                            .buffers = buffers,
                            .arguments = std::as_bytes(std::span(&a, 1))});
      if (common.controls.cancel.stop_possible() && end - y > launch_rows) common.stream.wait();
    }
  }

  WindowMean filter_;
  Tuning tuning_;
  SelvageBilateral arguments_;
  int guide_floats_;
  bool tiled_;
  std::size_t local_bytes_ = 0;
  Step main_, guide_, fill_;
  std::unique_ptr<Buffer> weights_;
};

}  // namespace

std::unique_ptr<Kernel> make_direct(std::string_view candidate, const Pass& pass,
                                    const Problem& problem, const Tuning& tuning, Device& device,
                                    ProgramSource& programs) {
  return std::make_unique<DirectKernel>(candidate, pass, problem, tuning, device, programs);
}

}  // namespace selvage::gpu
