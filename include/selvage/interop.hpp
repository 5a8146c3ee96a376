// SPDX-License-Identifier: Apache-2.0
#pragma once
// Runs plans, and gradients, on images that are already in GPU memory, in the caller's stream.
// Handles are those of the driver, as plain integers and pointers, so no vendor header is needed.
//
//   selvage::Engine engine(selvage::find_device("cuda"));
//   selvage::Plan plan = engine.plan(selvage::Bilateral{}, {.image = shape}, frame);
//   plan.reserve();
//   selvage::enqueue(plan, {.image = {.buffer = in, .shape = shape},
//                           .output = {.buffer = out, .shape = shape},
//                           .stream = stream});

#include <cstddef>
#include <cstdint>

#include "selvage/api.h"
#include "selvage/engine.hpp"
#include "selvage/image.hpp"

namespace selvage {

// An image in the caller's buffer.
struct DeviceImage {
  std::uint64_t buffer = 0;  // CUdeviceptr, or a cl_mem cast to a number; 0: no image
  std::ptrdiff_t offset =
      0;  // bytes from the buffer's start to sample (0, 0, 0) of the first image
  ConstImageView shape = {};  // type, sizes and strides; data is ignored
};

// The inputs and outputs of a run, as for Plan::run, but outputs must not overlap inputs.
struct DeviceRun {
  DeviceImage image = {}, guide = {}, mask = {}, normals = {}, depth = {};
  DeviceImage output = {}, flags = {};
  void* stream = nullptr;  // CUstream, or an in-order cl_command_queue
};

// Enqueues the plan's passes; copies nothing and does not block. Bad views throw at once; later
// failures surface in the stream. All buffers and the plan must live until the stream has executed
// the passes. The first call allocates the intermediate images, and also compiles unless
// Plan::reserve() was called. Runs of one plan must follow one another in one stream.
// Throws Error{unsupported} if the plan runs on the CPU, Error{device} if the driver rejects it.
SELVAGE_API void enqueue(Plan& plan, const DeviceRun& run);

// Memory in the caller's buffer.
struct DeviceMemory {
  std::uint64_t buffer = 0;   // CUdeviceptr, or a cl_mem cast to a number
  std::ptrdiff_t offset = 0;  // bytes
};

// A filter's result, and the means that its gradient would otherwise compute again. The output and
// the memory must not overlap anything else.
struct DeviceForward {
  DeviceImage image = {}, guide = {}, mask = {};  // the image is f32
  DeviceImage output = {};                        // written: f32, of the image's shape
  DeviceMemory means = {};    // written: forward_bytes().means, at a multiple of 16 bytes
  DeviceMemory scratch = {};  // written: forward_bytes().scratch, at a multiple of 16 bytes
  void* stream = nullptr;     // CUstream, or an in-order cl_command_queue
};
struct ForwardBytes {
  std::size_t scratch = 0, means = 0;
};

// Returns the bytes of memory that a forward pass needs. `shapes` are its inputs; their data is
// ignored. Throws like gradient_scratch_bytes.
SELVAGE_API ForwardBytes forward_bytes(const Engine& engine, const Filter& filter,
                                       const Inputs& shapes);

// Enqueues a filter that has a gradient, whose result is that of a plan but for roundings: an error
// of at most GradientReport::error_bound A + u |out| (docs/filters/gradients.md). It has no plan,
// so new sigmas cost nothing. It blocks and throws as enqueue_gradient does; the same objects must
// live.
SELVAGE_API void enqueue_forward(const Engine& engine, const Filter& filter,
                                 const DeviceForward& run);

// The inputs and outputs of a gradient (gradient.hpp). Outputs must not overlap anything else.
struct DeviceGradient {
  DeviceImage image = {}, guide = {}, mask = {}, d_output = {};
  DeviceImage d_image = {}, d_guide = {};  // written; buffer 0: not computed
  // Written: two f32, of sigma_space and of sigma_range. Buffer 0: not computed.
  DeviceMemory d_sigmas = {};
  // The means that enqueue_forward wrote for the same inputs and filter. Buffer 0: computed here.
  DeviceMemory means = {};
  DeviceMemory scratch = {};  // written: gradient_scratch_bytes(), at a multiple of 16 bytes
  void* stream = nullptr;     // CUstream, or an in-order cl_command_queue
};

// Returns the bytes of scratch that a gradient needs: for RGB that is its own guide, about 44 for
// each pixel of the image and of a margin of the radius. `shapes` are its inputs; their data is
// ignored.
// Throws Error{unsupported} for engines of the CPU and filters without a gradient,
// Error{invalid_argument} for bad parameters.
SELVAGE_API std::size_t gradient_scratch_bytes(const Engine& engine, const Filter& filter,
                                               const Inputs& shapes);

// Enqueues the gradient of a filter, as selvage::gradient computes it; copies nothing. Blocks only
// where it compiles: for the first gradient of its kind, which is refused while the stream is
// captured into a CUDA graph. Returns GradientReport::error_bound. Bad views throw at once; later
// failures surface in the stream. All buffers and the engine must live until the stream has
// executed it.
SELVAGE_API double enqueue_gradient(const Engine& engine, const Filter& filter,
                                    const DeviceGradient& run);

// Returns the context that buffers and stream must belong to: a CUcontext (the device's primary
// context, which CUDA's runtime API also uses) or a cl_context. Null if the plan runs on the CPU.
// The context lives as long as the plan.
SELVAGE_API void* native_context(const Plan& plan);

}  // namespace selvage
