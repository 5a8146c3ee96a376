// SPDX-License-Identifier: Apache-2.0
#pragma once
// Pixels of a row that fail their certificate, computed again.

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "methods/fourier_range/cpu/multirate_loops.hpp"

namespace selvage::cpu {

// Calls repair(first, count, together) so that each pixel with failed[i] = 1, else 0, is computed
// once: by itself, or with its neighbours if many of them fail. No result depends on which.
template <class RepairSome>
void repair_failed(const std::uint8_t* failed, int pixels, int together, const RepairSome& repair) {
  const int many = 3 * together / 4;  // about as fast as one by one (docs/journal/0092)
  for (int i = 0; i < pixels;) {
    const void* const found = std::memchr(failed + i, 1, static_cast<std::size_t>(pixels - i));
    if (found == nullptr) return;
    i = static_cast<int>(static_cast<const std::uint8_t*>(found) - failed);
    const int end = std::min(i + together, pixels);
    if (std::count(failed + i, failed + end, std::uint8_t{1}) >= many) {
      repair(i, end - i, true);
    } else {
      for (int x = i; x < end; ++x)
        if (failed[x] != 0) repair(x, 1, false);
    }
    i = end;
  }
}

template <class Item>
struct RepairRow {
  RepairWindow<Item> window = {};  // of the row's first pixel
  int pixels = 0;
  const std::uint8_t* failed = nullptr;
  float unit = 1.0f;        // items of a level
  float* shifts = nullptr;  // in levels
};

// Returns how many pixels were computed. `repair` computes one, or `neighbours`.
template <class Item>
std::int64_t repair_row(const RepairRow<Item>& row, void (*repair)(const Repair<Item>&),
                        int neighbours) {
  std::int64_t count = 0;
  repair_failed(row.failed, row.pixels, neighbours, [&](int first, int some, bool together) {
    float shifts[most_together];
    Repair<Item> job{.window = row.window, .together = together, .shifts = shifts};
    job.window.pixel += first;
    repair(job);
    for (int i = 0; i < some; ++i) {
      if (row.failed[first + i] == 0) continue;
      row.shifts[first + i] = shifts[i] / row.unit;
      ++count;
    }
  });
  return count;
}

}  // namespace selvage::cpu
