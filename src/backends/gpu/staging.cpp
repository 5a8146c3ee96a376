// SPDX-License-Identifier: Apache-2.0
#include "backends/gpu/staging.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <tuple>

#include "backends/gpu/row_copies.hpp"
#include "core/checked.hpp"
#include "core/pages.hpp"
#include "core/samples.hpp"
#include "core/views.hpp"

namespace selvage::gpu {
namespace {

constexpr std::size_t piece_bytes = 128 << 10;  // of one task: 10 to 20 us of copying

int times_into(std::size_t part, std::size_t whole) {
  return static_cast<int>((whole + part - 1) / part);
}

std::size_t row_bytes(const ConstImageView& v) {
  return checked_mul(sample_bytes(v.type), v.channels, v.width);
}

// The rows of one task: of one image, for images of the batch one after another.
struct Pieces {
  explicit Pieces(const ConstImageView& view)
      : rows(std::max(1, static_cast<int>(piece_bytes / row_bytes(view)))),
        in_image(times_into(static_cast<std::size_t>(rows), static_cast<std::size_t>(view.height))),
        count(in_image * view.batch) {}

  template <class View>
  View of(const View& view, int index) const {
    const int first = index % in_image * rows;
    return view.image(index / in_image)
        .region({0, first, view.width, std::min(rows, view.height - first)});
  }

  int rows, in_image, count;
};

// Returns whether each row of each channel is contiguous, and so few channels lie apart.
bool planes_are_solid(const ConstImageView& v) {
  constexpr int most = std::tuple_size_v<Planes<std::byte>>;
  return v.channels > 1 && v.channels <= most &&
         v.stride.pixel == static_cast<std::ptrdiff_t>(sample_bytes(v.type));
}

template <class Byte>
Planes<Byte> planes_of(const BasicImageView<Byte>& v, int y) {
  Planes<Byte> planes = {};
  for (int c = 0; c < v.channels; ++c) planes.at(static_cast<std::size_t>(c)) = v.at(0, y, c);
  return planes;
}

// Copies to memory that the host will not read.
void copy_away(const ConstImageView& from, const ImageView& to) {
  const std::size_t row = row_bytes(from);
  const auto is_whole = [&](const ConstImageView& v) {
    return v.stride.row == static_cast<std::ptrdiff_t>(row);
  };
  const bool whole = is_whole(from) && is_whole(to);
  const int step = whole ? from.height : 1;
  for (int y = 0; y < from.height; y += step)
    streaming_copy(to.at(0, y), from.at(0, y), row * static_cast<std::size_t>(step));
}

void copy_piece(const ConstImageView& from, const ImageView& to, bool is_upload) {
  const std::size_t sample = sample_bytes(from.type);
  const auto pixels = static_cast<std::size_t>(from.width);
  if (rows_are_solid(from) && rows_are_solid(to)) {
    is_upload ? copy_away(from, to) : copy_samples(from, to);
  } else if (planes_are_solid(from) && rows_are_solid(to)) {
    for (int y = 0; y < from.height; ++y)
      interleave(to.at(0, y), planes_of(from, y), pixels, sample);
  } else if (rows_are_solid(from) && planes_are_solid(to)) {
    for (int y = 0; y < from.height; ++y) separate(planes_of(to, y), from.at(0, y), pixels, sample);
  } else {
    copy_samples(from, to);
  }
}

// Bytes of the first huge page that lie before the memory.
std::size_t bytes_before(std::span<std::byte> memory) {
  return reinterpret_cast<std::uintptr_t>(memory.data()) % huge_page;
}

// The number of huge pages, whole or in part, that memory covers.
int huge_pages_of(std::span<std::byte> memory) {
  return times_into(huge_page, bytes_before(memory) + memory.size());
}

void populate_page(std::span<std::byte> memory, std::size_t index) {
  const std::size_t before = bytes_before(memory), from = index * huge_page;
  const std::size_t begin = std::max(from, before) - before;
  const std::size_t end = std::min(from + huge_page - before, memory.size());
  selvage::populate(memory.data() + begin, end - begin);
}

}  // namespace

ImageView view_at(std::byte* memory, const ConstImageView& shape) {
  return {.data = memory,
          .type = shape.type,
          .width = shape.width,
          .height = shape.height,
          .channels = shape.channels,
          .alpha = shape.alpha,
          .batch = shape.batch,
          .depth = shape.depth,
          .stride = shape.stride};
}

void copy_staged(TaskRunner& runner, std::span<const StagingCopy> copies) {
  int tasks = 0;
  for (const StagingCopy& copy : copies) tasks += Pieces(copy.from).count;
  const auto task = [&](int index, int) {
    for (const StagingCopy& copy : copies) {
      const Pieces pieces(copy.from);
      if (index < pieces.count)
        return copy_piece(pieces.of(copy.from, index), pieces.of(copy.to, index), copy.is_upload);
      index -= pieces.count;
    }
  };
  if (tasks == 1) return task(0, 0);
  runner.run(tasks, std::ref(task));  // std::ref avoids an allocation
}

void populate(TaskRunner& runner, std::span<const std::span<std::byte>> memory) {
  int pages = 0;
  for (const std::span<std::byte> part : memory) pages += huge_pages_of(part);
  const auto task = [&](int index, int) {
    for (const std::span<std::byte> part : memory) {
      if (index < huge_pages_of(part)) return populate_page(part, static_cast<std::size_t>(index));
      index -= huge_pages_of(part);
    }
  };
  runner.run(pages, std::ref(task));
}

void populate(TaskRunner& runner, const ImageView& output) {
  const Extent extent = extent_of("output", output);
  const std::span memory(output.data + extent.first,
                         static_cast<std::size_t>(extent.last - extent.first));
  const std::size_t samples = checked_mul(row_bytes(output), output.height, output.batch);
  if (samples >= 2 * huge_page && samples >= memory.size() / 2) populate(runner, {&memory, 1});
}

}  // namespace selvage::gpu
