// SPDX-License-Identifier: Apache-2.0
#include "backends/opencl/opencl_memory.hpp"

#include <algorithm>

#include "backends/opencl/opencl_error.hpp"

namespace selvage::opencl {
namespace {

// OpenCL has no empty buffers.
Memory reserve(cl_context context, cl_bitfield flags, std::size_t bytes) {
  cl_int status = CL_SUCCESS;
  Memory memory(
      api().clCreateBuffer(context, flags, std::max<std::size_t>(bytes, 1), nullptr, &status));
  check_allocation(status, bytes);
  return memory;
}

}  // namespace

std::unique_ptr<ClBuffer> make_buffer(cl_context context, cl_command_queue queue,
                                      std::size_t bytes) {
  Memory memory = reserve(context, CL_MEM_READ_WRITE, bytes);
  const std::byte zero{0};
  const std::size_t last = std::max<std::size_t>(bytes, 1) - 1;
  check_allocation(
      api().clEnqueueWriteBuffer(queue, memory.get(), CL_TRUE, last, 1, &zero, 0, nullptr, nullptr),
      bytes);
  return std::make_unique<ClBuffer>(std::move(memory));
}

ClHostBuffer::ClHostBuffer(cl_context context, cl_command_queue queue, std::size_t bytes)
    : queue_(share(queue)),
      memory_(reserve(context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes)) {
  cl_int status = CL_SUCCESS;
  data_ = static_cast<std::byte*>(
      api().clEnqueueMapBuffer(queue_.get(), memory_.get(), CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                               std::max<std::size_t>(bytes, 1), 0, nullptr, nullptr, &status));
  check_allocation(status, bytes);
}

ClHostBuffer::~ClHostBuffer() {
  const Api& cl = *find_api();
  if (cl.clEnqueueUnmapMemObject(queue_.get(), memory_.get(), data_, 0, nullptr, nullptr) ==
      CL_SUCCESS)
    cl.clFinish(queue_.get());
}

Queue share(cl_command_queue queue) {
  check(api().clRetainCommandQueue(queue), "use the command queue");
  return Queue(queue);
}

}  // namespace selvage::opencl
