// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/cuda_stream.hpp"

#include <stdexcept>
#include <utility>

#include "backends/cuda/cuda_memory.hpp"
#include "backends/cuda/cuda_program.hpp"
#include "selvage/error.hpp"

namespace selvage::cuda {
namespace {

CUdeviceptr address_of(const gpu::Buffer& buffer, std::size_t offset) {
  return static_cast<const CuBuffer&>(buffer).get() + offset;
}

}  // namespace

CuStream::CuStream(SharedContext context) : context_(std::move(context)), own_(true) {
  const Current current(*context_);
  check(api().cuStreamCreate(&stream_, CU_STREAM_NON_BLOCKING), "make a stream");
}

CuStream::CuStream(SharedContext context, CUstream stream)
    : context_(std::move(context)), stream_(stream) {
  const Current current(*context_);
  CUcontext owner = nullptr;
  check(api().cuStreamGetCtx(stream_, &owner), "use the stream");
  if (owner != context_->get())
    throw Error(Errc::device, "the CUDA stream belongs to another context",
                "make it in the primary context of the device that the filter runs on");
}

CuStream::~CuStream() {
  const Current current(*context_, std::nothrow);
  if (!current) return;
  const Api& cuda = *find_api();
  // After an exception, nothing else waits for the commands in flight.
  if (own_) cuda.cuStreamSynchronize(stream_);
  for (CUevent event : marks_)
    if (event) cuda.cuEventDestroy(event);
  if (own_) cuda.cuStreamDestroy(stream_);
}

void CuStream::upload(gpu::Buffer& to, std::size_t offset, const std::byte* from,
                      std::size_t bytes) {
  if (bytes == 0) return;
  const Current current(*context_);
  check(api().cuMemcpyHtoDAsync(address_of(to, offset), from, bytes, stream_),
        "copy to the device");
}

void CuStream::download(std::byte* to, const gpu::Buffer& from, std::size_t offset,
                        std::size_t bytes) {
  if (bytes == 0) return;
  const Current current(*context_);
  check(api().cuMemcpyDtoHAsync(to, address_of(from, offset), bytes, stream_),
        "copy from the device");
}

void CuStream::launch(gpu::Function& function, const gpu::Launch& launch) {
  const Current current(*context_);
  static_cast<const CuFunction&>(function).launch(stream_, launch);
}

void CuStream::record(int slot) {
  const Current current(*context_);
  CUevent& event = marks_.at(static_cast<std::size_t>(slot));
  if (!event) check(api().cuEventCreate(&event, CU_EVENT_DEFAULT), "make a mark");
  check(api().cuEventRecord(event, stream_), "set a mark");
}

CUevent CuStream::mark(int slot) const {
  CUevent event = marks_.at(static_cast<std::size_t>(slot));
  if (!event) throw std::logic_error("no mark was set in this slot of the stream");
  return event;
}

double CuStream::seconds_between(int first, int second) {
  const Current current(*context_);
  float milliseconds = 0.0f;
  check(api().cuEventElapsedTime(&milliseconds, mark(first), mark(second)), "read a mark's time");
  return 1e-3 * static_cast<double>(milliseconds);
}

bool CuStream::is_captured() {
  const Current current(*context_);
  int status = 0;
  check(api().cuStreamIsCapturing(stream_, &status), "use the stream");
  return status != 0;
}

void CuStream::wait() {
  const Current current(*context_);
  check(api().cuStreamSynchronize(stream_), "finish the commands");
}

}  // namespace selvage::cuda
