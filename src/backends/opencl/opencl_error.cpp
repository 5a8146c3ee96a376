// SPDX-License-Identifier: Apache-2.0
#include "backends/opencl/opencl_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "backends/gpu/device.hpp"
#include "selvage/error.hpp"

namespace selvage::opencl {
namespace {

constexpr std::pair<cl_int, const char*> names[] = {
    {-1, "CL_DEVICE_NOT_FOUND"},
    {-2, "CL_DEVICE_NOT_AVAILABLE"},
    {-3, "CL_COMPILER_NOT_AVAILABLE"},
    {-4, "CL_MEM_OBJECT_ALLOCATION_FAILURE"},
    {-5, "CL_OUT_OF_RESOURCES"},
    {-6, "CL_OUT_OF_HOST_MEMORY"},
    {-7, "CL_PROFILING_INFO_NOT_AVAILABLE"},
    {-11, "CL_BUILD_PROGRAM_FAILURE"},
    {-12, "CL_MAP_FAILURE"},
    {-13, "CL_MISALIGNED_SUB_BUFFER_OFFSET"},
    {-14, "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST"},
    {-30, "CL_INVALID_VALUE"},
    {-33, "CL_INVALID_DEVICE"},
    {-34, "CL_INVALID_CONTEXT"},
    {-36, "CL_INVALID_COMMAND_QUEUE"},
    {-38, "CL_INVALID_MEM_OBJECT"},
    {-42, "CL_INVALID_BINARY"},
    {-43, "CL_INVALID_BUILD_OPTIONS"},
    {-44, "CL_INVALID_PROGRAM"},
    {-45, "CL_INVALID_PROGRAM_EXECUTABLE"},
    {-46, "CL_INVALID_KERNEL_NAME"},
    {-48, "CL_INVALID_KERNEL"},
    {-49, "CL_INVALID_ARG_INDEX"},
    {-50, "CL_INVALID_ARG_VALUE"},
    {-51, "CL_INVALID_ARG_SIZE"},
    {-52, "CL_INVALID_KERNEL_ARGS"},
    {-54, "CL_INVALID_WORK_GROUP_SIZE"},
    {-55, "CL_INVALID_WORK_ITEM_SIZE"},
    {-58, "CL_INVALID_EVENT"},
    {-59, "CL_INVALID_OPERATION"},
    {-61, "CL_INVALID_BUFFER_SIZE"},
    {-63, "CL_INVALID_GLOBAL_WORK_SIZE"},
};

}  // namespace

std::string status_name(cl_int status) {
  const auto* found = std::find_if(std::begin(names), std::end(names),
                                   [&](const auto& entry) { return entry.first == status; });
  return fmt::format("{} ({})", found == std::end(names) ? "OpenCL error" : found->second, status);
}

void check(cl_int status, const char* doing) {
  if (status == CL_SUCCESS) return;
  const std::string text = fmt::format("OpenCL cannot {}: {}", doing, status_name(status));
  if (status == CL_MEM_OBJECT_ALLOCATION_FAILURE) throw gpu::OutOfMemory(text);
  throw Error(Errc::device, text, "update the OpenCL driver, or use another device");
}

void check_allocation(cl_int status, std::size_t bytes) {
  const bool no_room = status == CL_MEM_OBJECT_ALLOCATION_FAILURE ||
                       status == CL_OUT_OF_RESOURCES || status == CL_OUT_OF_HOST_MEMORY ||
                       status == CL_INVALID_BUFFER_SIZE;
  if (no_room)
    throw gpu::OutOfMemory(
        fmt::format("OpenCL cannot reserve {} bytes: {}", bytes, status_name(status)));
  check(status, "reserve memory");
}

}  // namespace selvage::opencl
