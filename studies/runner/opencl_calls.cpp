// SPDX-License-Identifier: Apache-2.0
#include "runner/opencl_calls.hpp"

#include <optional>
#include <string>

#include "backends/gpu/dynamic_library.hpp"
#include "selvage/error.hpp"

namespace selvage::studies {
namespace {

std::optional<OpenclCalls> load() {
  const std::string names[] = {"libOpenCL.so.1"};
  const gpu::DynamicLibrary library(names);
  OpenclCalls f{};
  const bool complete = library.find(f.clCreateImage, "clCreateImage") &&
                        library.find(f.clEnqueueCopyBufferToImage, "clEnqueueCopyBufferToImage") &&
                        library.find(f.clGetKernelInfo, "clGetKernelInfo") &&
                        library.find(f.clGetKernelWorkGroupInfo, "clGetKernelWorkGroupInfo");
  if (!complete) return {};
  return f;
}

}  // namespace

const OpenclCalls& opencl_calls() {
  static const std::optional<OpenclCalls> loaded = load();
  if (!loaded)
    throw Error(Errc::device, "OpenCL's driver has no images of version 1.2", "update the driver");
  return *loaded;
}

}  // namespace selvage::studies
