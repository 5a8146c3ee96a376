// SPDX-License-Identifier: Apache-2.0
#pragma once
// Textures: read-only images whose loads go through the texture cache (CUDA's texture objects,
// OpenCL's images). Study kernels read them by the macros of study_dialect.h.

#include <memory>

#include "backends/gpu/device.hpp"
#include "runner/session.hpp"

namespace selvage::studies {

// Read by TEXEL_1D and TEXEL_2D. Positions outside of a plane give 0.
class Texture {
 public:
  virtual ~Texture() = default;
  virtual const gpu::Buffer& argument() const = 0;  // of a launch
};

// f32 samples, 1 or 4 channels. A line sees `data` itself (CUDA: linear memory; OpenCL: an image
// buffer); a plane is a copy. `data` must outlive it. Block. Throw Error{device}, also where the
// device has none so long.
std::unique_ptr<Texture> make_line_texture(Session& session, gpu::Buffer& data, int texels,
                                           int channels);
std::unique_ptr<Texture> make_plane_texture(Session& session, gpu::Buffer& data, int width,
                                            int height, int channels);

}  // namespace selvage::studies
