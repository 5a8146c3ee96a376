// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/cuda_api.hpp"

#include <optional>
#include <stdexcept>
#include <string>

#include "backends/gpu/dynamic_library.hpp"

namespace selvage::cuda {
namespace {

struct Driver {
  Api api = {};
  int version = 0;      // 13000
  std::string release;  // from the library's file name
};

bool find_all(const gpu::DynamicLibrary& library, Api& f) {
  return library.find(f.cuInit, "cuInit") &&
         library.find(f.cuDriverGetVersion, "cuDriverGetVersion") &&
         library.find(f.cuGetErrorName, "cuGetErrorName") &&
         library.find(f.cuGetErrorString, "cuGetErrorString") &&
         library.find(f.cuDeviceGetCount, "cuDeviceGetCount") &&
         library.find(f.cuDeviceGet, "cuDeviceGet") &&
         library.find(f.cuDeviceGetName, "cuDeviceGetName") &&
         library.find(f.cuDeviceTotalMem, "cuDeviceTotalMem_v2") &&
         library.find(f.cuDeviceGetAttribute, "cuDeviceGetAttribute") &&
         library.find(f.cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain") &&
         library.find(f.cuDevicePrimaryCtxRelease, "cuDevicePrimaryCtxRelease_v2") &&
         library.find(f.cuCtxPushCurrent, "cuCtxPushCurrent_v2") &&
         library.find(f.cuCtxPopCurrent, "cuCtxPopCurrent_v2") &&
         library.find(f.cuMemGetInfo, "cuMemGetInfo_v2") &&
         library.find(f.cuMemAlloc, "cuMemAlloc_v2") && library.find(f.cuMemFree, "cuMemFree_v2") &&
         library.find(f.cuMemHostAlloc, "cuMemHostAlloc") &&
         library.find(f.cuMemFreeHost, "cuMemFreeHost") &&
         library.find(f.cuMemHostRegister, "cuMemHostRegister_v2") &&
         library.find(f.cuMemHostUnregister, "cuMemHostUnregister") &&
         library.find(f.cuPointerGetAttributes, "cuPointerGetAttributes") &&
         library.find(f.cuMemcpyHtoDAsync, "cuMemcpyHtoDAsync_v2") &&
         library.find(f.cuMemcpyDtoHAsync, "cuMemcpyDtoHAsync_v2") &&
         library.find(f.cuStreamCreate, "cuStreamCreate") &&
         library.find(f.cuStreamDestroy, "cuStreamDestroy_v2") &&
         library.find(f.cuStreamSynchronize, "cuStreamSynchronize") &&
         library.find(f.cuStreamGetCtx, "cuStreamGetCtx") &&
         library.find(f.cuStreamIsCapturing, "cuStreamIsCapturing") &&
         library.find(f.cuEventCreate, "cuEventCreate") &&
         library.find(f.cuEventDestroy, "cuEventDestroy_v2") &&
         library.find(f.cuEventRecord, "cuEventRecord") &&
         library.find(f.cuEventElapsedTime, "cuEventElapsedTime") &&
         library.find(f.cuModuleLoadDataEx, "cuModuleLoadDataEx") &&
         library.find(f.cuModuleUnload, "cuModuleUnload") &&
         library.find(f.cuModuleGetFunction, "cuModuleGetFunction") &&
         library.find(f.cuFuncGetAttribute, "cuFuncGetAttribute") &&
         library.find(f.cuFuncSetAttribute, "cuFuncSetAttribute") &&
         library.find(f.cuLaunchKernelEx, "cuLaunchKernelEx");
}

// Returns RELEASE of the library's file libcuda.so.RELEASE.
std::string release_of(const gpu::DynamicLibrary& library) {
  const std::string file = library.file().filename().string(), start = "libcuda.so.";
  const std::string release = file.starts_with(start) ? file.substr(start.size()) : "";
  return release.find('.') == std::string::npos ? "" : release;
}

std::optional<Driver> load() {
  const std::string names[] = {"libcuda.so.1"};
  const gpu::DynamicLibrary library(names);
  Driver driver;
  if (!find_all(library, driver.api)) return {};
  constexpr int oldest = 12000;
  if (driver.api.cuDriverGetVersion(&driver.version) != CUDA_SUCCESS || driver.version < oldest)
    return {};
  if (driver.api.cuInit(0) != CUDA_SUCCESS) return {};
  driver.release = release_of(library);
  return driver;
}

const std::optional<Driver>& loaded() {
  // Never destroyed, because its users may outlive other static objects.
  static const auto* const driver = new std::optional<Driver>(load());
  return *driver;
}

}  // namespace

const Api* find_api() {
  return loaded() ? &loaded()->api : nullptr;
}

const Api& api() {
  if (const Api* found = find_api()) return *found;
  throw std::logic_error("CUDA is used but was not found");
}

int driver_major() {
  return loaded() ? loaded()->version / 1000 : 0;
}

const char* driver_release() {
  return loaded() ? loaded()->release.c_str() : "";
}

}  // namespace selvage::cuda
