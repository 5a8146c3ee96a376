// SPDX-License-Identifier: Apache-2.0
#include "selvage/device.hpp"

#include <fmt/format.h>

#include "backends/cpu/cpu_device.hpp"
#include "selvage/error.hpp"

namespace selvage {

Device Device::cpu() {
  return cpu::describe();
}

Device Device::best() {
  return devices().front();
}

std::vector<Device> devices() {
  return {Device::cpu()};
}

Device find_device(const std::string& id) {
  if (id == "auto") return Device::best();
  std::string known;
  for (Device& device : devices()) {
    if (device.id == id) return device;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", device.id);
  }
  throw Error(Errc::device, fmt::format("{} asked for, but this machine has {}", id, known),
              "see: selvage devices");
}

}  // namespace selvage
