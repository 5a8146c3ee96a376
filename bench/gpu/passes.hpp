// SPDX-License-Identifier: Apache-2.0
#pragma once
// The passes of a plan on images in device memory, without copies.

#include <memory>
#include <vector>

#include "backends/gpu/kernel.hpp"
#include "gpu/place.hpp"
#include "planner/decision.hpp"
#include "timing/turns.hpp"

namespace selvage::bench {

// Inputs and result on a device, without gaps between rows.
class DeviceCopies {
 public:
  // Blocks: uploads.
  DeviceCopies(Place& place, const Filter& filter, const Inputs& inputs);

  const gpu::DeviceImages& images() const { return images_; }  // without an output
  // Returns memory for a result, and the images with it as output.
  std::unique_ptr<gpu::Buffer> output_buffer(Place& place) const;
  gpu::DeviceImages images_with(const gpu::Buffer& output) const;
  const ConstImageView& result_shape() const { return result_; }

 private:
  std::vector<std::unique_ptr<gpu::Buffer>> buffers_;
  gpu::DeviceImages images_ = {};
  ConstImageView result_ = {};
};

// Returns the passes of a decision. Blocks: compiles. The images must outlive what is returned. Not
// for candidates that make their own pipeline (Factory::pipeline).
Enqueue passes_of(Place& place, const planner::Decision& decision, const gpu::DeviceImages& images);

}  // namespace selvage::bench
