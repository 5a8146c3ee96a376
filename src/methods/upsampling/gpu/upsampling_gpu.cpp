// SPDX-License-Identifier: Apache-2.0
// Joint bilateral upsampling on a device: stores the small image and its guide as words, then sums
// the taps.
#include <fmt/format.h>

#include <array>
#include <memory>

#include "backends/gpu/kernel.hpp"
#include "backends/gpu/kernel_enums.hpp"
#include "backends/gpu/launches.hpp"
#include "core/checked.hpp"
#include "core/colour.hpp"
#include "core/samples.hpp"
#include "kernels/texts.hpp"
#include "methods/upsampling/tuning.hpp"
#include "methods/upsampling/upsampling_shape.hpp"

namespace selvage::gpu {
namespace {

#include "methods/upsampling/gpu/upsample_arguments.h"

SelvagePair pair_of(double value) {
  const auto near = static_cast<float>(value);
  return {near, static_cast<float>(value - double{near})};
}

// GUIDE_KIND in kernels/colour.h.
int guide_kind(const PlaneLayout& layout) {
  switch (layout.distance) {
    case PlaneLayout::Distance::luma: return 1;
    case PlaneLayout::Distance::lab: return 2;
    default: return 0;
  }
}

// Returns the guide's planes of a pixel with all channels equal to `value`, in stored units.
std::array<double, 4> guide_of(const Upsampling& u, double value) {
  if (u.layout.distance == PlaneLayout::Distance::luma) return {luma(value, value, value)};
  if (u.layout.distance != PlaneLayout::Distance::lab) return {value, value, value, value};
  const double linear = srgb_to_linear(value / full_scale(u.guide.type));
  const auto lab = linear_to_lab100(linear, linear, linear);
  return {lab[0], lab[1], lab[2]};
}

Code upsample_code(const std::string& function, const Upsampling& u, bool mask,
                   const UpsamplingGpuTuning& tuning, const GpuFacts& gpu, bool dense) {
  Code code{.function = function, .source = {}, .options = {"-DSTRUCT=SelvageUpsample"}};
  const int kind = guide_kind(u.layout);
  for (const auto file : {"dialect.h", "arguments.h", "upsample_arguments.h", "samples.h"})
    code.source += kernels::text(file);
  if (kind > 0) code.source += kernels::text("colour.h");
  code.source += kernels::text("upsample.cl");
  const auto define = [&](std::string_view name, int value) {
    code.options.push_back(fmt::format("-D{}={}", name, value));
  };
  define("READS", static_cast<int>(u.image.type));
  define("WRITES", static_cast<int>(u.image.type));
  define("CHANNELS", u.image.channels);
  define("AVERAGED", u.layout.averaged);
  define("HOLES", !is_integer(u.image.type) || u.filter.invalid || mask ? 1 : 0);
  define("GUIDE_READS", static_cast<int>(u.guide.type));
  define("GUIDE_CHANNELS", u.guide.channels);
  define("GUIDE_KIND", kind);
  define("PLANES", u.distance_planes());
  define("SPLIT", kind > 0 ? 1 : 0);
  define("WEIGHS", u.layout.weighs ? 1 : 0);
  define("NORM", static_cast<int>(norm_of(u.layout)));
  define("GROUP_WIDTH", tuning.group.width);
  define("GROUP_HEIGHT", tuning.group.height);
  define("MIN_BLOCKS", 1);
  define("BYTE_SIMD", gpu.byte_simd ? 1 : 0);
  define("PROCESSOR", gpu.is_processor ? 1 : 0);
  define("DENSE", dense ? 1 : 0);
  return code;
}

// Returns the arguments that do not change from run to run.
SelvageUpsample arguments_of(const Upsampling& u, bool mask, const UpsamplingGpuTuning& tuning) {
  const JointUpsampling& f = u.filter;
  SelvageUpsample a{};
  a.small_width = u.image.width;
  a.small_height = u.image.height;
  a.width = u.guide.width;
  a.height = u.guide.height;
  a.radius = u.window.radius_x;
  a.disc = f.window == Window::disc;
  a.border = static_cast<int>(f.border);
  a.colours = u.image.colour_channels();
  a.block = tuning.block;
  a.has_mask = mask;
  a.has_invalid = f.invalid.has_value();
  a.fill = f.fill;
  a.outside_value = static_cast<float>(stored_value(f.border_value, u.image.type, u.image.type));
  if (f.invalid)
    a.invalid = static_cast<float>(stored_value(*f.invalid, u.image.type, u.image.type));
  a.space_scale = pair_of(u.space_scale);
  a.range_scale = pair_of(u.range_scale);
  a.fill_distance2 = pair_of(64.0 * double{f.sigma_space} * double{f.sigma_space});
  const auto guide = guide_of(u, stored_value(f.border_value, u.guide.type, u.guide.type));
  for (std::size_t k = 0; k < guide.size(); ++k) a.outside_guide[k] = pair_of(guide[k]);
  return a;
}

class UpsampleKernel final : public Kernel {
 public:
  UpsampleKernel(const Problem& problem, const UpsamplingGpuTuning& tuning, const GpuFacts& gpu,
                 ProgramSource& programs)
      : problem_(problem),
        tuning_(tuning),
        arguments_(arguments_of(problem_, problem.mask, tuning)) {
    const auto code = [&](const char* function) {
      return DeviceCode(
          [=, u = problem_, mask = problem.mask](bool dense) {
            return upsample_code(function, u, mask, tuning, gpu, dense);
          },
          programs);
    };
    small_ = code("upsample_small");
    main_ = code("upsample_large");  // "upsample" is a function of OpenCL
  }

