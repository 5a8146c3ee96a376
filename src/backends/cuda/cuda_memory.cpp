// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/cuda_memory.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "core/checked.hpp"
#include "core/pages.hpp"

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
    : context_(std::move(context)), bytes_(at_least_one(bytes)) {
  if (bytes_ >= huge_page) map_pages();
}

CuHostBuffer::~CuHostBuffer() {
  const Current current(*context_, std::nothrow);
  if (current && data_ && mapping_) find_api()->cuMemHostUnregister(data_);
  if (current && data_ && !mapping_) find_api()->cuMemFreeHost(data_);
  unmap_pages();
}

std::span<std::byte> CuHostBuffer::own_pages() const {
  return {static_cast<std::byte*>(pages_), pages_ ? bytes_ : 0};
}

// If a page could be shared with a child process, writes after a fork might go to a copy that the
// device does not see.
void CuHostBuffer::map_pages() {
  std::size_t room = checked_add(bytes_, huge_page);
  void* const mapping =
      mmap(nullptr, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapping == MAP_FAILED) return;
  mapping_ = pages_ = mapping;
  std::align(huge_page, bytes_, pages_, room);
  prefer_huge_pages(static_cast<std::byte*>(pages_), bytes_);
  if (madvise(mapping, bytes_ + huge_page, MADV_DONTFORK) != 0) unmap_pages();
}

void CuHostBuffer::unmap_pages() noexcept {
  if (mapping_) munmap(mapping_, bytes_ + huge_page);
  mapping_ = pages_ = nullptr;
}

void CuHostBuffer::lock() {
  const Current current(*context_);
  if (mapping_ && api().cuMemHostRegister(pages_, bytes_, 0) == CUDA_SUCCESS) {
    data_ = pages_;
    return;
  }
  unmap_pages();
  check(api().cuMemHostAlloc(&data_, bytes_, 0), reserving(bytes_).c_str());
}

}  // namespace selvage::cuda
