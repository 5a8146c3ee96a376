// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the checks of images in device memory share.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "backends/gpu/staging.hpp"
#include "core/views.hpp"
#include "selvage/interop.hpp"

namespace selvage {

// Gives buffers addresses as if they were host memory, so that the checks of views apply to them.
// The addresses are compared, never read. CUDA buffers are addresses; OpenCL handles are spread far
// apart.
class DeviceAddresses {
 public:
  // The buffers must outlive this.
  DeviceAddresses(std::span<const std::uint64_t> buffers, bool are_addresses)
      : buffers_(buffers), are_addresses_(are_addresses) {}

  ImageView view(const DeviceImage& image) const {
    if (image.buffer == 0) return gpu::view_at(nullptr, image.shape);
    const std::uint64_t address = base(image.buffer) + static_cast<std::uint64_t>(image.offset);
    return gpu::view_at(std::bit_cast<std::byte*>(address), image.shape);
  }

  // Returns an empty range for memory without a buffer.
  AddressRange range(const DeviceMemory& memory, std::size_t bytes) const {
    if (memory.buffer == 0) return {};
    const std::uint64_t address = base(memory.buffer) + static_cast<std::uint64_t>(memory.offset);
    return {address, address + bytes};
  }

 private:
  std::uint64_t base(std::uint64_t buffer) const {
    if (are_addresses_) return buffer;
    constexpr int far_apart = 44;  // more bits than an offset has
    std::uint64_t number = 1;
    for (const std::uint64_t other : buffers_) {
      if (other == buffer) break;
      ++number;
    }
    return number << far_apart;
  }

  std::span<const std::uint64_t> buffers_;
  bool are_addresses_;
};

// Kernels assume that a buffer begins where an allocation may. Splits an address of CUDA into such
// a buffer and an offset.
template <class Memory>
void split_address(Memory& memory) {
  constexpr std::uint64_t allocation = 256;  // bytes; CUDA's allocations begin at multiples
  const std::uint64_t within = memory.buffer % allocation;
  memory.buffer -= within;
  memory.offset += static_cast<std::ptrdiff_t>(within);
}

// A GPU reads a sample only at a multiple of its size. Throws Error{invalid_argument}.
void check_alignment(std::string_view port, const DeviceImage& image);

}  // namespace selvage
