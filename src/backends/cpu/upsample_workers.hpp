// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the CPU's threads work in when they upsample.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "backends/cpu/upsample_loop.hpp"
#include "core/upsample.hpp"

namespace selvage::cpu {

// The buffers of one thread: a row of output pixels.
template <class Real>
struct UpsampleWorker {
  std::vector<double> centre, samples;  // the guide's planes, and what they are made from
  std::vector<std::byte> source;        // the small pixels that hold them, interleaved
  std::vector<Real> offset;             // [averaged][stride]
  std::vector<int> columns;             // of the guide
  std::vector<std::uint8_t> guided;     // the guide is valid
  std::vector<std::uint8_t> computed;   // not copied
  std::vector<SmallRow> rows;           // of the window

  // `row`: pixels of a row, a block more than are computed.
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

// Columns of the output and the small pixels that hold them, a block further than there are any.
struct UpsampleColumns {
  std::vector<int> holders;
  std::vector<double> right;

  UpsampleColumns(const UpsampleAxis& axis, int block) {
    for (int x = 0; x < axis.large; ++x) {
      holders.push_back(axis.holder(x));
      right.push_back(axis.beyond(x));
    }
    holders.resize(holders.size() + static_cast<std::size_t>(block), holders.back());
    right.resize(holders.size(), 0.0);
  }
};

}  // namespace selvage::cpu
