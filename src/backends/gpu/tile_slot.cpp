// SPDX-License-Identifier: Apache-2.0
#include "backends/gpu/tile_slot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "backends/gpu/stage_times.hpp"
#include "core/checked.hpp"

namespace selvage::gpu {
namespace {

// Returns the largest width and height that each pass reads, and that the last one computes. A
// tile's width depends only on its column, its height only on its row.
std::vector<Rect> largest_rects(const PassChain& chain, const TileGrid& grid) {
  std::vector<Rect> largest(chain.passes().size() + 1);
  const auto widen = [&](const Rect& compute) {
    const auto rects = chain.rects(compute);
    for (std::size_t i = 0; i < rects.size(); ++i) {
      largest[i].width = std::max(largest[i].width, rects[i].width);
      largest[i].height = std::max(largest[i].height, rects[i].height);
    }
  };
  for (int column = 0; column < grid.columns(); ++column) widen(grid.rect(column, 0));
  for (int row = 0; row < grid.rows(); ++row) widen(grid.rect(0, row));
  return largest;
}

std::unique_ptr<Buffer> make_buffer(Device& device, std::size_t bytes) {
  if (bytes == 0) return nullptr;
  const std::size_t largest = device.facts().gpu.largest_buffer_bytes;
  if (largest > 0 && bytes > largest)
    throw OutOfMemory(
        fmt::format("a buffer of {} bytes; the device's largest has {}", bytes, largest));
  return device.buffer(bytes);
}

}  // namespace

std::size_t SlotBytes::on_device() const {
  std::size_t sum = checked_add(between.images[0], between.images[1], between.scratch);
  for (const std::size_t port : ports) sum = checked_add(sum, port);
  return sum;
}

bool SlotBytes::can_hold(const SlotBytes& other) const {
  const auto holds = [](std::size_t own, std::size_t others) {
    return own >= others && (own > 0) == (others > 0);
  };
  return std::ranges::equal(ports, other.ports, holds) &&
         std::ranges::equal(between.images, other.between.images, holds) &&
         holds(between.scratch, other.between.scratch) && holds(recomputed, other.recomputed);
}

SlotBytes slot_bytes(const PassChain& chain, const TileGrid& grid, const Problem& problem) {
  const std::vector<Rect> largest = largest_rects(chain, grid);
  int images = grid.shape().images;
  if (problem.whole_depth > 1)  // its slices are images
    for (int slab = 0; slab < grid.slabs(); ++slab)
      images = std::max(images, chain.slices(grid.slices(slab)).front().count);
  const auto bytes = [&](PixelType type, const Rect& rect, int channels) {
    return checked_mul(sample_bytes(type), rect.width, rect.height, channels, images);
  };
  // The bytes that a tile reads from a port; an unused port has no width.
  const auto read = [&](const ConstImageView& port, PixelType type, int channels) {
    const bool whole = reads_whole_inputs(problem.filter);
    const Rect rect = whole ? Rect{0, 0, port.width, port.height} : largest.front();
    return bytes(type, rect, channels);
  };
  const auto given = [&](const ConstImageView& port) {
    return port.width > 0 ? read(port, port.type, port.channels) : 0;
  };
  const Inputs& in = problem.shapes;
  const bool flags = std::holds_alternative<GeometryGuided>(problem.filter);
  return {.ports = {read(in.image, problem.type, problem.channels), given(in.guide),
                    problem.mask ? read(in.mask, PixelType::u8, 1) : 0, given(in.normals),
                    given(in.depth), bytes(problem.type, largest.back(), result_channels(problem)),
                    flags ? bytes(PixelType::u8, largest.back(), 1) : 0},
          .between = chain.between_bytes(largest, images),
          .recomputed = chain.certified({0, 0, 1, 1}, 1) > 0 ? Kernel::recomputed_bytes : 0};
}

TileGrid smaller_tiles(const PassChain& chain, const TileGrid& grid, const Problem& problem) {
  TileGrid smallest = grid;
  std::size_t least = std::numeric_limits<std::size_t>::max();
  for (const TileShape& shape : {halved(grid.shape()), with_half_slices(grid.shape())}) {
    if (shape == grid.shape()) continue;
    const TileGrid smaller = grid.with(shape);
    const std::size_t bytes = slot_bytes(chain, smaller, problem).on_device();
    if (bytes >= least) continue;
    least = bytes;
    smallest = smaller;
  }
  return smallest;
}

Between make_between(Device& device, const BetweenBytes& bytes) {
  return {.images = {make_buffer(device, bytes.images[0]), make_buffer(device, bytes.images[1])},
          .scratch = make_buffer(device, bytes.scratch)};
}

TileSlot::TileSlot(Device& device, const SlotBytes& asked) : bytes(asked) {
  for (std::size_t i = 0; i < ports.size(); ++i)
    ports[i].device = make_buffer(device, bytes.ports[i]);
  between = make_between(device, bytes.between);
  stream = device.stream();
  TileMarks::all(*stream);
  stream->wait();
}

void TileSlot::download_count() const {
  if (recomputed)
    stream->download(recomputed->data(), *between.scratch, 0, Kernel::recomputed_bytes);
}

std::int64_t TileSlot::count() const {
  std::int64_t samples = 0;
  if (recomputed) std::memcpy(&samples, recomputed->data(), sizeof samples);
  return samples;
}

void reserve_staging(Device& device, TaskRunner& runner, std::span<TileSlot> slots) {
  std::vector<std::size_t> sizes;
  std::vector<std::unique_ptr<HostBuffer>*> places;
  const auto add = [&](std::size_t bytes, std::unique_ptr<HostBuffer>& place) {
    if (bytes == 0 || place) return;
    sizes.push_back(bytes);
    places.push_back(&place);
  };
  for (TileSlot& slot : slots) {
    for (std::size_t i = 0; i < slot.ports.size(); ++i)
      add(slot.bytes.ports[i], slot.ports[i].host);
    add(slot.bytes.recomputed, slot.recomputed);
  }
  auto buffers = device.host_buffers(sizes, runner);
  for (std::size_t i = 0; i < places.size(); ++i) *places[i] = std::move(buffers[i]);
}

}  // namespace selvage::gpu
