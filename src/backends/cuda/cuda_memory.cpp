// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/cuda_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

namespace selvage::cuda {
namespace {

// CUDA has no empty buffers.
std::size_t at_least_one(std::size_t bytes) {
  return std::max<std::size_t>(bytes, 1);
}

std::string reserving(std::size_t bytes) {
  return fmt::format("reserve {} bytes", bytes);
}

}  // namespace

CuBuffer::CuBuffer(SharedContext context, std::size_t bytes) : context_(std::move(context)) {
  const Current current(*context_);
  check(api().cuMemAlloc(&address_, at_least_one(bytes)), reserving(bytes).c_str());
}

CuBuffer::~CuBuffer() {
  if (!context_) return;
  const Current current(*context_, std::nothrow);
  if (current) find_api()->cuMemFree(address_);
}

CuHostBuffer::CuHostBuffer(SharedContext context, std::size_t bytes)
    : context_(std::move(context)) {
  const Current current(*context_);
  check(api().cuMemHostAlloc(&data_, at_least_one(bytes), 0), reserving(bytes).c_str());
}

CuHostBuffer::~CuHostBuffer() {
  const Current current(*context_, std::nothrow);
  if (current) find_api()->cuMemFreeHost(data_);
}

}  // namespace selvage::cuda
