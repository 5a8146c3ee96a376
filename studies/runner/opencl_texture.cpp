// SPDX-License-Identifier: Apache-2.0
// OpenCL's images.

#include <bit>
#include <cstdint>
#include <utility>

#include "backends/opencl/opencl_error.hpp"
#include "backends/opencl/opencl_handles.hpp"
#include "backends/opencl/opencl_memory.hpp"
#include "backends/opencl/opencl_stream.hpp"
#include "runner/driver_textures.hpp"
#include "runner/opencl_calls.hpp"

namespace selvage::studies {
namespace {

class OpenclTexture final : public Texture {
 public:
  OpenclTexture(Session& session, const cl_image_desc& shape, int channels) {
    const cl_image_format format{.image_channel_order = channels == 1 ? CL_R : CL_RGBA,
                                 .image_channel_data_type = CL_FLOAT};
    auto* const context = static_cast<opencl::cl_context>(session.place().device->native_context());
    opencl::cl_int status = opencl::CL_SUCCESS;
    image_ = opencl::Memory(
        opencl_calls().clCreateImage(context, CL_MEM_READ_ONLY, &format, &shape, nullptr, &status));
    opencl::check(status, "make an image of this size");
    argument_ = session.place().device->wrap_buffer(std::bit_cast<std::uint64_t>(image_.get()));
  }

  opencl::cl_mem get() const { return image_.get(); }
  const gpu::Buffer& argument() const override { return *argument_; }

 private:
  opencl::Memory image_;
  std::unique_ptr<gpu::Buffer> argument_;
};

opencl::cl_mem memory_of(const gpu::Buffer& buffer) {
  return static_cast<const opencl::ClBuffer&>(buffer).get();
}

}  // namespace

std::unique_ptr<Texture> make_opencl_line(Session& session, gpu::Buffer& data, int texels,
                                          int channels) {
  cl_image_desc line{};
  line.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
  line.image_width = static_cast<std::size_t>(texels);
  line.buffer = memory_of(data);
  return std::make_unique<OpenclTexture>(session, line, channels);
}

std::unique_ptr<Texture> make_opencl_plane(Session& session, gpu::Buffer& data, int width,
                                           int height, int channels) {
  cl_image_desc plane{};
  plane.image_type = CL_MEM_OBJECT_IMAGE2D;
  plane.image_width = static_cast<std::size_t>(width);
  plane.image_height = static_cast<std::size_t>(height);
  auto texture = std::make_unique<OpenclTexture>(session, plane, channels);
  gpu::Stream& stream = *session.place().stream;
  const std::size_t origin[] = {0, 0, 0}, size[] = {plane.image_width, plane.image_height, 1};
  opencl::check(opencl_calls().clEnqueueCopyBufferToImage(
                    static_cast<opencl::ClStream&>(stream).get(), memory_of(data), texture->get(),
                    0, origin, size, 0, nullptr, nullptr),
                "copy a buffer into an image");
  stream.wait();
  return texture;
}

}  // namespace selvage::studies
