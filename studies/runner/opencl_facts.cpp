// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "backends/opencl/opencl_error.hpp"
#include "backends/opencl/opencl_program.hpp"
#include "runner/driver_facts.hpp"
#include "runner/opencl_calls.hpp"

namespace selvage::studies {
namespace {

// Another one of the same function: drivers count the local memory of a kernel's last launch.
opencl::KernelObject fresh(opencl::cl_kernel kernel) {
  std::array<char, 256> name = {};
  opencl::cl_program program = nullptr;
  const OpenclCalls& calls = opencl_calls();
  opencl::check(
      calls.clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, name.size() - 1, name.data(), nullptr),
      "tell a kernel's name");
  opencl::check(calls.clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof(opencl::cl_program),
                                      static_cast<void*>(&program), nullptr),
                "tell a kernel's program");
  opencl::cl_int status = opencl::CL_SUCCESS;
  opencl::KernelObject made(opencl::api().clCreateKernel(program, name.data(), &status));
  opencl::check(status, "make a kernel again");
  return made;
}

}  // namespace

CodeFacts opencl_facts(const gpu::Function& compiled, std::size_t dynamic_bytes) {
  const auto kernel = fresh(static_cast<const opencl::ClFunction&>(compiled).get());
  opencl::cl_ulong bytes = 0;
  // A kernel of a program for one device need not name it.
  const opencl::cl_int status = opencl_calls().clGetKernelWorkGroupInfo(
      kernel.get(), nullptr, CL_KERNEL_LOCAL_MEM_SIZE, sizeof bytes, &bytes, nullptr);
  CodeFacts facts;
  if (status == opencl::CL_SUCCESS) facts.local_bytes = static_cast<int>(bytes + dynamic_bytes);
  return facts;
}

}  // namespace selvage::studies
