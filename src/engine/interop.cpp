// SPDX-License-Identifier: Apache-2.0
#include "selvage/interop.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>

#include "engine/plan_impl.hpp"
#include "engine/run_checks.hpp"
#include "selvage/error.hpp"

namespace selvage {
namespace {

// Where the buffers would lie if they were the host's, so that the checks of views hold for them
// too: only compared, never read. CUDA's are addresses; OpenCL's handles are spread far apart.
class Addresses {
 public:
  Addresses(const DeviceRun& run, bool are_addresses)
      : buffers_{run.image.buffer, run.guide.buffer,  run.mask.buffer, run.normals.buffer,
                 run.depth.buffer, run.output.buffer, run.flags.buffer},
        are_addresses_(are_addresses) {}

  ImageView view(const DeviceImage& image) const {
    const ConstImageView& shape = image.shape;
    ImageView view{.type = shape.type,
                   .width = shape.width,
                   .height = shape.height,
                   .channels = shape.channels,
                   .alpha = shape.alpha,
                   .batch = shape.batch,
                   .depth = shape.depth,
                   .stride = shape.stride};
    if (image.buffer != 0) {
      const std::uint64_t address = base(image.buffer) + static_cast<std::uint64_t>(image.offset);
      view.data = std::bit_cast<std::byte*>(address);
    }
    return view;
  }

 private:
  std::uint64_t base(std::uint64_t buffer) const {
    if (are_addresses_) return buffer;
    constexpr int far_apart = 44;  // more bits than an offset has
    std::uint64_t number = 1;
    for (const std::uint64_t other : buffers_) {
      if (other == buffer) break;
      ++number;
    }
    return number << far_apart;
  }

  std::array<std::uint64_t, 7> buffers_;
  bool are_addresses_;
};

void refuse_in_place(const ConstImageView& input, const ConstImageView& output) {
  if (input.data && output.data && same_samples(input, output))
    throw Error(Errc::invalid_argument,
                "output image: is an input, and on a device nothing is copied",
                "give it a buffer of its own");
}

// Where addresses may lie within an allocation: the same images in buffers that begin, as kernels
// take it of buffers, where allocations may begin.
DeviceRun from_whole_addresses(DeviceRun run) {
  constexpr std::uint64_t allocation = 256;  // CUDA's begin at its multiples
  for (DeviceImage* const image :
       {&run.image, &run.guide, &run.mask, &run.normals, &run.depth, &run.output, &run.flags}) {
    const std::uint64_t within = image->buffer % allocation;
    image->buffer -= within;
    image->offset += static_cast<std::ptrdiff_t>(within);
  }
  return run;
}

// A GPU reads a sample at multiples of its size alone.
void check_alignment(std::string_view port, const DeviceImage& image) {
  if (image.buffer == 0) return;
  const auto sample = static_cast<std::ptrdiff_t>(sample_bytes(image.shape.type));
  const Strides& s = image.shape.stride;
  for (const std::ptrdiff_t step : {image.offset, s.pixel, s.row, s.channel,
                                    image.shape.batch > 1 ? s.batch : std::ptrdiff_t{0}})
    if (step % sample != 0)
      throw Error(
          Errc::invalid_argument,
          fmt::format("{}: an offset or stride of {} bytes is no multiple of the {} bytes of "
                      "a sample",
                      port, step, sample));
}

}  // namespace

void enqueue(Plan& plan, const DeviceRun& run) {
  Plan::Impl& p = *plan.impl_;
  const bool are_addresses = p.execution.device().starts_with("cuda");
  const DeviceRun from = are_addresses ? from_whole_addresses(run) : run;
  const Addresses addresses(from, are_addresses);
  const Inputs inputs{.image = addresses.view(from.image),
                      .guide = addresses.view(from.guide),
                      .mask = addresses.view(from.mask),
                      .normals = addresses.view(from.normals),
                      .depth = addresses.view(from.depth)};
  Counts none;  // so that a histogram's pipeline says why it cannot be enqueued
  const bool counts = std::holds_alternative<Histogram>(p.filter);
  const Outputs outputs{.image = addresses.view(from.output),
                        .flags = addresses.view(from.flags),
                        .counts = counts ? &none : nullptr};
  check_run(p.filter, p.shapes, p.frame, inputs, outputs);
  for (const auto& [port, image] : {std::pair{"image", &from.image},
                                    {"guide", &from.guide},
                                    {"normals", &from.normals},
                                    {"depth", &from.depth},
                                    {"output image", &from.output}})
    check_alignment(port, *image);
  for (const ConstImageView& input :
       {inputs.image, inputs.guide, inputs.mask, inputs.normals, inputs.depth})
    for (const ImageView& output : {outputs.image, outputs.flags}) refuse_in_place(input, output);
  p.execution.pipeline().enqueue_native(from);
}

void* native_context(const Plan& plan) {
  return plan.impl_->execution.native_context();
}

}  // namespace selvage
