// SPDX-License-Identifier: Apache-2.0
#include "selvage/device.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "backends/cpu/cpu_device.hpp"
#include "engine/devices/pick_device.hpp"
#include "engine/devices/runtimes.hpp"

namespace selvage {
namespace {

bool usable(const Device& device) {
  return device.missing.empty();
}

// "cuda" means each of cuda:0, cuda:1.
bool is_meant(const Device& device, const std::string& id) {
  return device.id == id || device.id.starts_with(id + ':');
}

}  // namespace

Device Device::cpu() {
  return cpu::describe();
}

Device Device::automatic() {
  return {.id = "auto", .name = "the fastest for each plan"};
}

Device Device::best() {
  return automatic();
}

std::vector<Device> devices() {
  return list_devices();
}

Device find_device(const std::string& id) {
  if (id == Device::automatic().id) return Device::automatic();
  const std::vector<Device> candidates = list_devices_of(id.substr(0, id.find(':')));
  if (const Device* found = pick_device(candidates, id)) return *found;
  throw no_such_device(devices(), id);
}

const Device* pick_device(const std::vector<Device>& devices, const std::string& id) {
  const auto found = std::ranges::find_if(
      devices, [&](const Device& device) { return usable(device) && is_meant(device, id); });
  return found == devices.end() ? nullptr : &*found;
}

Error no_such_device(const std::vector<Device>& devices, const std::string& id) {
  std::vector<std::string> known, reasons;
  for (const Device& device : devices) {
    if (usable(device)) known.push_back(device.id);
    if (!usable(device) && is_meant(device, id))
      reasons.push_back(fmt::format("{} cannot be used: {}", device.id, device.missing));
  }
  const std::string why = reasons.empty()
                              ? fmt::format("this machine has only {}", fmt::join(known, ", "))
                              : fmt::format("{}", fmt::join(reasons, "; "));
  return {Errc::device, fmt::format("{} was requested, but {}", id, why),
          "selvage::devices() lists them"};
}

}  // namespace selvage
