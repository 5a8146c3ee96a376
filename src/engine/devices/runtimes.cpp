// SPDX-License-Identifier: Apache-2.0
#include "engine/devices/runtimes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>

#include "backends/cpu/cpu_device.hpp"
#include "backends/cpu/cpu_runtime.hpp"
#include "backends/cpu/executor.hpp"
#include "backends/cuda/cuda_devices.hpp"
#include "backends/gpu/gpu_runtime.hpp"
#include "backends/opencl/opencl_devices.hpp"
#include "core/stopwatch.hpp"
#include "engine/devices/driver_probe.hpp"
#include "methods/cpu_factories.hpp"
#include "methods/gpu_factories.hpp"
#include "planner/gpu_tiles.hpp"
#include "selvage/error.hpp"

namespace selvage {
namespace {

constexpr std::array gpu_drivers{"cuda", "opencl"};  // preferred first

// Returns 2 for "cuda:2" and the driver "cuda", -1 for any other driver or device.
int index_of(const std::string& device, std::string_view maker) {
  if (!device.starts_with(maker) || device.size() < maker.size() + 2 || device[maker.size()] != ':')
    return -1;
  const char* end = device.data() + device.size();
  int index = -1;
  const auto [stop, error] = std::from_chars(device.data() + maker.size() + 1, end, index);
  return error == std::errc{} && stop == end && index >= 0 ? index : -1;
}

std::vector<Device> list_in_process(const std::string& driver) {
  return driver == "cuda" ? cuda::list() : opencl::list();
}

// The threads are those of the CPU's runs, if oneTBB runs them.
gpu::HostThreads host_threads(const EngineOptions& options) {
  const int count = staging_threads(options);
  return {.runner = cpu::make_runner(options.executor, count), .count = count};
}

std::shared_ptr<const Runtime> open_in_process(const std::string& device,
                                               const EngineOptions& options) {
  try {
    if (const int index = index_of(device, "cuda"); index >= 0)
      return gpu::make_runtime(cuda::open(index, options.device_memory), gpu::factory_of,
                               host_threads(options), gpu::make_direct_gradient);
    if (const int index = index_of(device, "opencl"); index >= 0)
      return gpu::make_runtime(opencl::open(index, options.device_memory), gpu::factory_of,
                               host_threads(options), gpu::make_direct_gradient);
  } catch (const gpu::OutOfMemory& e) {
    throw Error(Errc::device, fmt::format("{}: {}", device, e.what()),
                "close other programs that use it, or filter on the CPU");
  }
  throw Error(Errc::device, fmt::format("there is no device {}", device),
              "selvage::devices() lists them");
}

std::string driver_name(const std::string& device) {
  return device.substr(0, device.find(':'));
}

bool is_gpu_driver(const std::string& driver) {
  return std::ranges::find(gpu_drivers, driver) != gpu_drivers.end();
}

}  // namespace

int staging_threads(const EngineOptions& options) {
  return planner::staging_threads(cpu::thread_count(options));
}

std::vector<Device> list_devices_of(const std::string& driver) {
  if (driver == "cpu") return {cpu::describe()};
  if (!is_gpu_driver(driver)) return {};
  if (const std::string& why = probe_of(driver).refused; !why.empty())
    return {{.id = driver, .name = "driver", .missing = why}};
  return list_in_process(driver);
}

std::vector<Device> list_devices() {
  std::vector<Device> devices{cpu::describe()};
  for (const char* driver : gpu_drivers)
    std::ranges::move(list_devices_of(driver), std::back_inserter(devices));
  return devices;
}

std::shared_ptr<const Runtime> open_runtime(const std::string& device,
                                            const EngineOptions& options) {
  if (device == "cpu") return cpu::make_runtime(options, cpu::factory_of);
  const std::string driver = driver_name(device);
  if (is_gpu_driver(driver))
    if (const std::string& why = probe_of(driver).refused; !why.empty())
      throw Error(Errc::device, fmt::format("{} cannot be used: {}", device, why),
                  "selvage::devices() lists others");
  return open_in_process(device, options);
}

Driver driver_of(const std::string& name) {
  return {.list = [name] { return list_in_process(name); },
          .open = [](const std::string& device) { return open_in_process(device, {}); }};
}

Probe probe_gpus(std::span<const Driver> drivers) {
  Probe probe;
  for (const Driver& driver : drivers) {
    const Stopwatch opening;  // drivers start when they list their devices
    for (const Device& device : driver.list()) {
      if (device.is_processor) continue;
      probe.settled &= device.missing.empty();
      if (!device.missing.empty()) continue;
      try {
        probe.gpus = {{.device = device.id, .facts = driver.open(device.id)->facts()}};
        probe.settled = true;
        probe.gpus.front().facts.gpu.open_seconds = opening.seconds();
        return probe;
      } catch (const std::runtime_error&) {
        probe.settled = false;  // this device does not open; the next one may
      }
    }
  }
  return probe;
}

AutomaticGpus cached_gpus() {
  AutomaticGpus known;
  for (const char* driver : gpu_drivers) {
    const DriverProbe& probe = probe_of(driver);
    if (!probe.refused.empty())
      known.left_out.push_back({driver, false, "left out: " + probe.refused});
    known.gpus = probe.gpus;
    if (!known.gpus.empty()) break;
  }
  return known;
}

}  // namespace selvage
