// SPDX-License-Identifier: Apache-2.0
#include "backends/opencl/opencl_info.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "backends/gpu/nvidia_lanes.hpp"
#include "backends/gpu/one_line.hpp"

namespace selvage::opencl {
namespace {

// Returns a number; 0 if the driver does not know it.
template <class T>
T number(cl_device_id device, cl_uint what) {
  T value = {};
  if (api().clGetDeviceInfo(device, what, sizeof value, &value, nullptr) != CL_SUCCESS) return {};
  return value;
}

// Returns the text of `query(bytes, data, size)`.
template <class Query>
std::string text(const Query& query) {
  std::size_t bytes = 0;
  if (query(0, nullptr, &bytes) != CL_SUCCESS) return {};
  std::string raw(bytes, '\0');
  if (query(bytes, raw.data(), nullptr) != CL_SUCCESS) return {};
  return gpu::one_line(raw);
}

std::string device_text(cl_device_id device, cl_uint what) {
  return text([&](std::size_t bytes, void* data, std::size_t* size) {
    return api().clGetDeviceInfo(device, what, bytes, data, size);
  });
}

std::string platform_text(cl_platform_id platform, cl_uint what) {
  return text([&](std::size_t bytes, void* data, std::size_t* size) {
    return api().clGetPlatformInfo(platform, what, bytes, data, size);
  });
}

bool is_processor(cl_device_id device) {
  return (number<cl_bitfield>(device, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU) != 0;
}

std::vector<cl_platform_id> platforms() {
  const Api* cl = find_api();
  cl_uint count = 0;
  if (!cl || cl->clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS) return {};
  std::vector<cl_platform_id> found(count);
  if (count == 0 || cl->clGetPlatformIDs(count, found.data(), nullptr) != CL_SUCCESS) return {};
  return found;
}

std::vector<cl_device_id> devices_of(cl_platform_id platform) {
  cl_uint count = 0;
  if (api().clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count) != CL_SUCCESS)
    return {};
  std::vector<cl_device_id> found(count);
  if (count == 0 || api().clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, found.data(),
                                         nullptr) != CL_SUCCESS)
    return {};
  return found;
}

// Returns "OpenCL 3.0 PoCL 3.1+debian", "OpenCL 3.0 CUDA 13.0.84, driver 580.65.06".
std::string driver_text(const Found& found) {
  std::string driver = platform_text(found.platform, CL_PLATFORM_VERSION);
  // PoCL appends how it was built.
  if (const auto rest = driver.find(" Linux,"); rest != std::string::npos) driver.resize(rest);
  const std::string version = device_text(found.device, CL_DRIVER_VERSION);
  return driver.find(version) == std::string::npos ? fmt::format("{}, driver {}", driver, version)
                                                   : driver;
}

// The specification defines the format of versions: "OpenCL 1.2 ...".
bool is_old(cl_device_id device) {
  const std::string version = device_text(device, CL_DEVICE_VERSION);
  return version.starts_with("OpenCL 1.0") || version.starts_with("OpenCL 1.1");
}

std::string missing_of(cl_device_id device) {
  if (!number<cl_bool>(device, CL_DEVICE_AVAILABLE))
    return "the driver says that it is not available";
  if (!number<cl_bool>(device, CL_DEVICE_COMPILER_AVAILABLE)) return "its driver has no compiler";
  if (is_old(device)) return "its driver is older than OpenCL 1.2";
  return {};
}

}  // namespace

std::vector<Found> find_devices() {
  std::vector<Found> found, processors;
  for (cl_platform_id platform : platforms())
    for (cl_device_id device : devices_of(platform))
      (is_processor(device) ? processors : found).push_back({platform, device});
  found.insert(found.end(), processors.begin(), processors.end());
  return found;
}

Device describe(const Found& found, int index) {
  Device device;
  device.id = fmt::format("opencl:{}", index);
  device.name = device_text(found.device, CL_DEVICE_NAME);
  device.compute_units =
      static_cast<int>(number<cl_uint>(found.device, CL_DEVICE_MAX_COMPUTE_UNITS));
  device.memory_bytes =
      static_cast<std::int64_t>(number<cl_ulong>(found.device, CL_DEVICE_GLOBAL_MEM_SIZE));
  device.driver = driver_text(found);
  device.missing = missing_of(found.device);
  device.is_processor = is_processor(found.device);
  return device;
}

bool takes_nvidia_options(cl_device_id device) {
  return device_text(device, CL_DEVICE_EXTENSIONS).find("cl_nv_compiler_options") !=
         std::string::npos;
}

GpuFacts read_facts(cl_device_id device, std::size_t memory_limit) {
  GpuFacts facts;
  facts.compute_units =
      std::max(1, static_cast<int>(number<cl_uint>(device, CL_DEVICE_MAX_COMPUTE_UNITS)));
  if (const auto clock = number<cl_uint>(device, CL_DEVICE_MAX_CLOCK_FREQUENCY); clock > 0)
    facts.clock_mhz = static_cast<int>(clock);
  facts.is_processor = is_processor(device);
  facts.real64 = number<cl_bitfield>(device, CL_DEVICE_DOUBLE_FP_CONFIG) != 0;
  facts.byte_simd = device_text(device, CL_DEVICE_VENDOR).starts_with("NVIDIA");
  if (facts.byte_simd) {
    const int capability =
        static_cast<int>(10 * number<cl_uint>(device, CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV) +
                         number<cl_uint>(device, CL_DEVICE_COMPUTE_CAPABILITY_MINOR_NV));
    facts.lanes = gpu::nvidia_lanes(capability);
    facts.byte_products = capability >= 80;
  }
  facts.largest_group =
      std::max(1, static_cast<int>(number<std::size_t>(device, CL_DEVICE_MAX_WORK_GROUP_SIZE)));
  facts.local_bytes = number<cl_ulong>(device, CL_DEVICE_LOCAL_MEM_SIZE);
  // From compute capability 8 on, 1 KB of it is reserved for each group [CUDA C++ Programming
  // Guide], and a kernel that takes all of it does not start.
  if (facts.byte_products) facts.local_bytes -= std::min<std::size_t>(facts.local_bytes, 1024);
  // OpenCL does not tell how much is free, so a quarter is left to others.
  facts.memory_bytes = number<cl_ulong>(device, CL_DEVICE_GLOBAL_MEM_SIZE) / 4 * 3;
  if (memory_limit > 0) facts.memory_bytes = std::min(facts.memory_bytes, memory_limit);
  facts.largest_buffer_bytes = number<cl_ulong>(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  return facts;
}

bool is_pocl(const Found& found) {
  return platform_text(found.platform, CL_PLATFORM_NAME) == "Portable Computing Language";
}

std::string identify(const Found& found) {
  return fmt::format("opencl; {}; {}; {}; {}", platform_text(found.platform, CL_PLATFORM_NAME),
                     platform_text(found.platform, CL_PLATFORM_VERSION),
                     device_text(found.device, CL_DEVICE_NAME),
                     device_text(found.device, CL_DRIVER_VERSION));
}

}  // namespace selvage::opencl
