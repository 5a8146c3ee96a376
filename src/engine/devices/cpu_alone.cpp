// SPDX-License-Identifier: Apache-2.0
// The devices of a build without GPUs (SELVAGE_GPU=OFF), in place of runtimes.cpp. It has no cache
// folder either, so rates are never tuned.
#include <fmt/format.h>

#include "backends/cpu/cpu_device.hpp"
#include "backends/cpu/cpu_runtime.hpp"
#include "engine/devices/runtimes.hpp"
#include "engine/devices/tuned_rates.hpp"
#include "methods/cpu_factories.hpp"
#include "planner/gpu_tiles.hpp"
#include "selvage/error.hpp"

namespace selvage {

int staging_threads(const EngineOptions& options) {
  return planner::staging_threads(cpu::thread_count(options));
}

std::vector<Device> list_devices_of(const std::string& driver) {
  return driver == "cpu" ? list_devices() : std::vector<Device>{};
}

std::vector<Device> list_devices() {
  return {cpu::describe()};
}

std::shared_ptr<const Runtime> open_runtime(const std::string& device,
                                            const EngineOptions& options) {
  if (device == "cpu") return cpu::make_runtime(options, cpu::factory_of);
  throw Error(Errc::device, fmt::format("there is no device {}", device), "this build has no GPUs");
}

AutomaticGpus cached_gpus() {
  return {};
}

TunedRates tuned_rates(const std::string& /*device*/, const DeviceFacts& /*facts*/) {
  return {};
}

}  // namespace selvage
