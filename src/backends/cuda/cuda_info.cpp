// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/cuda_info.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "backends/cuda/cuda_error.hpp"
#include "backends/cuda/nvrtc.hpp"
#include "backends/gpu/nvidia_lanes.hpp"

namespace selvage::cuda {
namespace {

int attribute(CUdevice device, int which) {
  int value = 0;
  check(api().cuDeviceGetAttribute(&value, which, device), "describe the device");
  return value;
}

std::string name_of(CUdevice device) {
  std::array<char, 256> name = {};
  check(api().cuDeviceGetName(name.data(), static_cast<int>(name.size()) - 1, device),
        "name the device");
  return name.data();
}

// Returns "CUDA 13.0, driver 580.159.04 (NVRTC 13.0)", as far as known.
std::string driver_text(CUdevice device) {
  int version = 0;
  check(api().cuDriverGetVersion(&version), "tell its version");
  std::string text = fmt::format("CUDA {}.{}", version / 1000, version % 1000 / 10);
  if (*driver_release()) text += fmt::format(", driver {}", driver_release());
  if (const Nvrtc* nvrtc = find_nvrtc(capability_of(device)))
    text += fmt::format(" (NVRTC {})", nvrtc->version());
  return text;
}

}  // namespace

int count_devices() {
  const Api* cuda = find_api();
  int count = 0;
  if (!cuda || cuda->cuDeviceGetCount(&count) != CUDA_SUCCESS) return 0;
  return count;
}

int capability_of(CUdevice device) {
  return 10 * attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) +
         attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
}

Device describe(int index) {
  CUdevice handle = 0;
  check(api().cuDeviceGet(&handle, index), "find the device");
  std::size_t memory = 0;
  check(api().cuDeviceTotalMem(&memory, handle), "tell the device's memory");
  Device device;
  device.id = fmt::format("cuda:{}", index);
  device.name = name_of(handle);
  device.compute_units = attribute(handle, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
  device.memory_bytes = static_cast<std::int64_t>(memory);
  device.driver = driver_text(handle);
  device.missing = missing_compiler(capability_of(handle));
  return device;
}

std::string identify(CUdevice device) {
  return fmt::format("cuda; {}; compute capability {}; {}", name_of(device), capability_of(device),
                     driver_text(device));
}

GpuFacts read_facts(CUdevice device) {
  const int capability = capability_of(device);
  GpuFacts facts;
  facts.compute_units = attribute(device, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
  facts.clock_mhz = std::max(1, attribute(device, CU_DEVICE_ATTRIBUTE_CLOCK_RATE) / 1000);
  facts.lanes = gpu::nvidia_lanes(capability);
  facts.real64 = true;
  facts.byte_simd = true;
  facts.byte_products = capability >= 80;
  const Nvrtc* const nvrtc = find_nvrtc(capability);
  facts.group_products = nvrtc != nullptr && nvrtc->target(capability)->of_hopper();
  facts.largest_group = attribute(device, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  facts.local_bytes = static_cast<std::size_t>(
      attribute(device, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN));
  return facts;
}

}  // namespace selvage::cuda
