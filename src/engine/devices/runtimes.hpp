// SPDX-License-Identifier: Apache-2.0
#pragma once
// Lists and opens devices. No other file of the engine knows the backends.

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "backends/backend.hpp"
#include "engine/devices/device_cache.hpp"
#include "selvage/device.hpp"
#include "selvage/engine.hpp"

namespace selvage {

// Returns the CPU, then "cuda:0", "cuda:1", then OpenCL devices, graphics cards before processors.
std::vector<Device> list_devices();
// Returns the devices of one driver: "cpu", "cuda" or "opencl"; none for any other word. Starts no
// other driver. A driver that must not be started is one device that cannot be used.
std::vector<Device> list_devices_of(const std::string& driver);

// Blocks: may start a driver. Throws Error{device} when the device is missing or its driver fails,
// Error{invalid_argument} for bad options.
std::shared_ptr<const Runtime> open_runtime(const std::string& device,
                                            const EngineOptions& options);

// Returns the threads that copy to and from page-locked memory in the runs of a GPU. Throws
// Error{invalid_argument} for a bad thread count.
int staging_threads(const EngineOptions& options);

// A driver as the probe uses it.
struct Driver {
  std::function<std::vector<Device>()> list;
  std::function<std::shared_ptr<const Runtime>(const std::string& device)> open;
};
// Returns "cuda" or "opencl", which start in this process whatever their probe said.
Driver driver_of(const std::string& name);

// The result of probing the machine's GPUs.
struct Probe {
  CachedGpus gpus = {};
  bool settled = true;  // false: a device that is unusable now may work later
};
// Blocks. Finds the first device, driver by driver, that opens and is not a processor. A graphics
// card that two drivers offer is thus known by the first of them.
Probe probe_gpus(std::span<const Driver> drivers);

// The GPUs that automatic selection considers.
struct AutomaticGpus {
  CachedGpus gpus = {};
  std::vector<Reason> left_out = {};  // drivers that must not be started, and why
};
// Blocks if a driver has not been probed yet (driver_probe.hpp).
AutomaticGpus cached_gpus();

}  // namespace selvage
