// SPDX-License-Identifier: Apache-2.0
#include "backends/opencl/opencl_devices.hpp"

#include <fmt/format.h>

#include <exception>

#include "backends/opencl/opencl_device.hpp"
#include "core/stopwatch.hpp"
#include "selvage/error.hpp"

namespace selvage::opencl {

std::vector<Device> list() try {
  std::vector<Device> devices;
  for (const Found& found : find_devices())
    devices.push_back(describe(found, static_cast<int>(devices.size())));
  return devices;
} catch (const std::exception&) {
  return {};  // treat a failing driver as missing
}

std::shared_ptr<gpu::Device> open(int index, std::size_t memory_limit) {
  const Stopwatch opening;
  const std::vector<Found> found = find_devices();
  if (index < 0 || static_cast<std::size_t>(index) >= found.size())
    throw Error(Errc::device,
                fmt::format("opencl:{} was requested, but this machine has {} OpenCL devices",
                            index, found.size()),
                "selvage::devices() lists them");
  const Found& one = found[static_cast<std::size_t>(index)];
  if (const Device device = describe(one, index); !device.missing.empty())
    throw Error(Errc::device,
                fmt::format("{} ({}) cannot be used: {}", device.id, device.name, device.missing),
                "update the OpenCL driver, or use another device");
  auto device = std::make_shared<ClDevice>(one, memory_limit);
  device->set_open_seconds(opening.seconds());
  return device;
}

}  // namespace selvage::opencl
