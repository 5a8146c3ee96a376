// SPDX-License-Identifier: Apache-2.0
#pragma once
// Holds one tile on its way through the device: staging memory, device buffers and a stream.

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "backends/gpu/device.hpp"
#include "backends/gpu/pass_chain.hpp"
#include "backends/gpu/tiles.hpp"
#include "backends/task_runner.hpp"

namespace selvage::gpu {

struct SlotBytes {
  // Bytes for each of device_ports, on the device and again in pinned host memory.
  std::array<std::size_t, device_ports.size()> ports = {};
  BetweenBytes between = {};
  std::size_t recomputed = 0;  // of pinned host memory, for the count of Kernel::certified

  std::size_t on_device() const;
  // Returns whether a slot of these sizes serves `other`: the same ports, none of them smaller.
  bool can_hold(const SlotBytes& other) const;
};

// Returns the sizes for the tiles of a grid.
SlotBytes slot_bytes(const PassChain& chain, const TileGrid& grid, const Problem& problem);

// Returns tiles of half the longer side (images, where tiles have several) or half the slices,
// whichever need less memory; slices that windows need anyway free none. Returns the same grid if
// its tiles cannot be halved.
TileGrid smaller_tiles(const PassChain& chain, const TileGrid& grid, const Problem& problem);

// Blocks. Throws OutOfMemory, also for a buffer above the device's limit.
Between make_between(Device& device, const BetweenBytes& bytes);

struct TileSlot {
  // Blocks. Throws OutOfMemory. Leaves out the host's memory, which reserve_staging() adds.
  TileSlot(Device& device, const SlotBytes& asked);

  // Enqueues the download of the number of samples that were computed again, if they are counted.
  void download_count() const;
  // Returns what it downloaded, once the stream has finished; 0: nothing is counted.
  std::int64_t count() const;

  struct Port {  // null: the port is not used
    std::unique_ptr<HostBuffer> host;
    std::unique_ptr<Buffer> device;
    const std::byte* source = nullptr;  // of an input: `host`, or the caller's page-locked image
  };
  SlotBytes bytes;
  std::array<Port, device_ports.size()> ports;
  Between between;
  std::unique_ptr<HostBuffer> recomputed;  // null: nothing is counted
  std::unique_ptr<Stream> stream;          // last member: destroyed before the buffers

  GridTile tile = {};           // the last one
  double gather_seconds = 0.0;  // the host's, for that tile
};

// Reserves the page-locked memory of slots that have none yet. Blocks. Throws OutOfMemory.
void reserve_staging(Device& device, TaskRunner& runner, std::span<TileSlot> slots);

}  // namespace selvage::gpu
