// SPDX-License-Identifier: Apache-2.0
#pragma once
// The one place that knows the backends.

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "backends/backend.hpp"
#include "engine/known_gpus.hpp"
#include "selvage/device.hpp"
#include "selvage/engine.hpp"

namespace selvage {

// The CPU, then "cuda:0", "cuda:1", then those of OpenCL, graphics cards before processors.
std::vector<Device> list_devices();
// Those of one driver: "cpu", "cuda" or "opencl"; none for any other word. Starts no other driver.
std::vector<Device> list_devices_of(const std::string& driver);

// Blocks: may start a driver. Throws Error{device} when the device is missing or its driver fails,
// Error{invalid_argument} for bad options.
std::shared_ptr<const Runtime> open_runtime(const std::string& device,
                                            const EngineOptions& options);

// A driver as a look sees it.
struct Driver {
  std::function<std::vector<Device>()> list;
  std::function<std::shared_ptr<const Runtime>(const std::string& device)> open;
};

// What a look at the machine's GPUs found.
struct Look {
  KnownGpus gpus = {};
  std::shared_ptr<const Runtime> opened = {};  // of gpus.front(); may be null
  bool settled = true;  // false: none was found, but one that cannot be used now may be soon
};
// The first device that is no processor and that opens, driver by driver; so a graphics card that
// two drivers offer is known by the first of them.
Look look_for_gpus(std::span<const Driver> drivers);

// What the last look found; looks when there was none or when the machine has changed since. A look
// that this call made is handed out in `fresh`.
const KnownGpus& known_gpus(Look& fresh);

}  // namespace selvage
