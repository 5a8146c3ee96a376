// SPDX-License-Identifier: Apache-2.0
#include "d3d11_compute_chapter/vulkan/run.hpp"

#include <array>
#include <cstdint>
#include <utility>

namespace selvage::studies::vulkan {
namespace {

std::uint32_t groups(int items, int group) {
  return static_cast<std::uint32_t>((items + group - 1) / group);
}

vk::raii::DescriptorPool make_pool(const Device& device) {
  const std::array sizes{vk::DescriptorPoolSize(vk::DescriptorType::eSampledImage, 1),
                         vk::DescriptorPoolSize(vk::DescriptorType::eStorageImage, 1),
                         vk::DescriptorPoolSize(vk::DescriptorType::eUniformBuffer, 1)};
  const auto returned_one_by_one = vk::DescriptorPoolCreateFlagBits::eFreeDescriptorSet;
  return {device.handle(), vk::DescriptorPoolCreateInfo(returned_one_by_one, 1, sizes)};
}

vk::raii::DescriptorSet make_set(const Device& device, const Pipeline& pipeline,
                                 const vk::raii::DescriptorPool& pool, const Picture& from,
                                 const Picture& to, const Shared& constants) {
  const vk::DescriptorSetLayout bindings = pipeline.bindings();
  vk::raii::DescriptorSets sets(device.handle(), vk::DescriptorSetAllocateInfo(*pool, bindings));
  const vk::DescriptorImageInfo in({}, from.view(), vk::ImageLayout::eGeneral);
  const vk::DescriptorImageInfo out({}, to.view(), vk::ImageLayout::eGeneral);
  const vk::DescriptorBufferInfo buffer(constants.buffer(), 0, VK_WHOLE_SIZE);
  device.handle().updateDescriptorSets(
      {vk::WriteDescriptorSet(*sets.front(), 0, 0, vk::DescriptorType::eSampledImage, in),
       vk::WriteDescriptorSet(*sets.front(), 1, 0, vk::DescriptorType::eStorageImage, out),
       vk::WriteDescriptorSet(*sets.front(), 2, 0, vk::DescriptorType::eUniformBuffer, {}, buffer)},
      {});
  return std::move(sets.front());
}

}  // namespace

Pass::Pass(const Device& device, const Pipeline& pipeline, const Picture& from, const Picture& to,
           const Shared& constants, int group_width, int group_height)
    : pipeline_(&pipeline),
      groups_x_(groups(from.width(), group_width)),
      groups_y_(groups(from.height(), group_height)),
      pool_(make_pool(device)),
      set_(make_set(device, pipeline, pool_, from, to, constants)) {}

void Pass::record(const vk::raii::CommandBuffer& commands) const {
  commands.bindPipeline(vk::PipelineBindPoint::eCompute, pipeline_->handle());
  commands.bindDescriptorSets(vk::PipelineBindPoint::eCompute, pipeline_->layout(), 0, *set_, {});
  commands.dispatch(groups_x_, groups_y_, 1);
  // The next pass reads what this one has written.
  const auto shaders = vk::PipelineStageFlagBits::eComputeShader;
  commands.pipelineBarrier(
      shaders, shaders | vk::PipelineStageFlagBits::eTransfer, {},
      vk::MemoryBarrier(vk::AccessFlagBits::eShaderWrite,
                        vk::AccessFlagBits::eShaderRead | vk::AccessFlagBits::eTransferRead),
      {}, {});
}

std::vector<double> run(const Device& device, std::span<const Pass> passes, int runs) {
  const vk::raii::QueryPool marks(device.handle(),
                                  vk::QueryPoolCreateInfo({}, vk::QueryType::eTimestamp, 2));
  std::vector<double> seconds;
  for (int i = 0; i <= runs; ++i) {
    device.run([&](const vk::raii::CommandBuffer& commands) {
      commands.resetQueryPool(*marks, 0, 2);
      commands.writeTimestamp(vk::PipelineStageFlagBits::eTopOfPipe, *marks, 0);
      for (const Pass& pass : passes) pass.record(commands);
      commands.writeTimestamp(vk::PipelineStageFlagBits::eBottomOfPipe, *marks, 1);
    });
    const auto [status, ticks] = marks.getResults<std::uint64_t>(
        0, 2, 2 * sizeof(std::uint64_t), sizeof(std::uint64_t),
        vk::QueryResultFlagBits::e64 | vk::QueryResultFlagBits::eWait);
    if (i > 0)
      seconds.push_back(1e-9 * static_cast<double>(device.limits().timestampPeriod) *
                        static_cast<double>(ticks[1] - ticks[0]));
  }
  return seconds;
}

}  // namespace selvage::studies::vulkan
