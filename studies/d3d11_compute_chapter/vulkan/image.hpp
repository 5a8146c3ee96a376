// SPDX-License-Identifier: Apache-2.0
#pragma once
// A picture of four f32 channels that shaders read (a texture) and write (an output).

#include "d3d11_compute_chapter/vulkan/device.hpp"
#include "selvage/image.hpp"

namespace selvage::studies::vulkan {

class Picture {
 public:
  Picture(const Device& device, int width, int height);

  int width() const { return width_; }
  int height() const { return height_; }
  vk::ImageView view() const { return *view_; }

  // Block. Interleaved without gaps, of this size.
  void upload(const ConstImageView& from);
  Image download() const;

 private:
  const Device* device_;
  int width_, height_;
  vk::raii::Image image_;
  vk::raii::DeviceMemory memory_;
  vk::raii::ImageView view_;
};

}  // namespace selvage::studies::vulkan
