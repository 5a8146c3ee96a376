// SPDX-License-Identifier: Apache-2.0
#pragma once
// The device that is measured.

#include <memory>
#include <string>

#include "backends/gpu/device.hpp"
#include "backends/gpu/program_cache.hpp"
#include "selvage/device.hpp"
#include "selvage/image.hpp"

namespace selvage::bench {

struct Place {
  Device description;  // id, name, driver
  std::shared_ptr<gpu::Device> device;
  std::unique_ptr<gpu::ProgramCache> programs;  // of `device`
  std::unique_ptr<gpu::Stream> stream;
};

// "cuda", "cuda:1", "opencl:0". Throws Error{device} when there is none, Error{invalid_argument}
// when it is no GPU's name.
Place open_place(const std::string& id);

// Block: copies of whole images without gaps.
std::unique_ptr<gpu::Buffer> upload(Place& place, const ConstImageView& image);
void download(Place& place, const gpu::Buffer& from, const ImageView& to);

}  // namespace selvage::bench
