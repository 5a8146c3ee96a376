// SPDX-License-Identifier: Apache-2.0
#pragma once
// The buffers of the CPU's threads when they upsample.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "methods/upsampling/cpu/upsample_loop.hpp"
#include "methods/upsampling/upsampling_shape.hpp"

namespace selvage::cpu {

// The buffers of one thread, for a row of output pixels.
template <class Real>
struct UpsampleWorker {
  std::vector<double> centre, samples;  // the guide's planes and their source samples
  std::vector<std::byte> source;        // the small pixels that hold the outputs, interleaved
  std::vector<Real> offset;             // [averaged][stride]
  std::vector<int> columns;             // the guide's columns
  std::vector<std::uint8_t> guided;     // 1: the guide is valid
  std::vector<std::uint8_t> computed;   // 1: not copied
  std::vector<SmallRow> rows;           // the window's rows

  // `row` is the pixels of a row plus a block.
  void reserve(const Upsampling& problem, std::size_t row) {
    const auto planes = static_cast<std::size_t>(problem.distance_planes());
    const std::size_t pixel =
        sample_bytes(problem.image.type) * static_cast<std::size_t>(problem.image.channels);
    centre.resize(planes * row);
    samples.resize(3 * std::max(row, static_cast<std::size_t>(problem.image.width)));
    source.resize(pixel * row);
    offset.resize(static_cast<std::size_t>(problem.layout.averaged) * row);
    columns.resize(row);
    guided.resize(row);
    computed.resize(row);
    rows.resize(2 * static_cast<std::size_t>(problem.window.radius_x) + 1);
  }
};

// The small pixels that hold the columns of the output, and a block beyond the last.
struct UpsampleColumns {
  std::vector<int> holders;
  std::vector<double> right;

  UpsampleColumns(const UpsampleAxis& axis, int block)
      : holders(static_cast<std::size_t>(axis.large) + static_cast<std::size_t>(block)),
        right(holders.size()) {
    // As UpsampleAxis::holder and beyond, without divisions of integers:
    // (2 x + 1) small = 2 large holder + rest
    const std::int64_t large = axis.large;
    std::int64_t rest = axis.small;
    int holder = 0;
    for (std::size_t x = 0; x < static_cast<std::size_t>(axis.large); ++x) {
      holders[x] = holder;
      right[x] = static_cast<double>(rest - large) / (2.0 * axis.large);
      rest += 2 * std::int64_t{axis.small};
      if (rest < 2 * large) continue;
      rest -= 2 * large;
      ++holder;
    }
    std::fill(holders.begin() + axis.large, holders.end(), axis.small - 1);
  }
};

}  // namespace selvage::cpu
