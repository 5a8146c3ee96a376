// SPDX-License-Identifier: Apache-2.0
#include "backends/opencl/opencl_program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "backends/gpu/one_line.hpp"
#include "backends/gpu/programs/sealed.hpp"
#include "backends/opencl/opencl_error.hpp"
#include "backends/opencl/opencl_info.hpp"
#include "backends/opencl/opencl_memory.hpp"
#include "selvage/error.hpp"

namespace selvage::opencl {
namespace {

constexpr const char* seal_kind = "opencl";

std::string build_log(cl_program program, cl_device_id device) {
  std::size_t bytes = 0;
  if (api().clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &bytes) !=
          CL_SUCCESS ||
      bytes == 0)
    return "the driver gives no log";
  std::string log(bytes, '\0');
  api().clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, bytes, log.data(), nullptr);
  return gpu::one_line(log);
}

// Compiles a program, or links a loaded one.
void finish(cl_program program, cl_device_id device, const std::string& options) {
  const cl_int status =
      api().clBuildProgram(program, 1, &device, options.c_str(), nullptr, nullptr);
  if (status == CL_SUCCESS) return;
  throw Error(Errc::device,
              fmt::format("OpenCL cannot build a kernel with \"{}\": {}: {}", options,
                          status_name(status), build_log(program, device)),
              "update the OpenCL driver, or use another device");
}

// Returns the options for the driver. MOST_REGISTERS limits the registers of a work-item: CUDA's
// text does it by __launch_bounds__, which OpenCL C lacks.
std::string driver_options(cl_device_id device, std::span<const std::string> options) {
  constexpr std::string_view limit = "-DMOST_REGISTERS=";
  const bool can_limit = takes_nvidia_options(device);
  std::string all = fmt::format("-cl-std=CL1.2 -w {}", fmt::join(options, " "));
  for (const std::string& option : options)
    if (can_limit && option.starts_with(limit))
      all += fmt::format(" -cl-nv-maxrregcount={}", option.substr(limit.size()));
  return all;
}

}  // namespace

void ClFunction::set_arguments(const gpu::Launch& launch) {
  cl_uint index = 0;
  const auto set = [&](std::size_t bytes, const void* value) {
    check(api().clSetKernelArg(kernel_.get(), index++, bytes, value), "set a kernel's argument");
  };
  for (const gpu::Buffer* buffer : launch.buffers) {
    cl_mem memory = buffer ? static_cast<const ClBuffer*>(buffer)->get() : nullptr;
    set(sizeof(cl_mem), buffer ? static_cast<const void*>(&memory) : nullptr);
  }
  if (!launch.arguments.empty()) set(launch.arguments.size(), launch.arguments.data());
  if (launch.local_bytes > 0) set(launch.local_bytes, nullptr);
}

void ClFunction::launch(cl_command_queue queue, const gpu::Launch& launch) {
  const auto items = [](int groups, int size) {
    return static_cast<std::size_t>(groups) * static_cast<std::size_t>(size);
  };
  const std::size_t group[3] = {items(1, launch.group_width), items(1, launch.group_height), 1};
  const std::size_t all[3] = {items(launch.groups_x, launch.group_width),
                              items(launch.groups_y, launch.group_height),
                              items(launch.groups_z, 1)};
  const std::lock_guard lock(busy_);
  set_arguments(launch);
  check(api().clEnqueueNDRangeKernel(queue, kernel_.get(), 3, nullptr, all, group, 0, nullptr,
                                     nullptr),
        "launch a kernel");
}

gpu::Function& ClProgram::function(const std::string& name) {
  const std::lock_guard lock(busy_);
  std::unique_ptr<ClFunction>& entry = functions_[name];
  if (!entry) {
    cl_int status = CL_SUCCESS;
    KernelObject kernel(api().clCreateKernel(program_.get(), name.c_str(), &status));
    check(status, fmt::format("find the kernel {}", name).c_str());
    entry = std::make_unique<ClFunction>(std::move(kernel));
  }
  return *entry;
}

std::vector<std::byte> ClProgram::binary() const {
  std::size_t bytes = 0;
  check(api().clGetProgramInfo(program_.get(), CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes,
                               nullptr),
        "give a kernel's binary");
  if (bytes == 0) return {};
  std::vector<std::byte> binary(bytes);
  std::byte* data = binary.data();
  check(api().clGetProgramInfo(program_.get(), CL_PROGRAM_BINARIES, sizeof(void*),
                               static_cast<void*>(&data), nullptr),
        "give a kernel's binary");
  return gpu::sealed(seal_kind, binary);
}

std::unique_ptr<ClProgram> build_program(cl_context context, cl_device_id device,
                                         const std::string& source,
                                         std::span<const std::string> options) {
  const char* text = source.c_str();
  const std::size_t bytes = source.size();
  cl_int status = CL_SUCCESS;
  ProgramObject program(api().clCreateProgramWithSource(context, 1, &text, &bytes, &status));
  check(status, "take a kernel's source");
  finish(program.get(), device, driver_options(device, options));
  return std::make_unique<ClProgram>(std::move(program));
}

std::unique_ptr<ClProgram> load_program(cl_context context, cl_device_id device,
                                        std::span<const std::byte> binary) {
  const auto payload = gpu::unsealed(seal_kind, binary);
  const auto* data = reinterpret_cast<const unsigned char*>(payload.data());
  const std::size_t bytes = payload.size();
  cl_int status = CL_SUCCESS, binary_status = CL_SUCCESS;
  ProgramObject program(
      api().clCreateProgramWithBinary(context, 1, &device, &bytes, &data, &binary_status, &status));
  check(status, "take a kernel's binary");
  check(binary_status, "take a kernel's binary");
  finish(program.get(), device, "");
  return std::make_unique<ClProgram>(std::move(program));
}

}  // namespace selvage::opencl
