// SPDX-License-Identifier: Apache-2.0
#pragma once
// What studies use of OpenCL 1.2 beside the product: images, and what a kernel takes. Names and
// values are those of the specification.

#include <cstddef>

#include "backends/opencl/opencl_api.hpp"

namespace selvage::studies {

// NOLINTBEGIN(readability-identifier-naming): the specification's names
constexpr opencl::cl_bitfield CL_MEM_READ_ONLY = 1 << 2;
constexpr opencl::cl_uint CL_R = 0x10B0;
constexpr opencl::cl_uint CL_RGBA = 0x10B5;
constexpr opencl::cl_uint CL_FLOAT = 0x10DE;
constexpr opencl::cl_uint CL_MEM_OBJECT_IMAGE2D = 0x10F1;
constexpr opencl::cl_uint CL_MEM_OBJECT_IMAGE1D_BUFFER = 0x10F6;
constexpr opencl::cl_uint CL_KERNEL_FUNCTION_NAME = 0x1190;
constexpr opencl::cl_uint CL_KERNEL_PROGRAM = 0x1194;
constexpr opencl::cl_uint CL_KERNEL_LOCAL_MEM_SIZE = 0x11B2;

struct cl_image_format {
  opencl::cl_uint image_channel_order, image_channel_data_type;
};

struct cl_image_desc {
  opencl::cl_uint image_type;
  std::size_t image_width, image_height, image_depth, image_array_size;
  std::size_t image_row_pitch, image_slice_pitch;
  opencl::cl_uint num_mip_levels, num_samples;
  opencl::cl_mem buffer;
};
// NOLINTEND(readability-identifier-naming)

struct OpenclCalls {
  opencl::cl_mem (*clCreateImage)(opencl::cl_context, opencl::cl_bitfield, const cl_image_format*,
                                  const cl_image_desc*, void*, opencl::cl_int*);
  // Queue, buffer, image, the buffer's offset, the image's origin and size, events.
  opencl::cl_int (*clEnqueueCopyBufferToImage)(opencl::cl_command_queue, opencl::cl_mem,
                                               opencl::cl_mem, std::size_t, const std::size_t*,
                                               const std::size_t*, opencl::cl_uint,
                                               const opencl::cl_event*, opencl::cl_event*);
  opencl::cl_int (*clGetKernelInfo)(opencl::cl_kernel, opencl::cl_uint, std::size_t, void*,
                                    std::size_t*);
  opencl::cl_int (*clGetKernelWorkGroupInfo)(opencl::cl_kernel, opencl::cl_device_id,
                                             opencl::cl_uint, std::size_t, void*, std::size_t*);
};

// Throws Error{device} where the driver lacks one of them.
const OpenclCalls& opencl_calls();

}  // namespace selvage::studies