  // Returns the bytes of the small image's words, which do not depend on the tile.
  std::size_t scratch_bytes(int, int, int batch) const override {
    return checked_mul(upsample_device_bytes(problem_), batch);
  }

  void enqueue(Stream& stream, const DeviceImages& images, Buffer* scratch, const Frame& frame,
               const Controls& controls) override {
    const DeviceView &image = images.image, &mask = images.mask;
    check_sizes(frame, image.shape.batch);
    SelvageUpsample a = arguments_;
    a.in = layout_at(image, 0, 0);
    a.guide = layout_at(images.guide, 0, 0);
    if (mask) a.mask = layout_at(mask, 0, 0);
    a.out = layout_at(images.output, frame.compute.x, frame.compute.y);
    const int pixel = 4 * upsample_words(problem_);
    a.small = {.offset = 0,
               .batch = static_cast<i64>(upsample_device_bytes(problem_)),
               .channel = 4,
               .row = step_of(std::ptrdiff_t{pixel} * a.small_width),
               .pixel = pixel};
    const Launches common{.stream = stream,
                          .controls = controls,
                          .batch = image.shape.batch,
                          .dense = rows_are_solid(image.shape),
                          .height = tuning_.launch_height};
    const Group group{.width = tuning_.group.width, .height = tuning_.group.height};
    const std::array buffers{image.buffer, mask.buffer, images.guide.buffer,
                             static_cast<const Buffer*>(scratch), images.output.buffer};
    run_in_rows(common, small_, group, buffers, a, {0, 0, a.small_width, a.small_height});
    run_in_rows(common, main_, group, buffers, a, frame.compute);
  }

 private:
  Upsampling problem_;
  UpsamplingGpuTuning tuning_;
  SelvageUpsample arguments_;
  DeviceCode small_, main_;
};

std::unique_ptr<Kernel> make_upsample_kernel(const Pass&, const planner::Decision& decision,
                                             Device& device, ProgramSource& programs) {
  return std::make_unique<UpsampleKernel>(decision.problem,
                                          decision.offer.tuning.as<UpsamplingGpuTuning>(),
                                          device.facts().gpu, programs);
}

}  // namespace

Factory upsample_factory() {
  return {.kernel = make_upsample_kernel};
}

}  // namespace selvage::gpu
