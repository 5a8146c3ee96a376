// SPDX-License-Identifier: Apache-2.0
#include "d3d11_compute_chapter/vulkan/pipeline.hpp"

#include <array>

namespace selvage::studies::vulkan {
namespace {

vk::raii::DescriptorSetLayout make_bindings(const Device& device) {
  const auto shader = vk::ShaderStageFlagBits::eCompute;
  const std::array bindings{
      vk::DescriptorSetLayoutBinding(0, vk::DescriptorType::eSampledImage, 1, shader),
      vk::DescriptorSetLayoutBinding(1, vk::DescriptorType::eStorageImage, 1, shader),
      vk::DescriptorSetLayoutBinding(2, vk::DescriptorType::eUniformBuffer, 1, shader)};
  return {device.handle(), vk::DescriptorSetLayoutCreateInfo({}, bindings)};
}

vk::raii::PipelineLayout make_layout(const Device& device, vk::DescriptorSetLayout bindings) {
  return {device.handle(), vk::PipelineLayoutCreateInfo({}, bindings)};
}

vk::raii::Pipeline make_pipeline(const Device& device, std::span<const std::uint32_t> code,
                                 vk::PipelineLayout layout) {
  const vk::raii::ShaderModule module(
      device.handle(), vk::ShaderModuleCreateInfo({}, code.size_bytes(), code.data()));
  const vk::PipelineShaderStageCreateInfo stage({}, vk::ShaderStageFlagBits::eCompute, *module,
                                                "main");
  return {device.handle(), nullptr, vk::ComputePipelineCreateInfo({}, stage, layout)};
}

}  // namespace

Pipeline::Pipeline(const Device& device, std::span<const std::uint32_t> code)
    : bindings_(make_bindings(device)),
      layout_(make_layout(device, *bindings_)),
      pipeline_(make_pipeline(device, code, *layout_)) {}

}  // namespace selvage::studies::vulkan
