// SPDX-License-Identifier: Apache-2.0
#pragma once
// Plans on images that lie in a GPU's memory already, in a stream of the caller's. Handles are the
// driver's, as plain numbers and pointers: no vendor's header is needed here.
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

// An image in a buffer of the caller's.
struct DeviceImage {
  std::uint64_t buffer = 0;  // CUdeviceptr, or a cl_mem cast to a number; 0: no image
  std::ptrdiff_t offset =
      0;  // bytes from the buffer's start to sample (0, 0, 0) of the first image
  ConstImageView shape = {};  // type, sizes and strides; without data
};

// As Plan::run's inputs and outputs, but the output may not overlap an input.
struct DeviceRun {
  DeviceImage image = {}, guide = {}, mask = {}, normals = {}, depth = {};
  DeviceImage output = {}, flags = {};
  void* stream = nullptr;  // CUstream, or a cl_command_queue that keeps its order
};

// Enqueues the plan's passes: copies nothing, waits for nothing. What is wrong with the views is
// thrown at once, what goes wrong later is the stream's. All buffers and the plan must live until
// the stream has passed. The first call reserves what lies between the passes, and without
// Plan::reserve() before it also compiles. Runs of one plan must follow one another, in one stream.
// Throws Error{unsupported} when the plan runs on the CPU, Error{device} when the driver says no.
SELVAGE_API void enqueue(Plan& plan, const DeviceRun& run);

// The context that buffers and stream must be of: CUcontext (the device's primary one, which CUDA's
// runtime API uses too), or cl_context. Null: the plan runs on the CPU. Lives as long as the plan.
SELVAGE_API void* native_context(const Plan& plan);

}  // namespace selvage
