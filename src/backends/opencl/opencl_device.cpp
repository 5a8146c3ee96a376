// SPDX-License-Identifier: Apache-2.0
#include "backends/opencl/opencl_device.hpp"

#include <bit>

#include "backends/gpu/copy_speed.hpp"
#include "backends/opencl/opencl_error.hpp"
#include "backends/opencl/opencl_memory.hpp"
#include "backends/opencl/opencl_program.hpp"
#include "backends/opencl/opencl_stream.hpp"
#include "selvage/error.hpp"

namespace selvage::opencl {
namespace {

// Bytes of the copies that measure speed. They take about a millisecond on PCIe or on a CPU.
constexpr std::size_t trial_bytes = 4 << 20, processor_trial_bytes = 1 << 20;

Context make_context(cl_device_id device) {
  cl_int status = CL_SUCCESS;
  Context context(api().clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status));
  check(status, "open the device");
  return context;
}

[[noreturn]] void throw_foreign(const char* what) {
  throw Error(Errc::device, std::string("the OpenCL ") + what + " belongs to another context",
              "make it in the context that the filter runs in");
}

}  // namespace

ClDevice::ClDevice(const Found& found, std::size_t memory_limit)
    : device_(found.device),
      context_(make_context(found.device)),
      queue_(make_queue()),
      identity_(identify(found)),
      keeps_programs_(is_pocl(found)) {
  facts_.backend = "opencl";
  facts_.gpu = read_facts(device_, memory_limit);
  const double speed =
      gpu::measure_copies(*this, facts_.gpu.is_processor ? processor_trial_bytes : trial_bytes);
  if (speed > 0.0) facts_.gpu.copy_bytes_per_second = speed;
}

Queue ClDevice::make_queue() const {
  cl_int status = CL_SUCCESS;
  Queue queue(
      api().clCreateCommandQueue(context_.get(), device_, CL_QUEUE_PROFILING_ENABLE, &status));
  check(status, "make a command queue");
  return queue;
}

std::unique_ptr<gpu::Buffer> ClDevice::buffer(std::size_t bytes) {
  return make_buffer(context_.get(), queue_.get(), bytes);
}

std::unique_ptr<gpu::HostBuffer> ClDevice::host_buffer(std::size_t bytes) {
  return std::make_unique<ClHostBuffer>(context_.get(), queue_.get(), bytes);
}

std::unique_ptr<gpu::Stream> ClDevice::stream() {
  return std::make_unique<ClStream>(make_queue(), true);
}

std::unique_ptr<gpu::Program> ClDevice::build(const std::string& source,
                                              std::span<const std::string> options) {
  return build_program(context_.get(), device_, source, options);
}

std::unique_ptr<gpu::Program> ClDevice::load(std::span<const std::byte> binary) {
  return load_program(context_.get(), device_, binary);
}

std::unique_ptr<gpu::Buffer> ClDevice::wrap_buffer(std::uint64_t handle) {
  cl_mem memory = std::bit_cast<cl_mem>(handle);
  cl_context context = nullptr;
  check(api().clGetMemObjectInfo(memory, CL_MEM_CONTEXT, sizeof(cl_context),
                                 static_cast<void*>(&context), nullptr),
        "use the buffer");
  if (context != context_.get()) throw_foreign("buffer");
  check(api().clRetainMemObject(memory), "use the buffer");
  return std::make_unique<ClBuffer>(Memory(memory));
}

std::unique_ptr<gpu::Stream> ClDevice::wrap_stream(void* handle) {
  cl_command_queue queue = static_cast<cl_command_queue>(handle);
  cl_context context = nullptr;
  check(api().clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof(cl_context),
                                    static_cast<void*>(&context), nullptr),
        "use the command queue");
  if (context != context_.get()) throw_foreign("command queue");
  return std::make_unique<ClStream>(share(queue), false);
}

}  // namespace selvage::opencl
