// SPDX-License-Identifier: Apache-2.0
#pragma once
// What studies use of CUDA's driver beside the product: textures and occupancy, declared here so
// that no CUDA package is needed to build. Names and values are those of cuda.h.

#include <cstddef>
#include <cstdint>
#include <memory>

#include "backends/cuda/cuda_api.hpp"
#include "backends/cuda/cuda_context.hpp"
#include "runner/session.hpp"

namespace selvage::studies {

using CUarray = struct ArrayTag*;
using CUtexObject = std::uint64_t;

// NOLINTBEGIN(readability-identifier-naming): NVIDIA's names
constexpr int CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR = 39;
constexpr int CU_FUNC_ATTRIBUTE_NUM_REGS = 4;
constexpr int CU_AD_FORMAT_FLOAT = 0x20;
constexpr int CU_RESOURCE_TYPE_ARRAY = 0;
constexpr int CU_RESOURCE_TYPE_LINEAR = 2;
constexpr int CU_TR_ADDRESS_MODE_BORDER = 3;
constexpr int CU_TR_FILTER_MODE_POINT = 0;
constexpr unsigned CU_MEMORYTYPE_DEVICE = 2;
constexpr unsigned CU_MEMORYTYPE_ARRAY = 3;

struct CUDA_ARRAY_DESCRIPTOR {
  std::size_t Width, Height;  // texels
  int Format;
  unsigned NumChannels;
};

struct CUDA_MEMCPY2D {
  std::size_t srcXInBytes, srcY;
  unsigned srcMemoryType;
  const void* srcHost;
  cuda::CUdeviceptr srcDevice;
  CUarray srcArray;
  std::size_t srcPitch;
  std::size_t dstXInBytes, dstY;
  unsigned dstMemoryType;
  void* dstHost;
  cuda::CUdeviceptr dstDevice;
  CUarray dstArray;
  std::size_t dstPitch;
  std::size_t WidthInBytes, Height;
};

struct CUDA_RESOURCE_DESC {
  int resType;
  union {
    struct {
      CUarray hArray;
    } array;
    struct {
      cuda::CUdeviceptr devPtr;
      int format;
      unsigned numChannels;
      std::size_t sizeInBytes;
    } linear;
    int reserved[32];
  } res;
  unsigned flags;
};

struct CUDA_TEXTURE_DESC {
  int addressMode[3];
  int filterMode;
  unsigned flags;
  unsigned maxAnisotropy;
  int mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
  float borderColor[4];
  int reserved[12];
};
// NOLINTEND(readability-identifier-naming)

struct CudaCalls {
  cuda::CUresult (*cuTexObjectCreate)(CUtexObject*, const CUDA_RESOURCE_DESC*,
                                      const CUDA_TEXTURE_DESC*, const void*);
  cuda::CUresult (*cuTexObjectDestroy)(CUtexObject);
  cuda::CUresult (*cuArrayCreate)(CUarray*, const CUDA_ARRAY_DESCRIPTOR*);
  cuda::CUresult (*cuArrayDestroy)(CUarray);
  cuda::CUresult (*cuMemcpy2D)(const CUDA_MEMCPY2D*);
  // Groups, function, work-items of a group, dynamic shared memory.
  cuda::CUresult (*cuOccupancyMaxActiveBlocksPerMultiprocessor)(int*, cuda::CUfunction, int,
                                                                std::size_t);
};

// Throws Error{device} where the driver lacks one of them.
const CudaCalls& cuda_calls();

// The context of the session's device, which is a CUDA one.
cuda::SharedContext context_of(Session& session);

}  // namespace selvage::studies
