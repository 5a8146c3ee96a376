// SPDX-License-Identifier: Apache-2.0
#pragma once
// The measured device, its programs and its stream.

#include <memory>
#include <string>

#include "backends/gpu/device.hpp"
#include "backends/gpu/programs/program_cache.hpp"
#include "selvage/device.hpp"
#include "selvage/image.hpp"

namespace selvage::bench {

struct Place {
  Device description;  // id, name, driver
  std::shared_ptr<gpu::Device> device;
  std::unique_ptr<gpu::ProgramCache> programs;  // of `device`
  std::unique_ptr<gpu::Stream> stream;
};

// Opens "cuda", "cuda:1" or "opencl:0". Blocks. Throws Error{device} if there is none,
// Error{invalid_argument} if the name is not a GPU's.
Place open_place(const std::string& id);

// Copy whole images without gaps. Block.
std::unique_ptr<gpu::Buffer> upload(Place& place, const ConstImageView& image);
void download(Place& place, const gpu::Buffer& from, const ImageView& to);

}  // namespace selvage::bench
