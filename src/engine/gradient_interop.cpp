// SPDX-License-Identifier: Apache-2.0
// Gradients of images in device memory, and the forward passes before them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "core/views.hpp"
#include "engine/device_addresses.hpp"
#include "engine/engine_impl.hpp"
#include "engine/gradient_checks.hpp"
#include "selvage/error.hpp"
#include "selvage/interop.hpp"

namespace selvage {
namespace {

template <class Run>
struct NamedImage {
  std::string_view name;
  DeviceImage Run::* image;
};
template <class Run>
struct NamedMemory {
  std::string_view name;
  DeviceMemory Run::* memory;
  std::ptrdiff_t multiple;  // bytes
  bool required = true;
};

constexpr std::array forward_images{NamedImage<DeviceForward>{"image", &DeviceForward::image},
                                    NamedImage<DeviceForward>{"guide", &DeviceForward::guide},
                                    NamedImage<DeviceForward>{"mask", &DeviceForward::mask},
                                    NamedImage<DeviceForward>{"output", &DeviceForward::output}};
constexpr std::array forward_memory{
    NamedMemory<DeviceForward>{"means", &DeviceForward::means, 16},
    NamedMemory<DeviceForward>{"scratch", &DeviceForward::scratch, 16}};

constexpr std::array gradient_images{
    NamedImage<DeviceGradient>{"image", &DeviceGradient::image},
    NamedImage<DeviceGradient>{"guide", &DeviceGradient::guide},
    NamedImage<DeviceGradient>{"mask", &DeviceGradient::mask},
    NamedImage<DeviceGradient>{"d_output", &DeviceGradient::d_output},
    NamedImage<DeviceGradient>{"d_image", &DeviceGradient::d_image},
    NamedImage<DeviceGradient>{"d_guide", &DeviceGradient::d_guide}};
constexpr std::array gradient_memory{
    NamedMemory<DeviceGradient>{"d_sigmas", &DeviceGradient::d_sigmas, 4, false},
    NamedMemory<DeviceGradient>{"means", &DeviceGradient::means, 16, false},
    NamedMemory<DeviceGradient>{"scratch", &DeviceGradient::scratch, 16}};

Inputs shapes_of(const auto& run) {
  return {.image = run.image.shape, .guide = run.guide.shape, .mask = run.mask.shape};
}

GradientRunner& runner_of(const DeviceSet& devices) {
  if (GradientRunner* const gpu = devices.first().second->gradients(); gpu != nullptr) return *gpu;
  throw Error(Errc::unsupported, "the engine is one for the CPU, which has no device buffers",
              "make an engine for a GPU: Engine(find_device(\"cuda\"))");
}

// Checks where pieces of memory begin.
template <class Run, std::size_t n>
void check_memory(const Run& run, const std::array<NamedMemory<Run>, n>& all) {
  for (const NamedMemory<Run>& named : all) {
    const DeviceMemory& memory = run.*named.memory;
    if (memory.buffer == 0 && named.required)
      throw Error(Errc::invalid_argument, fmt::format("{}: has no buffer", named.name));
    if (memory.offset % named.multiple != 0)
      throw Error(Errc::invalid_argument,
                  fmt::format("{}: an offset of {} bytes is not a multiple of {}", named.name,
                              memory.offset, named.multiple));
  }
}

struct TakenMemory {
  std::string_view name;
  AddressRange range = {};
};

// Throws if a piece of memory overlaps another one or an image; the images were compared before.
void check_apart(std::span<const TakenMemory> images, std::span<const TakenMemory> memories) {
  for (const TakenMemory& memory : memories) {
    const auto refuse_overlap = [&](const TakenMemory& other) {
      if (memory.range.overlaps(other.range))
        throw Error(Errc::invalid_argument, fmt::format("{}: overlaps {}", memory.name, other.name),
                    "give each memory of its own");
    };
    for (const TakenMemory& image : images) refuse_overlap(image);
    for (const TakenMemory& other : memories) {
      if (&other == &memory) break;
      refuse_overlap(other);
    }
  }
}

// Checks what is in device memory, and enqueues it: check(run, view), where view(image) returns an
// image as a view, bytes(runner, run) of each piece of memory, then enqueue(runner, run). Returns
// what that returns.
template <class Run, std::size_t images, std::size_t memories, class Check, class Bytes,
          class Enqueue>
auto enqueue_checked(const DeviceSet& devices, Run run,
                     const std::array<NamedImage<Run>, images>& named_images,
                     const std::array<NamedMemory<Run>, memories>& named_memory, const Check& check,
                     const Bytes& bytes, const Enqueue& enqueue) {
  GradientRunner& runner = runner_of(devices);
  const bool are_addresses = devices.first().first.starts_with("cuda");
  std::array<std::uint64_t, images + memories> buffers{};
  std::size_t taken = 0;
  const auto take = [&](auto& memory) {
    if (are_addresses) split_address(memory);
    buffers[taken++] = memory.buffer;
  };
  for (const NamedImage<Run>& named : named_images) take(run.*named.image);
  for (const NamedMemory<Run>& named : named_memory) take(run.*named.memory);
  const DeviceAddresses addresses(buffers, are_addresses);
  check(run, [&](const DeviceImage& image) { return addresses.view(image); });
  for (const NamedImage<Run>& named : named_images) check_alignment(named.name, run.*named.image);
  check_memory(run, named_memory);

  std::array<TakenMemory, images> of_images;
  for (std::size_t i = 0; i < images; ++i) {
    const auto& [name, image] = named_images[i];
    of_images[i] = {name, {}};
    if ((run.*image).buffer != 0)
      of_images[i].range = addresses_of(name, addresses.view(run.*image));
  }
  std::array<TakenMemory, memories> of_memory;
  const std::array<std::size_t, memories> sizes = bytes(runner, run);
  for (std::size_t i = 0; i < memories; ++i)
    of_memory[i] = {named_memory[i].name, addresses.range(run.*named_memory[i].memory, sizes[i])};
  check_apart(of_images, of_memory);
  return enqueue(runner, run);
}

}  // namespace

std::size_t gradient_scratch_bytes(const Engine& engine, const Filter& filter,
                                   const Inputs& shapes) {
  GradientRunner& runner = runner_of(*engine.impl_->devices);
  validate(filter, shapes.image, shapes.guide);
  return runner.scratch_bytes(filter, shapes);
}

ForwardBytes forward_bytes(const Engine& engine, const Filter& filter, const Inputs& shapes) {
  GradientRunner& runner = runner_of(*engine.impl_->devices);
  validate(filter, shapes.image, shapes.guide);
  return runner.forward_bytes(filter, shapes);
}

void enqueue_forward(const Engine& engine, const Filter& filter, const DeviceForward& run) {
  enqueue_checked(
      *engine.impl_->devices, run, forward_images, forward_memory,
      [&](const DeviceForward& from, const auto& view) {
        check_forward(
            filter, {.image = view(from.image), .guide = view(from.guide), .mask = view(from.mask)},
            view(from.output));
      },
      [&](GradientRunner& runner, const DeviceForward& from) {
        const ForwardBytes bytes = runner.forward_bytes(filter, shapes_of(from));
        return std::array{bytes.means, bytes.scratch};
      },
      [&](GradientRunner& runner, const DeviceForward& from) {
        runner.enqueue_forward(filter, from);
      });
}

double enqueue_gradient(const Engine& engine, const Filter& filter, const DeviceGradient& run) {
  return enqueue_checked(
      *engine.impl_->devices, run, gradient_images, gradient_memory,
      [&](const DeviceGradient& from, const auto& view) {
        check_gradient(
            filter, {.image = view(from.image), .guide = view(from.guide), .mask = view(from.mask)},
            view(from.d_output), {.image = view(from.d_image), .guide = view(from.d_guide)});
      },
      [&](GradientRunner& runner, const DeviceGradient& from) {
        const Inputs shapes = shapes_of(from);
        return std::array{sizeof(float[2]), runner.forward_bytes(filter, shapes).means,
                          runner.scratch_bytes(filter, shapes)};
      },
      [&](GradientRunner& runner, const DeviceGradient& from) {
        return runner.enqueue(filter, from);
      });
}

}  // namespace selvage
