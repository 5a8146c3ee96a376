// SPDX-License-Identifier: Apache-2.0
#include "d3d11_compute_chapter/vulkan/image.hpp"

#include <cstddef>
#include <cstring>

#include "d3d11_compute_chapter/vulkan/shared.hpp"

namespace selvage::studies::vulkan {
namespace {

// Of the memory between host and picture.
const vk::BufferUsageFlags copies =
    vk::BufferUsageFlagBits::eTransferSrc | vk::BufferUsageFlagBits::eTransferDst;
constexpr vk::Format format = vk::Format::eR32G32B32A32Sfloat;
constexpr vk::ImageSubresourceRange whole(vk::ImageAspectFlagBits::eColor, 0, 1, 0, 1);

vk::raii::Image make_image(const Device& device, int width, int height) {
  return {
      device.handle(),
      vk::ImageCreateInfo(
          {}, vk::ImageType::e2D, format,
          vk::Extent3D(static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), 1), 1,
          1, vk::SampleCountFlagBits::e1, vk::ImageTiling::eOptimal,
          vk::ImageUsageFlagBits::eSampled | vk::ImageUsageFlagBits::eStorage |
              vk::ImageUsageFlagBits::eTransferSrc | vk::ImageUsageFlagBits::eTransferDst)};
}

vk::raii::DeviceMemory bind(const Device& device, const vk::raii::Image& image) {
  vk::raii::DeviceMemory memory =
      device.allocate(image.getMemoryRequirements(), vk::MemoryPropertyFlagBits::eDeviceLocal);
  image.bindMemory(*memory, 0);
  return memory;
}

std::size_t bytes_of(int width, int height) {
  return static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * sizeof(float[4]);
}

vk::BufferImageCopy all_of(int width, int height) {
  return {0,
          0,
          0,
          vk::ImageSubresourceLayers(vk::ImageAspectFlagBits::eColor, 0, 0, 1),
          vk::Offset3D(),
          vk::Extent3D(static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), 1)};
}

}  // namespace

Picture::Picture(const Device& device, int width, int height)
    : device_(&device),
      width_(width),
      height_(height),
      image_(make_image(device, width, height)),
      memory_(bind(device, image_)),
      view_(device.handle(),
            vk::ImageViewCreateInfo({}, *image_, vk::ImageViewType::e2D, format, {}, whole)) {
  // One layout for its whole life: copies and shaders both take it.
  device.run([&](const vk::raii::CommandBuffer& commands) {
    commands.pipelineBarrier(
        vk::PipelineStageFlagBits::eTopOfPipe, vk::PipelineStageFlagBits::eAllCommands, {}, {}, {},
        vk::ImageMemoryBarrier({}, {}, vk::ImageLayout::eUndefined, vk::ImageLayout::eGeneral,
                               VK_QUEUE_FAMILY_IGNORED, VK_QUEUE_FAMILY_IGNORED, *image_, whole));
  });
}

void Picture::upload(const ConstImageView& from) {
  const std::size_t bytes = bytes_of(width_, height_);
  const Shared shared(*device_, bytes, copies);
  std::memcpy(shared.data(), from.data, bytes);
  device_->run([&](const vk::raii::CommandBuffer& commands) {
    commands.copyBufferToImage(shared.buffer(), *image_, vk::ImageLayout::eGeneral,
                               all_of(width_, height_));
  });
}

Image Picture::download() const {
  const std::size_t bytes = bytes_of(width_, height_);
  const Shared shared(*device_, bytes, copies);
  device_->run([&](const vk::raii::CommandBuffer& commands) {
    commands.copyImageToBuffer(*image_, vk::ImageLayout::eGeneral, shared.buffer(),
                               all_of(width_, height_));
    // What the device has written is seen by the host.
    commands.pipelineBarrier(
        vk::PipelineStageFlagBits::eTransfer, vk::PipelineStageFlagBits::eHost, {},
        vk::MemoryBarrier(vk::AccessFlagBits::eTransferWrite, vk::AccessFlagBits::eHostRead), {},
        {});
  });
  Image image(PixelType::f32, width_, height_, 4);
  std::memcpy(image.view().data, shared.data(), bytes);
  return image;
}

}  // namespace selvage::studies::vulkan
