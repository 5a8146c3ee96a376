// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/cuda_program.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <stdexcept>
#include <utility>

#include "backends/cuda/cuda_info.hpp"
#include "backends/cuda/cuda_memory.hpp"
#include "backends/gpu/one_line.hpp"
#include "backends/gpu/programs/sealed.hpp"

namespace selvage::cuda {
namespace {

constexpr const char* seal_kind = "cuda";

// Loads a module. The driver compiles PTX and reports why it cannot.
CUmodule load_module(const std::vector<std::byte>& image) {
  std::array<char, 4096> log = {};
  int options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the driver takes numbers as pointers
  void* values[] = {log.data(), reinterpret_cast<void*>(std::uintptr_t{log.size() - 1})};
  CUmodule module = nullptr;
  const CUresult status = api().cuModuleLoadDataEx(&module, image.data(), 2, options, values);
  const std::string words = gpu::one_line(log.data());
  check(status,
        fmt::format("load a kernel{}", words.empty() ? "" : fmt::format(" ({})", words)).c_str());
  return module;
}

// Allows the function as much dynamic shared memory as the device has; the default is 48 KiB.
void allow_shared_memory(CUfunction function, CUdevice device) {
  int most = 0, fixed = 0;
  check(api().cuDeviceGetAttribute(&most, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN,
                                   device),
        "read the device's shared memory");
  check(api().cuFuncGetAttribute(&fixed, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, function),
        "read a kernel's shared memory");
  check(api().cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                 most - fixed),
        "set a kernel's shared memory");
}

}  // namespace

void CuFunction::launch(CUstream stream, const gpu::Launch& launch) const {
  constexpr std::size_t most_buffers = 16;
  if (launch.buffers.size() > most_buffers)
    throw std::logic_error("a kernel has too many buffers for this driver's argument list");
  // CUDA takes a pointer to each argument and changes none of them.
  std::array<CUdeviceptr, most_buffers> addresses = {};
  std::array<void*, most_buffers + 2> arguments = {};
  std::size_t count = 0;
  for (const gpu::Buffer* buffer : launch.buffers) {
    addresses[count] = buffer ? static_cast<const CuBuffer*>(buffer)->get() : 0;
    arguments[count] = &addresses[count];
    ++count;
  }
  if (!launch.arguments.empty())
    arguments[count++] = const_cast<std::byte*>(launch.arguments.data());
  int unused = 0;  // takes the place of OpenCL's pointer to local memory
  if (launch.local_bytes > 0) arguments[count++] = &unused;

  const auto size = [](int value) { return static_cast<unsigned>(value); };
  CUlaunchAttribute programmatic{.id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION,
                                 .pad = {},
                                 .value = {.bytes = {}}};
  programmatic.value.allowed = 1;
  const CUlaunchConfig config{
      .grid_x = size(launch.groups_x),
      .grid_y = size(launch.groups_y),
      .grid_z = size(launch.groups_z),
      .block_x = size(launch.group_width),
      .block_y = size(launch.group_height),
      .block_z = 1,
      .shared_bytes = static_cast<unsigned>(launch.local_bytes),
      .stream = stream,
      .attributes = &programmatic,
      .attribute_count = launch.programmatic && supports_programmatic_ ? 1u : 0u};
  check(api().cuLaunchKernelEx(&config, function_, arguments.data(), nullptr), "launch a kernel");
}

CuProgram::CuProgram(SharedContext context, std::vector<std::byte> image)
    : context_(std::move(context)), image_(std::move(image)) {
  const Current current(*context_);
  module_ = load_module(image_);
}

CuProgram::~CuProgram() {
  const Current current(*context_, std::nothrow);
  if (current) find_api()->cuModuleUnload(module_);
}

gpu::Function& CuProgram::function(const std::string& name) {
  const std::lock_guard lock(busy_);
  std::unique_ptr<CuFunction>& entry = functions_[name];
  if (!entry) {
    const Current current(*context_);
    CUfunction function = nullptr;
    check(api().cuModuleGetFunction(&function, module_, name.c_str()),
          fmt::format("find the kernel {}", name).c_str());
    allow_shared_memory(function, context_->device());
    entry = std::make_unique<CuFunction>(function, capability_of(context_->device()) >= 90);
  }
  return *entry;
}

std::vector<std::byte> CuProgram::binary() const {
  return gpu::sealed(seal_kind, image_);
}

std::unique_ptr<CuProgram> load_program(SharedContext context, std::span<const std::byte> binary) {
  const auto image = gpu::unsealed(seal_kind, binary);
  return std::make_unique<CuProgram>(std::move(context),
                                     std::vector<std::byte>(image.begin(), image.end()));
}

}  // namespace selvage::cuda
