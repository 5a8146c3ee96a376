// SPDX-License-Identifier: Apache-2.0
#include "backends/opencl/opencl_api.hpp"

#include <optional>
#include <stdexcept>
#include <string>

#include "backends/gpu/dynamic_library.hpp"

namespace selvage::opencl {
namespace {

std::optional<Api> load() {
  const std::string names[] = {"libOpenCL.so.1"};
  const gpu::DynamicLibrary library(names);
  Api f = {};
  const bool complete =
      library.find(f.clGetPlatformIDs, "clGetPlatformIDs") &&
      library.find(f.clGetPlatformInfo, "clGetPlatformInfo") &&
      library.find(f.clGetDeviceIDs, "clGetDeviceIDs") &&
      library.find(f.clGetDeviceInfo, "clGetDeviceInfo") &&
      library.find(f.clCreateContext, "clCreateContext") &&
      library.find(f.clReleaseContext, "clReleaseContext") &&
      library.find(f.clCreateCommandQueue, "clCreateCommandQueue") &&
      library.find(f.clRetainCommandQueue, "clRetainCommandQueue") &&
      library.find(f.clReleaseCommandQueue, "clReleaseCommandQueue") &&
      library.find(f.clGetCommandQueueInfo, "clGetCommandQueueInfo") &&
      library.find(f.clCreateBuffer, "clCreateBuffer") &&
      library.find(f.clRetainMemObject, "clRetainMemObject") &&
      library.find(f.clReleaseMemObject, "clReleaseMemObject") &&
      library.find(f.clGetMemObjectInfo, "clGetMemObjectInfo") &&
      library.find(f.clCreateProgramWithSource, "clCreateProgramWithSource") &&
      library.find(f.clCreateProgramWithBinary, "clCreateProgramWithBinary") &&
      library.find(f.clBuildProgram, "clBuildProgram") &&
      library.find(f.clGetProgramInfo, "clGetProgramInfo") &&
      library.find(f.clGetProgramBuildInfo, "clGetProgramBuildInfo") &&
      library.find(f.clReleaseProgram, "clReleaseProgram") &&
      library.find(f.clCreateKernel, "clCreateKernel") &&
      library.find(f.clReleaseKernel, "clReleaseKernel") &&
      library.find(f.clSetKernelArg, "clSetKernelArg") &&
      library.find(f.clEnqueueWriteBuffer, "clEnqueueWriteBuffer") &&
      library.find(f.clEnqueueReadBuffer, "clEnqueueReadBuffer") &&
      library.find(f.clEnqueueMapBuffer, "clEnqueueMapBuffer") &&
      library.find(f.clEnqueueUnmapMemObject, "clEnqueueUnmapMemObject") &&
      library.find(f.clEnqueueNDRangeKernel, "clEnqueueNDRangeKernel") &&
      library.find(f.clEnqueueMarkerWithWaitList, "clEnqueueMarkerWithWaitList") &&
      library.find(f.clFlush, "clFlush") && library.find(f.clFinish, "clFinish") &&
      library.find(f.clReleaseEvent, "clReleaseEvent") &&
      library.find(f.clGetEventProfilingInfo, "clGetEventProfilingInfo");
  if (!complete) return {};
  return f;
}

}  // namespace

const Api* find_api() {
  // Never destroyed, because its users may outlive other static objects.
  static const auto* const loaded = new std::optional<Api>(load());
  return *loaded ? &**loaded : nullptr;
}

const Api& api() {
  if (const Api* found = find_api()) return *found;
  throw std::logic_error("OpenCL is used but was not found");
}

}  // namespace selvage::opencl
