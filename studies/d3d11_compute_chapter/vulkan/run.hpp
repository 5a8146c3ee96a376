// SPDX-License-Identifier: Apache-2.0
#pragma once
// Passes of shaders over pictures, one after another, and their time.

#include <span>
#include <vector>

#include "d3d11_compute_chapter/vulkan/image.hpp"
#include "d3d11_compute_chapter/vulkan/pipeline.hpp"
#include "d3d11_compute_chapter/vulkan/shared.hpp"

namespace selvage::studies::vulkan {

// One shader with what it reads and writes, which must outlive it.
class Pass {
 public:
  // Groups of this size cover the picture. `constants`: a uniform buffer.
  Pass(const Device& device, const Pipeline& pipeline, const Picture& from, const Picture& to,
       const Shared& constants, int group_width, int group_height);

  void record(const vk::raii::CommandBuffer& commands) const;

 private:
  const Pipeline* pipeline_;
  std::uint32_t groups_x_, groups_y_;
  vk::raii::DescriptorPool pool_;
  vk::raii::DescriptorSet set_;
};

// Blocks: seconds of the device for all passes, for each of the runs; one more run before.
std::vector<double> run(const Device& device, std::span<const Pass> passes, int runs);

}  // namespace selvage::studies::vulkan
