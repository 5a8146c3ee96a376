// SPDX-License-Identifier: Apache-2.0
#include "engine/runtimes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>

#include "backends/cpu/cpu_device.hpp"
#include "backends/cpu/cpu_runtime.hpp"
#include "backends/cuda/cuda_devices.hpp"
#include "backends/gpu/gpu_runtime.hpp"
#include "backends/gpu/programs/cache_folder.hpp"
#include "backends/opencl/opencl_devices.hpp"
#include "core/stopwatch.hpp"
#include "engine/fingerprint.hpp"
#include "methods/cpu_factories.hpp"
#include "methods/gpu_factories.hpp"
#include "selvage/error.hpp"

namespace selvage {
namespace {

// Returns 2 for "cuda:2" and the driver "cuda", -1 for any other driver or device.
int index_of(const std::string& device, std::string_view maker) {
  if (!device.starts_with(maker) || device.size() < maker.size() + 2 || device[maker.size()] != ':')
    return -1;
  const char* end = device.data() + device.size();
  int index = -1;
  const auto [stop, error] = std::from_chars(device.data() + maker.size() + 1, end, index);
  return error == std::errc{} && stop == end && index >= 0 ? index : -1;
}

std::shared_ptr<const Runtime> open_with_defaults(const std::string& device) {
  return open_runtime(device, {});
}

std::string text_of(const std::vector<std::byte>& bytes) {
  std::string text(bytes.size(), ' ');
  std::ranges::transform(bytes, text.begin(), [](std::byte b) { return static_cast<char>(b); });
  return text;
}

}  // namespace

std::vector<Device> list_devices_of(const std::string& driver) {
  if (driver == "cpu") return {cpu::describe()};
  if (driver == "cuda") return cuda::list();
  if (driver == "opencl") return opencl::list();
  return {};
}

std::vector<Device> list_devices() {
  std::vector<Device> devices;
  for (const char* driver : {"cpu", "cuda", "opencl"})
    std::ranges::move(list_devices_of(driver), std::back_inserter(devices));
  return devices;
}

std::shared_ptr<const Runtime> open_runtime(const std::string& device,
                                            const EngineOptions& options) {
  if (device == "cpu") return cpu::make_runtime(options, cpu::factory_of);
  try {
    if (const int index = index_of(device, "cuda"); index >= 0)
      return gpu::make_runtime(cuda::open(index, options.device_memory), gpu::factory_of);
    if (const int index = index_of(device, "opencl"); index >= 0)
      return gpu::make_runtime(opencl::open(index, options.device_memory), gpu::factory_of);
  } catch (const gpu::OutOfMemory& e) {
    throw Error(Errc::device, fmt::format("{}: {}", device, e.what()),
                "close other programs that use it, or filter on the CPU");
  }
  throw Error(Errc::device, fmt::format("there is no device {}", device),
              "selvage::devices() lists them");
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
        probe.opened = driver.open(device.id);
        probe.gpus = {{.device = device.id, .facts = probe.opened->facts()}};
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

const CachedGpus& cached_gpus(Probe& fresh) {
  static const CachedGpus known = [&] {
    const gpu::CacheFolder cache(gpu::default_cache_folder());
    const std::string key = "graphics cards " + gpu_fingerprint();
    if (auto kept = from_text(text_of(cache.read(key)))) return *std::move(kept);
    const std::array drivers{Driver{cuda::list, open_with_defaults},
                             Driver{opencl::list, open_with_defaults}};
    fresh = probe_gpus(drivers);
    const std::string text = to_text(fresh.gpus);
    if (fresh.settled) cache.write(key, std::as_bytes(std::span(text)));
    return fresh.gpus;
  }();
  return known;
}

}  // namespace selvage
