// SPDX-License-Identifier: Apache-2.0
#pragma once
// Textures of each driver, as runner/texture.hpp says; shapes are valid.

#include <memory>

#include "runner/texture.hpp"

namespace selvage::studies {

std::unique_ptr<Texture> make_cuda_line(Session& session, gpu::Buffer& data, int texels,
                                        int channels);
std::unique_ptr<Texture> make_cuda_plane(Session& session, gpu::Buffer& data, int width, int height,
                                         int channels);

std::unique_ptr<Texture> make_opencl_line(Session& session, gpu::Buffer& data, int texels,
                                          int channels);
std::unique_ptr<Texture> make_opencl_plane(Session& session, gpu::Buffer& data, int width,
                                           int height, int channels);

}  // namespace selvage::studies
