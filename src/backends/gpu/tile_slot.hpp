// SPDX-License-Identifier: Apache-2.0
#pragma once
// A place for one tile on its way through the device: staging, buffers, and a stream of its own.

#include <array>
#include <memory>
#include <optional>

#include "backends/gpu/device.hpp"
#include "backends/gpu/pass_chain.hpp"
#include "backends/gpu/tiles.hpp"

namespace selvage::gpu {

struct SlotBytes {
  // Of each of device_ports; on the device, and again in pinned host memory.
  std::array<std::size_t, device_ports.size()> ports = {};
  BetweenBytes between = {};

  std::size_t on_device() const;
  // None is smaller than that of `other`, and nothing is there or missing that is not there too.
  bool can_hold(const SlotBytes& other) const;
};

// For the tiles of a grid.
SlotBytes slot_bytes(const PassChain& chain, const TileGrid& grid, const Problem& problem);

// Blocks. Throws OutOfMemory; also for a buffer larger than the device's largest.
Between make_between(Device& device, const BetweenBytes& bytes);

struct TileSlot {
  // Blocks. Throws OutOfMemory.
  TileSlot(Device& device, const SlotBytes& asked);

  struct Port {  // null where there is no such
    std::unique_ptr<HostBuffer> host;
    std::unique_ptr<Buffer> device;
  };
  SlotBytes bytes;
  std::array<Port, device_ports.size()> ports;
  Between between;
  std::unique_ptr<Stream> stream;  // the last to come and the first to go

  std::optional<Tile> tile = {};  // under way
  std::size_t index = 0;          // of that tile
  double gather_seconds = 0.0;    // of the host, for that tile
};

}  // namespace selvage::gpu
