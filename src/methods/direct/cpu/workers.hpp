// SPDX-License-Identifier: Apache-2.0
#pragma once
// The buffers of the CPU's threads.

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "backends/cpu/aligned_numbers.hpp"
#include "backends/cpu/executor.hpp"
#include "backends/cpu/images/slice_slots.hpp"
#include "methods/direct/cpu/row_filter.hpp"
#include "methods/direct/pair_shape.hpp"
#include "methods/direct/tile_shape.hpp"

namespace selvage::cpu {

// The memory that PairShape counts. The groups of planes take turns row by row, so each has its own
// sums.
class PairBuffers {
 public:
  void grow(const PairShape& shape, int groups) {
    const auto at_least = [](auto& buffer, std::size_t size) {
      if (buffer.size() < size) buffer = std::remove_cvref_t<decltype(buffer)>(size);
    };
    at_least(weights_buffer_, shape.weights());
    at_least(group_buffer_, checked_mul(groups, shape.totals()));
    at_least(total_buffer_, checked_mul(groups, shape.totals()));
  }

  PairMemory of_group(const PairShape& shape, int g) {
    const std::size_t start = static_cast<std::size_t>(g) * shape.totals();
    return {.weights = weights_buffer_.data(),
            .weight_stride = shape.weight_stride,
            .groups = group_buffer_.data() + start,
            .totals = total_buffer_.data() + start,
            .numbers = static_cast<std::ptrdiff_t>(shape.totals())};
  }

 private:
  AlignedNumbers<float> weights_buffer_, group_buffer_;
  AlignedNumbers<double> total_buffer_;
};

// The buffers of one thread, which TileShape counts. No two threads write to one cache line.
template <class Sample>
struct alignas(64) Worker {
  AlignedNumbers<Sample> tile;              // [rows][planes][stride]
  AlignedNumbers<Sample> centres;           // [planes][stride]: see DirectKernel::centres
  std::vector<MeanOf<Sample>> scales;       // [stride]: see RowJob
  std::vector<MeanOf<Sample>> mean_offset;  // [averaged][stride]
  std::vector<double> totals;               // [groups][1 + sums][stride]
  PairBuffers pairs;                        // for filters that carry sums from row to row
  std::vector<const Sample*> rows;          // the window's rows in one group
  std::vector<std::uint8_t> holes;          // for each loaded row; 1: it has invalid pixels
  std::vector<std::uint8_t> valid, computed;
  SliceSlots slots;  // in `tile` and in `holes`

  // Grows the buffers to fit tiles of this shape. Buffers never shrink.
  void grow(const TileShape& shape) {
    const auto at_least = [](auto& buffer, std::size_t size) {
      if (buffer.size() < size) buffer.resize(size);
    };
    if (tile.size() < shape.tile_elements()) {
      tile = AlignedNumbers<Sample>(shape.tile_elements(), Untouched{});
      started_ = false;
    }
    if (centres.size() < shape.centre_elements())
      centres = AlignedNumbers<Sample>(shape.centre_elements());
    at_least(scales, shape.scale_elements());
    at_least(mean_offset, shape.mean_elements());
    at_least(totals, shape.total_elements());
    at_least(rows, shape.window_rows());
    at_least(holes, static_cast<std::size_t>(shape.rows));
    at_least(valid, static_cast<std::size_t>(shape.stride));
    at_least(computed, static_cast<std::size_t>(shape.stride));
  }

  // Before a tile. The first call clears the memory, on the thread that uses it.
  void start() {
    if (!started_) tile.clear();
    started_ = true;
  }

 private:
  bool started_ = false;
};

// All passes of a plan belong to one candidate, which uses one of the four.
class Workers {
 public:
  template <class Sample>
  std::vector<Worker<Sample>>& of() {
    if constexpr (std::is_same_v<Sample, std::int8_t>)
      return bytes_;
    else if constexpr (std::is_same_v<Sample, std::int16_t>)
      return int16_;
    else if constexpr (std::is_same_v<Sample, float>)
      return single_;
    else
      return double_;
  }

 private:
  std::vector<Worker<std::int8_t>> bytes_;
  std::vector<Worker<std::int16_t>> int16_;
  std::vector<Worker<float>> single_;
  std::vector<Worker<double>> double_;
};

}  // namespace selvage::cpu
