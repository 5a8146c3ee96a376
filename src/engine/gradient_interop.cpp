// SPDX-License-Identifier: Apache-2.0
// Gradients of images in device memory.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "engine/device_addresses.hpp"
#include "engine/engine_impl.hpp"
#include "engine/gradient_checks.hpp"
#include "selvage/error.hpp"
#include "selvage/interop.hpp"

namespace selvage {
namespace {

struct NamedImage {
  std::string_view name;
  DeviceImage DeviceGradient::* image;
};
constexpr std::array gradient_images{NamedImage{"image", &DeviceGradient::image},
                                     NamedImage{"guide", &DeviceGradient::guide},
                                     NamedImage{"mask", &DeviceGradient::mask},
                                     NamedImage{"d_output", &DeviceGradient::d_output},
                                     NamedImage{"d_image", &DeviceGradient::d_image},
                                     NamedImage{"d_guide", &DeviceGradient::d_guide}};
struct NamedMemory {
  std::string_view name;
  DeviceMemory DeviceGradient::* memory;
  std::ptrdiff_t multiple;  // bytes
};
constexpr std::array gradient_memory{NamedMemory{"d_sigmas", &DeviceGradient::d_sigmas, 4},
                                     NamedMemory{"scratch", &DeviceGradient::scratch, 16}};

GradientRunner& runner_of(const DeviceSet& devices) {
  if (GradientRunner* const gpu = devices.first().second->gradients(); gpu != nullptr) return *gpu;
  throw Error(Errc::unsupported, "the engine is one for the CPU, which has no device buffers",
              "make an engine for a GPU: Engine(find_device(\"cuda\"))");
}

void check_memory(const DeviceGradient& run) {
  for (const NamedMemory& named : gradient_memory) {
    const DeviceMemory& memory = run.*named.memory;
    if (memory.buffer == 0)
      throw Error(Errc::invalid_argument, fmt::format("{}: has no buffer", named.name));
    if (memory.offset % named.multiple != 0)
      throw Error(Errc::invalid_argument,
                  fmt::format("{}: an offset of {} bytes is not a multiple of {}", named.name,
                              memory.offset, named.multiple));
  }
}

}  // namespace

std::size_t gradient_scratch_bytes(const Engine& engine, const Filter& filter,
                                   const Inputs& shapes) {
  return runner_of(*engine.impl_->devices).scratch_bytes(filter, shapes);
}

double enqueue_gradient(const Engine& engine, const Filter& filter, const DeviceGradient& run) {
  const DeviceSet& devices = *engine.impl_->devices;
  GradientRunner& runner = runner_of(devices);
  const bool are_addresses = devices.first().first.starts_with("cuda");
  DeviceGradient from = run;
  std::array<std::uint64_t, gradient_images.size()> buffers{};
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    DeviceImage& image = from.*gradient_images[i].image;
    if (are_addresses) split_address(image);
    buffers[i] = image.buffer;
  }
  if (are_addresses)
    for (const NamedMemory& named : gradient_memory) split_address(from.*named.memory);
  const DeviceAddresses addresses(buffers, are_addresses);
  check_gradient(filter,
                 {.image = addresses.view(from.image),
                  .guide = addresses.view(from.guide),
                  .mask = addresses.view(from.mask)},
                 addresses.view(from.d_output),
                 {.image = addresses.view(from.d_image), .guide = addresses.view(from.d_guide)});
  for (const NamedImage& named : gradient_images) check_alignment(named.name, from.*named.image);
  check_memory(from);
  return runner.enqueue(filter, from);
}

}  // namespace selvage
