// SPDX-License-Identifier: Apache-2.0
#pragma once
// A compute shader that reads binding 0, a texture, and writes binding 1, an output. It may read
// binding 2, a constant buffer.

#include <cstdint>
#include <span>

#include "d3d11_compute_chapter/vulkan/device.hpp"

namespace selvage::studies::vulkan {

class Pipeline {
 public:
  // Blocks: compiles the SPIR-V, whose entry is main.
  Pipeline(const Device& device, std::span<const std::uint32_t> code);

  vk::DescriptorSetLayout bindings() const { return *bindings_; }
  vk::PipelineLayout layout() const { return *layout_; }
  vk::Pipeline handle() const { return *pipeline_; }

 private:
  vk::raii::DescriptorSetLayout bindings_;
  vk::raii::PipelineLayout layout_;
  vk::raii::Pipeline pipeline_;
};

}  // namespace selvage::studies::vulkan
