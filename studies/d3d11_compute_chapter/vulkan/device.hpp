// SPDX-License-Identifier: Apache-2.0
#pragma once
// Vulkan for compute shaders on images: a device with one queue. The loader is opened at run time.
// Everything here throws vk::SystemError.

#include <functional>
#include <memory>
#include <string>
#include <vulkan/vulkan_raii.hpp>

namespace selvage::studies::vulkan {

class Device {
 public:
  // A GPU, else a processor; null where there is no loader, no driver, or none that can compute.
  static std::unique_ptr<Device> open();

  const std::string& name() const { return name_; }
  const vk::raii::Device& handle() const { return device_; }
  const vk::PhysicalDeviceLimits& limits() const { return limits_; }

  // Memory for what needs it, of a kind that has these properties.
  vk::raii::DeviceMemory allocate(const vk::MemoryRequirements& needed,
                                  vk::MemoryPropertyFlags properties) const;

  // Blocks: runs the commands that `record` puts down.
  void run(const std::function<void(const vk::raii::CommandBuffer&)>& record) const;

 private:
  Device(vk::raii::Context context, vk::raii::Instance instance, vk::raii::PhysicalDevice physical);

  // In the order in which they are made; each belongs to those before it.
  vk::raii::Context context_;
  vk::raii::Instance instance_;
  vk::raii::PhysicalDevice physical_;
  std::string name_;
  vk::PhysicalDeviceLimits limits_;
  std::uint32_t family_;  // of the queue
  vk::raii::Device device_;
  vk::raii::Queue queue_;
  vk::raii::CommandPool commands_;
};

}  // namespace selvage::studies::vulkan
