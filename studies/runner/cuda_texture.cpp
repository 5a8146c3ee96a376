// SPDX-License-Identifier: Apache-2.0
// CUDA's texture objects. A kernel takes the object's number, where it would take an address.

#include <utility>

#include "backends/cuda/cuda_memory.hpp"
#include "runner/cuda_calls.hpp"
#include "runner/driver_textures.hpp"

namespace selvage::studies {
namespace {

// Texels of an image that are arranged for the texture units.
class Array {
 public:
  Array(cuda::SharedContext context, int width, int height, int channels)
      : context_(std::move(context)) {
    const CUDA_ARRAY_DESCRIPTOR shape{.Width = static_cast<std::size_t>(width),
                                      .Height = static_cast<std::size_t>(height),
                                      .Format = CU_AD_FORMAT_FLOAT,
                                      .NumChannels = static_cast<unsigned>(channels)};
    const cuda::Current current(*context_);
    cuda::check(cuda_calls().cuArrayCreate(&array_, &shape), "make an array of texels");
  }
  ~Array() {
    const cuda::Current current(*context_, std::nothrow);
    if (current) cuda_calls().cuArrayDestroy(array_);
  }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;

  // Blocks.
  void fill(cuda::CUdeviceptr from, std::size_t row_bytes, std::size_t rows) {
    CUDA_MEMCPY2D copy{};
    copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.srcDevice = from;
    copy.srcPitch = row_bytes;
    copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    copy.dstArray = array_;
    copy.WidthInBytes = row_bytes;
    copy.Height = rows;
    const cuda::Current current(*context_);
    cuda::check(cuda_calls().cuMemcpy2D(&copy), "copy an image into texels");
    cuda::check(cuda::api().cuStreamSynchronize(nullptr), "copy an image into texels");
  }
  CUarray get() const { return array_; }

 private:
  cuda::SharedContext context_;
  CUarray array_ = nullptr;
};

class CudaTexture final : public Texture {
 public:
  CudaTexture(Session& session, cuda::SharedContext context, const CUDA_RESOURCE_DESC& texels,
              std::unique_ptr<Array> array)
      : context_(std::move(context)), array_(std::move(array)) {
    CUDA_TEXTURE_DESC reading{};
    for (int& mode : reading.addressMode) mode = CU_TR_ADDRESS_MODE_BORDER;
    reading.filterMode = CU_TR_FILTER_MODE_POINT;
    const cuda::Current current(*context_);
    cuda::check(cuda_calls().cuTexObjectCreate(&object_, &texels, &reading, nullptr),
                "make a texture of this size");
    argument_ = session.place().device->wrap_buffer(object_);
  }
  ~CudaTexture() override {
    const cuda::Current current(*context_, std::nothrow);
    if (current) cuda_calls().cuTexObjectDestroy(object_);
  }
  CudaTexture(const CudaTexture&) = delete;
  CudaTexture& operator=(const CudaTexture&) = delete;

  const gpu::Buffer& argument() const override { return *argument_; }

 private:
  cuda::SharedContext context_;
  std::unique_ptr<Array> array_;  // of a plane
  CUtexObject object_ = 0;
  std::unique_ptr<gpu::Buffer> argument_;
};

cuda::CUdeviceptr address_of(const gpu::Buffer& buffer) {
  return static_cast<const cuda::CuBuffer&>(buffer).get();
}

std::size_t bytes_of(int texels, int channels) {
  return static_cast<std::size_t>(texels) * static_cast<std::size_t>(channels) * sizeof(float);
}

}  // namespace

std::unique_ptr<Texture> make_cuda_line(Session& session, gpu::Buffer& data, int texels,
                                        int channels) {
  CUDA_RESOURCE_DESC line{};
  line.resType = CU_RESOURCE_TYPE_LINEAR;
  line.res.linear.devPtr = address_of(data);
  line.res.linear.format = CU_AD_FORMAT_FLOAT;
  line.res.linear.numChannels = static_cast<unsigned>(channels);
  line.res.linear.sizeInBytes = bytes_of(texels, channels);
  return std::make_unique<CudaTexture>(session, context_of(session), line, nullptr);
}

std::unique_ptr<Texture> make_cuda_plane(Session& session, gpu::Buffer& data, int width, int height,
                                         int channels) {
  cuda::SharedContext context = context_of(session);
  auto array = std::make_unique<Array>(context, width, height, channels);
  session.place().stream->wait();  // what fills `data` is enqueued there
  array->fill(address_of(data), bytes_of(width, channels), static_cast<std::size_t>(height));
  CUDA_RESOURCE_DESC plane{};
  plane.resType = CU_RESOURCE_TYPE_ARRAY;
  plane.res.array.hArray = array->get();
  return std::make_unique<CudaTexture>(session, std::move(context), plane, std::move(array));
}

}  // namespace selvage::studies
