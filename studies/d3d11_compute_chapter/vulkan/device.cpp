// SPDX-License-Identifier: Apache-2.0
#include "d3d11_compute_chapter/vulkan/device.hpp"

#include <array>
#include <optional>
#include <stdexcept>
#include <utility>

namespace selvage::studies::vulkan {
namespace {

// Of queues that compute and can take times.
std::optional<std::uint32_t> compute_family(const vk::raii::PhysicalDevice& device) {
  const auto families = device.getQueueFamilyProperties();
  for (std::uint32_t i = 0; i < families.size(); ++i)
    if ((families[i].queueFlags & vk::QueueFlagBits::eCompute) &&
        families[i].timestampValidBits > 0)
      return i;
  return {};
}

int rank(vk::PhysicalDeviceType type) {
  switch (type) {
    case vk::PhysicalDeviceType::eDiscreteGpu: return 3;
    case vk::PhysicalDeviceType::eIntegratedGpu:
    case vk::PhysicalDeviceType::eVirtualGpu: return 2;
    default: return 1;
  }
}

vk::raii::Device make_device(const vk::raii::PhysicalDevice& physical, std::uint32_t family) {
  const float priority = 1.0f;
  const vk::DeviceQueueCreateInfo queue({}, family, 1, &priority);
  return {physical, vk::DeviceCreateInfo({}, queue)};
}

}  // namespace

Device::Device(vk::raii::Context context, vk::raii::Instance instance,
               vk::raii::PhysicalDevice physical)
    : context_(std::move(context)),
      instance_(std::move(instance)),
      physical_(std::move(physical)),
      name_(physical_.getProperties().deviceName.data()),
      limits_(physical_.getProperties().limits),
      family_(compute_family(physical_).value()),
      device_(make_device(physical_, family_)),
      queue_(device_, family_, 0),
      commands_(device_, vk::CommandPoolCreateInfo({}, family_)) {}

std::unique_ptr<Device> Device::open() {
  std::optional<vk::raii::Context> context;
  try {
    context.emplace();
  } catch (const std::runtime_error&) {  // there is no loader
    return nullptr;
  }
  try {
    const vk::ApplicationInfo application("selvage-study", 0, nullptr, 0, VK_API_VERSION_1_0);
    vk::raii::Instance instance(*context, vk::InstanceCreateInfo({}, &application));
    std::optional<vk::raii::PhysicalDevice> best;
    for (vk::raii::PhysicalDevice& found : vk::raii::PhysicalDevices(instance)) {
      const auto type_rank = [](const auto& d) { return rank(d.getProperties().deviceType); };
      if (compute_family(found) && (!best || type_rank(found) > type_rank(*best)))
        best = std::move(found);
    }
    if (!best) return nullptr;
    return std::unique_ptr<Device>(
        new Device(std::move(*context), std::move(instance), std::move(*best)));
  } catch (const vk::IncompatibleDriverError&) {  // there is no driver
    return nullptr;
  } catch (const vk::InitializationFailedError&) {  // its device is gone
    return nullptr;
  }
}

vk::raii::DeviceMemory Device::allocate(const vk::MemoryRequirements& needed,
                                        vk::MemoryPropertyFlags properties) const {
  const vk::PhysicalDeviceMemoryProperties memory = physical_.getMemoryProperties();
  for (std::uint32_t i = 0; i < memory.memoryTypeCount; ++i)
    if ((needed.memoryTypeBits >> i & 1u) &&
        (memory.memoryTypes[i].propertyFlags & properties) == properties)
      return {device_, vk::MemoryAllocateInfo(needed.size, i)};
  throw vk::FeatureNotPresentError("no memory of the kind that is needed");
}

void Device::run(const std::function<void(const vk::raii::CommandBuffer&)>& record) const {
  const vk::raii::CommandBuffers all(
      device_, vk::CommandBufferAllocateInfo(*commands_, vk::CommandBufferLevel::ePrimary, 1));
  const vk::raii::CommandBuffer& commands = all.front();
  commands.begin(vk::CommandBufferBeginInfo(vk::CommandBufferUsageFlagBits::eOneTimeSubmit));
  record(commands);
  commands.end();
  const std::array handles{*commands};
  queue_.submit(vk::SubmitInfo({}, {}, handles));
  queue_.waitIdle();
}

}  // namespace selvage::studies::vulkan
