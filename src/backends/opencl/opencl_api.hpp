// SPDX-License-Identifier: Apache-2.0
#pragma once
// The part of OpenCL 1.2 that is used, declared here so that no OpenCL package is needed to build.
// Names and values are those of the specification.

#include <cstddef>
#include <cstdint>

namespace selvage::opencl {

using cl_int = std::int32_t;
using cl_uint = std::uint32_t;
using cl_bool = std::uint32_t;
using cl_ulong = std::uint64_t;
using cl_bitfield = std::uint64_t;

using cl_platform_id = struct PlatformTag*;
using cl_device_id = struct DeviceTag*;
using cl_context = struct ContextTag*;
using cl_command_queue = struct QueueTag*;
using cl_mem = struct MemTag*;
using cl_program = struct ProgramTag*;
using cl_kernel = struct KernelTag*;
using cl_event = struct EventTag*;

// NOLINTBEGIN(readability-identifier-naming): the specification's names
constexpr cl_int CL_SUCCESS = 0;
constexpr cl_int CL_MEM_OBJECT_ALLOCATION_FAILURE = -4;
constexpr cl_int CL_OUT_OF_RESOURCES = -5;
constexpr cl_int CL_OUT_OF_HOST_MEMORY = -6;
constexpr cl_int CL_PROFILING_INFO_NOT_AVAILABLE = -7;
constexpr cl_int CL_INVALID_BUFFER_SIZE = -61;

constexpr cl_bool CL_TRUE = 1;
constexpr cl_bool CL_FALSE = 0;

constexpr cl_uint CL_PLATFORM_VERSION = 0x0901;
constexpr cl_uint CL_PLATFORM_NAME = 0x0902;

constexpr cl_bitfield CL_DEVICE_TYPE_CPU = 1 << 1;
constexpr cl_bitfield CL_DEVICE_TYPE_ALL = 0xFFFFFFFF;

constexpr cl_uint CL_DEVICE_TYPE = 0x1000;
constexpr cl_uint CL_DEVICE_MAX_COMPUTE_UNITS = 0x1002;
constexpr cl_uint CL_DEVICE_MAX_WORK_GROUP_SIZE = 0x1004;
constexpr cl_uint CL_DEVICE_MAX_CLOCK_FREQUENCY = 0x100C;
constexpr cl_uint CL_DEVICE_MAX_MEM_ALLOC_SIZE = 0x1010;
constexpr cl_uint CL_DEVICE_GLOBAL_MEM_SIZE = 0x101F;
constexpr cl_uint CL_DEVICE_LOCAL_MEM_SIZE = 0x1023;
constexpr cl_uint CL_DEVICE_AVAILABLE = 0x1027;
constexpr cl_uint CL_DEVICE_COMPILER_AVAILABLE = 0x1028;
constexpr cl_uint CL_DEVICE_NAME = 0x102B;
constexpr cl_uint CL_DEVICE_VENDOR = 0x102C;
constexpr cl_uint CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV = 0x4000;
constexpr cl_uint CL_DEVICE_COMPUTE_CAPABILITY_MINOR_NV = 0x4001;
constexpr cl_uint CL_DRIVER_VERSION = 0x102D;
constexpr cl_uint CL_DEVICE_VERSION = 0x102F;
constexpr cl_uint CL_DEVICE_EXTENSIONS = 0x1030;
constexpr cl_uint CL_DEVICE_DOUBLE_FP_CONFIG = 0x1032;

constexpr cl_bitfield CL_QUEUE_PROFILING_ENABLE = 1 << 1;
constexpr cl_uint CL_QUEUE_CONTEXT = 0x1090;

constexpr cl_bitfield CL_MEM_READ_WRITE = 1 << 0;
constexpr cl_bitfield CL_MEM_ALLOC_HOST_PTR = 1 << 4;
constexpr cl_uint CL_MEM_CONTEXT = 0x1106;
constexpr cl_bitfield CL_MAP_READ = 1 << 0;
constexpr cl_bitfield CL_MAP_WRITE = 1 << 1;

constexpr cl_uint CL_PROGRAM_BINARY_SIZES = 0x1165;
constexpr cl_uint CL_PROGRAM_BINARIES = 0x1166;
constexpr cl_uint CL_PROGRAM_BUILD_LOG = 0x1183;

constexpr cl_uint CL_PROFILING_COMMAND_END = 0x1283;
// NOLINTEND(readability-identifier-naming)

// The functions, looked up in the machine's library. Properties and callbacks that are never given
// are `const void*`.
struct Api {
  cl_int (*clGetPlatformIDs)(cl_uint, cl_platform_id*, cl_uint*);
  cl_int (*clGetPlatformInfo)(cl_platform_id, cl_uint, std::size_t, void*, std::size_t*);
  cl_int (*clGetDeviceIDs)(cl_platform_id, cl_bitfield, cl_uint, cl_device_id*, cl_uint*);
  cl_int (*clGetDeviceInfo)(cl_device_id, cl_uint, std::size_t, void*, std::size_t*);

