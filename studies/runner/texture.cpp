// SPDX-License-Identifier: Apache-2.0
#include "runner/texture.hpp"

#include <stdexcept>

#include "runner/driver_textures.hpp"

namespace selvage::studies {
namespace {

void check_shape(int width, int height, int channels) {
  if (width < 1 || height < 1) throw std::logic_error("a texture without texels");
  if (channels != 1 && channels != 4) throw std::logic_error("a texture has 1 or 4 channels");
}

bool is_cuda(const Session& session) {
  return session.facts().backend == "cuda";
}

}  // namespace

std::unique_ptr<Texture> make_line_texture(Session& session, gpu::Buffer& data, int texels,
                                           int channels) {
  check_shape(texels, 1, channels);
  return is_cuda(session) ? make_cuda_line(session, data, texels, channels)
                          : make_opencl_line(session, data, texels, channels);
}

std::unique_ptr<Texture> make_plane_texture(Session& session, gpu::Buffer& data, int width,
                                            int height, int channels) {
  check_shape(width, height, channels);
  return is_cuda(session) ? make_cuda_plane(session, data, width, height, channels)
                          : make_opencl_plane(session, data, width, height, channels);
}

}  // namespace selvage::studies
