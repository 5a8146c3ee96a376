// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/cuda_device.hpp"

#include <algorithm>
#include <utility>

#include "backends/cuda/cuda_info.hpp"
#include "backends/cuda/cuda_memory.hpp"
#include "backends/cuda/cuda_program.hpp"
#include "backends/cuda/cuda_stream.hpp"
#include "backends/cuda/nvrtc.hpp"
#include "backends/gpu/copy_speed.hpp"
#include "backends/gpu/staging.hpp"
#include "selvage/error.hpp"

namespace selvage::cuda {
namespace {

constexpr std::size_t trial_bytes = 4 << 20;  // copies of about a millisecond on PCIe

}  // namespace

CuDevice::CuDevice(CUdevice device, std::size_t memory_limit)
    : context_(std::make_shared<const Context>(device)),
      capability_(capability_of(device)),
      identity_(identify(device)) {
  facts_.backend = "cuda";
  facts_.gpu = read_facts(device);
  read_memory(memory_limit);
  const double speed = gpu::measure_copies(*this, trial_bytes);
  if (speed > 0.0) facts_.gpu.copy_bytes_per_second = speed;
}

void CuDevice::read_memory(std::size_t memory_limit) {
  const Current current(*context_);
  std::size_t available = 0, total = 0;
  check(api().cuMemGetInfo(&available, &total), "tell the device's free memory");
  available -= available / 20;  // reserved for the driver, which needs memory to run kernels
  if (memory_limit > 0) available = std::min(available, memory_limit);
  facts_.gpu.memory_bytes = available;
  facts_.gpu.largest_buffer_bytes = available;
}

std::unique_ptr<gpu::Buffer> CuDevice::buffer(std::size_t bytes) {
  return std::make_unique<CuBuffer>(context_, bytes);
}

std::unique_ptr<gpu::HostBuffer> CuDevice::host_buffer(std::size_t bytes) {
  auto buffer = std::make_unique<CuHostBuffer>(context_, bytes);
  buffer->lock();
  return buffer;
}

// First all address space, then all pages, then all locks: each would make other threads wait that
// touch pages (docs/journal/0034).
std::vector<std::unique_ptr<gpu::HostBuffer>> CuDevice::host_buffers(
    std::span<const std::size_t> sizes, TaskRunner& runner) {
  std::vector<std::unique_ptr<gpu::HostBuffer>> buffers;
  std::vector<CuHostBuffer*> made;
  std::vector<std::span<std::byte>> fresh;
  for (const std::size_t bytes : sizes) {
    auto buffer = std::make_unique<CuHostBuffer>(context_, bytes);
    fresh.push_back(buffer->own_pages());
    made.push_back(buffer.get());
    buffers.push_back(std::move(buffer));
  }
  gpu::populate(runner, fresh);
  for (CuHostBuffer* buffer : made) buffer->lock();
  return buffers;
}

bool CuDevice::is_page_locked(const std::byte* first, std::size_t bytes) const {
  const Current current(*context_);
  const auto address = reinterpret_cast<CUdeviceptr>(first);
  unsigned type = 0;  // stays 0 for memory that CUDA does not know
  CUdeviceptr start = 0;
  std::size_t size = 0;
  constexpr int asked[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR,
                           CU_POINTER_ATTRIBUTE_RANGE_SIZE};
  void* answers[] = {&type, &start, &size};
  if (api().cuPointerGetAttributes(3, asked, answers, address) != CUDA_SUCCESS) return false;
  return type == CU_MEMORYTYPE_HOST && start <= address && address - start <= size &&
         bytes <= size - (address - start);
}

std::unique_ptr<gpu::Stream> CuDevice::stream() {
  return std::make_unique<CuStream>(context_);
}

std::unique_ptr<gpu::Program> CuDevice::build(const std::string& source,
                                              std::span<const std::string> options) {
  if (const std::string missing = missing_compiler(capability_); !missing.empty())
    throw Error(Errc::device, "CUDA cannot compile kernels: " + missing,
                "install what is missing, or use another device");
  const Nvrtc& nvrtc = *find_nvrtc(capability_);
  return std::make_unique<CuProgram>(context_,
                                     nvrtc.compile(source, options, *nvrtc.target(capability_)));
}

std::unique_ptr<gpu::Program> CuDevice::load(std::span<const std::byte> binary) {
  return load_program(context_, binary);
}

std::unique_ptr<gpu::Buffer> CuDevice::wrap_buffer(std::uint64_t handle) {
  return std::make_unique<CuBuffer>(CUdeviceptr{handle});
}

std::unique_ptr<gpu::Stream> CuDevice::wrap_stream(void* handle) {
  return std::make_unique<CuStream>(context_, static_cast<CUstream>(handle));
}

}  // namespace selvage::cuda
