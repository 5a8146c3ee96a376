// SPDX-License-Identifier: Apache-2.0
#pragma once
// The last row of every table: what the product does on the same device with the same input.

#include <memory>
#include <string>

#include "runner/session.hpp"
#include "runner/timing.hpp"
#include "selvage/engine.hpp"
#include "selvage/filters.hpp"
#include "selvage/image.hpp"

namespace selvage::studies {

// The product's kernel alone, on images that lie in the device's memory without gaps between rows.
struct ProductKernel {
  std::string candidate = {};  // "tile"
  Enqueue enqueue;             // holds what it needs
};
// Blocks: plans and compiles. The buffers must outlive what is returned.
ProductKernel product_kernel(Session& session, const Filter& filter, const ConstImageView& input,
                             const gpu::Buffer& from, gpu::Buffer& to);

// The same of filters that read more than an image (joint, geometry): buffers of the inputs that
// are there. No upsampling, no histogram.
struct ProductBuffers {
  const gpu::Buffer* image = nullptr;
  const gpu::Buffer *guide = nullptr, *normals = nullptr, *depth = nullptr;
  const gpu::Buffer* output = nullptr;
};
ProductKernel product_kernel(Session& session, const Filter& filter, const Inputs& inputs,
                             const ProductBuffers& buffers, const Request& request = {});

// From host memory to host memory, by a plan that is kept: seconds by the host's clock.
Times product_times(Session& session, const Filter& filter, const ConstImageView& input,
                    const ImageView& output, int runs);

// The same of any filter, and the time of its kernels in those runs, by the device's clock.
struct ProductRuns {
  std::string candidate = {};
  Times whole = {}, kernels = {};
};
ProductRuns product_runs(Session& session, const Filter& filter, const Inputs& inputs,
                         const Outputs& outputs, int runs);

}  // namespace selvage::studies
