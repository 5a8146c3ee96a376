// SPDX-License-Identifier: Apache-2.0
#include "backends/gpu/launches.hpp"

#include <fmt/format.h>

#include <limits>
#include <utility>

namespace selvage::gpu {

DeviceCode::DeviceCode(MakeCode make, ProgramSource& programs, bool dense)
    : make_(std::move(make)), programs_(&programs) {
  get(dense);
}

Function& DeviceCode::get(bool dense) {
  Compiled& form = forms_[dense ? 1 : 0];
  if (form.function == nullptr) {
    const Code code = make_(dense);
    form.program = programs_->program(code.source, code.options);
    form.function = &form.program->function(code.function);
  }
  return *form.function;
}

int step_of(std::ptrdiff_t stride) {
  if (stride < std::numeric_limits<int>::min() || stride > std::numeric_limits<int>::max())
    throw Error(
        Errc::unsupported,
        fmt::format("a stride of {} bytes between pixels or rows is too large for a GPU", stride));
  return static_cast<int>(stride);
}

std::unique_ptr<Buffer> uploaded(Device& device, std::span<const std::byte> bytes) {
  auto buffer = device.buffer(bytes.size());
  const auto stream = device.stream();
  stream->upload(*buffer, 0, bytes.data(), bytes.size());
  stream->wait();
  return buffer;
}

SelvageLayout layout_at(const DeviceView& view, int x, int y) {
  const Strides& s = view.shape.stride;
  return {.offset = view.offset - x * s.pixel - y * s.row,
          .batch = view.shape.batch > 1 ? s.batch : 0,
          .channel = s.channel,
          .row = step_of(s.row),
          .pixel = step_of(s.pixel)};
}

SelvageLayout scratch_layout(const ConstImageView& image, int floats, int x, int y) {
  const i64 pixel = i64{4} * floats, row = pixel * image.width;
  return {.offset = -x * pixel - y * row,
          .batch = row * image.height,
          .channel = 4,
          .row = step_of(row),
          .pixel = static_cast<int>(pixel)};
}

void check_sizes(const Frame& frame, int batch) {
  constexpr int largest_side = (1 << 30) - 16384, largest_batch = 65535;
  if (std::max(frame.width, frame.height) > largest_side || batch > largest_batch)
    throw Error(Errc::unsupported,
                fmt::format("{} images of {}x{} at once are too many or too large for a GPU", batch,
                            frame.width, frame.height),
                "filter them on the CPU, or in regions");
}

int groups(int length, int group) {
  return (length - 1) / group + 1;
}

}  // namespace selvage::gpu