  cl_context (*clCreateContext)(const void*, cl_uint, const cl_device_id*, const void*, void*,
                                cl_int*);
  cl_int (*clReleaseContext)(cl_context);
  cl_command_queue (*clCreateCommandQueue)(cl_context, cl_device_id, cl_bitfield, cl_int*);
  cl_int (*clRetainCommandQueue)(cl_command_queue);
  cl_int (*clReleaseCommandQueue)(cl_command_queue);
  cl_int (*clGetCommandQueueInfo)(cl_command_queue, cl_uint, std::size_t, void*, std::size_t*);

  cl_mem (*clCreateBuffer)(cl_context, cl_bitfield, std::size_t, void*, cl_int*);
  cl_int (*clRetainMemObject)(cl_mem);
  cl_int (*clReleaseMemObject)(cl_mem);
  cl_int (*clGetMemObjectInfo)(cl_mem, cl_uint, std::size_t, void*, std::size_t*);

  cl_program (*clCreateProgramWithSource)(cl_context, cl_uint, const char**, const std::size_t*,
                                          cl_int*);
  cl_program (*clCreateProgramWithBinary)(cl_context, cl_uint, const cl_device_id*,
                                          const std::size_t*, const unsigned char**, cl_int*,
                                          cl_int*);
  cl_int (*clBuildProgram)(cl_program, cl_uint, const cl_device_id*, const char*, const void*,
                           void*);
  cl_int (*clGetProgramInfo)(cl_program, cl_uint, std::size_t, void*, std::size_t*);
  cl_int (*clGetProgramBuildInfo)(cl_program, cl_device_id, cl_uint, std::size_t, void*,
                                  std::size_t*);
  cl_int (*clReleaseProgram)(cl_program);

  cl_kernel (*clCreateKernel)(cl_program, const char*, cl_int*);
  cl_int (*clReleaseKernel)(cl_kernel);
  cl_int (*clSetKernelArg)(cl_kernel, cl_uint, std::size_t, const void*);

  // The last three arguments of each: the number of events to wait for, those, and the command's
  // own.
  cl_int (*clEnqueueWriteBuffer)(cl_command_queue, cl_mem, cl_bool, std::size_t, std::size_t,
                                 const void*, cl_uint, const cl_event*, cl_event*);
  cl_int (*clEnqueueReadBuffer)(cl_command_queue, cl_mem, cl_bool, std::size_t, std::size_t, void*,
                                cl_uint, const cl_event*, cl_event*);
  void* (*clEnqueueMapBuffer)(cl_command_queue, cl_mem, cl_bool, cl_bitfield, std::size_t,
                              std::size_t, cl_uint, const cl_event*, cl_event*, cl_int*);
  cl_int (*clEnqueueUnmapMemObject)(cl_command_queue, cl_mem, void*, cl_uint, const cl_event*,
                                    cl_event*);
  cl_int (*clEnqueueNDRangeKernel)(cl_command_queue, cl_kernel, cl_uint, const std::size_t*,
                                   const std::size_t*, const std::size_t*, cl_uint, const cl_event*,
                                   cl_event*);
  cl_int (*clEnqueueMarkerWithWaitList)(cl_command_queue, cl_uint, const cl_event*, cl_event*);

  cl_int (*clFlush)(cl_command_queue);
  cl_int (*clFinish)(cl_command_queue);
  cl_int (*clReleaseEvent)(cl_event);
  cl_int (*clGetEventProfilingInfo)(cl_event, cl_uint, std::size_t, void*, std::size_t*);
};

// Returns the API, which the first call opens. Thread-safe. Null: this machine has no OpenCL 1.2.
const Api* find_api();

// Returns the API after a device was found. Throws std::logic_error if there is none.
const Api& api();

}  // namespace selvage::opencl
