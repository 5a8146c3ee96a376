// SPDX-License-Identifier: Apache-2.0
#include "backends/opencl/opencl_stream.hpp"

#include <optional>
#include <stdexcept>

#include "backends/opencl/opencl_error.hpp"
#include "backends/opencl/opencl_memory.hpp"
#include "backends/opencl/opencl_program.hpp"

namespace selvage::opencl {
namespace {

cl_mem memory_of(const gpu::Buffer& buffer) {
  return static_cast<const ClBuffer&>(buffer).get();
}

// Returns when the device reached a mark, in nanoseconds of its clock; nothing if the queue records
// no times.
std::optional<cl_ulong> time_of(cl_event mark) {
  cl_ulong nanoseconds = 0;
  const cl_int status = api().clGetEventProfilingInfo(mark, CL_PROFILING_COMMAND_END,
                                                      sizeof nanoseconds, &nanoseconds, nullptr);
  if (status == CL_PROFILING_INFO_NOT_AVAILABLE) return {};
  check(status, "read a mark's time");
  return nanoseconds;
}

}  // namespace

ClStream::~ClStream() {
  if (own_) find_api()->clFinish(queue_.get());
}

void ClStream::upload(gpu::Buffer& to, std::size_t offset, const std::byte* from,
                      std::size_t bytes) {
  if (bytes == 0) return;
  check(api().clEnqueueWriteBuffer(queue_.get(), memory_of(to), CL_FALSE, offset, bytes, from, 0,
                                   nullptr, nullptr),
        "copy to the device");
}

void ClStream::download(std::byte* to, const gpu::Buffer& from, std::size_t offset,
                        std::size_t bytes) {
  if (bytes == 0) return;
  check(api().clEnqueueReadBuffer(queue_.get(), memory_of(from), CL_FALSE, offset, bytes, to, 0,
                                  nullptr, nullptr),
        "copy from the device");
}

void ClStream::launch(gpu::Function& function, const gpu::Launch& launch) {
  static_cast<ClFunction&>(function).launch(queue_.get(), launch);
}

void ClStream::record(int slot) {
  cl_event event = nullptr;
  check(api().clEnqueueMarkerWithWaitList(queue_.get(), 0, nullptr, &event), "set a mark");
  marks_.at(static_cast<std::size_t>(slot)) = Event(event);
}

const Event& ClStream::mark(int slot) const {
  const Event& event = marks_.at(static_cast<std::size_t>(slot));
  if (!event) throw std::logic_error("no mark was set in this slot of the stream");
  return event;
}

double ClStream::seconds_between(int first, int second) {
  const auto start = time_of(mark(first).get());
  const auto end = time_of(mark(second).get());
  if (!start || !end || *end < *start) return 0.0;
  return 1e-9 * static_cast<double>(*end - *start);
}

void ClStream::flush() {
  check(api().clFlush(queue_.get()), "start the commands");
}

void ClStream::wait() {
  check(api().clFinish(queue_.get()), "finish the commands");
}

}  // namespace selvage::opencl
