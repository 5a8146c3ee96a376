// SPDX-License-Identifier: Apache-2.0
#pragma once
// Runs filters on a GPU.

#include <memory>

#include "backends/backend.hpp"
#include "backends/gpu/device.hpp"
#include "backends/gpu/kernel.hpp"

namespace selvage::gpu {

// The threads that copy between images and page-locked memory.
struct HostThreads {
  std::unique_ptr<TaskRunner> runner;
  int count = 1;
};

// `factory_of` returns the factory of each GPU candidate; `make_gradients` may be null.
std::unique_ptr<Runtime> make_runtime(std::shared_ptr<Device> device, FactoryOf* factory_of,
                                      HostThreads threads, MakeGradients* make_gradients = nullptr);

}  // namespace selvage::gpu
