// SPDX-License-Identifier: Apache-2.0
#pragma once
// A buffer that the host and the device see.

#include <cstddef>

#include "d3d11_compute_chapter/vulkan/device.hpp"

namespace selvage::studies::vulkan {

class Shared {
 public:
  Shared(const Device& device, std::size_t bytes, vk::BufferUsageFlags usage)
      : buffer_(device.handle(), vk::BufferCreateInfo({}, bytes, usage)),
        memory_(device.allocate(
            buffer_.getMemoryRequirements(),
            vk::MemoryPropertyFlagBits::eHostVisible | vk::MemoryPropertyFlagBits::eHostCoherent)),
        data_(memory_.mapMemory(0, bytes)) {
    buffer_.bindMemory(*memory_, 0);
  }
  vk::Buffer buffer() const { return *buffer_; }
  void* data() const { return data_; }

 private:
  vk::raii::Buffer buffer_;
  vk::raii::DeviceMemory memory_;
  void* data_;
};

}  // namespace selvage::studies::vulkan
