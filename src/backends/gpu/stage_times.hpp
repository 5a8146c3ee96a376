// SPDX-License-Identifier: Apache-2.0
#pragma once
// Attributes the time of a run to its stages, although copies and kernels of several tiles overlap.

#include <chrono>
#include <cstddef>
#include <span>
#include <vector>

#include "backends/gpu/device.hpp"
#include "filters/problem.hpp"

namespace selvage::gpu {

// The marks that a tile sets in its stream. A stream has 32 of them, so neighbouring passes of a
// long chain share one and split its time equally.
class TileMarks {
 public:
  explicit TileMarks(std::size_t passes);

  // Each of these enqueues a mark.
  void run_begins(Stream& stream) const { stream.record(run_mark); }
  void tile_begins(Stream& stream) const { stream.record(tile_mark); }
  void uploaded(Stream& stream) const { stream.record(upload_mark); }
  void passed(Stream& stream, std::size_t pass) const;
  void downloaded(Stream& stream) const { stream.record(slot_after(groups_)); }
  // Enqueues every mark once, so that the driver allocates them before the run.
  static void all(Stream& stream);

 private:
  friend class StageTimes;
  static constexpr int slots = 32, run_mark = 31, tile_mark = 0, upload_mark = 1;

  int slot_after(std::size_t group) const { return upload_mark + 1 + static_cast<int>(group); }
  // Passes group_begin(g) .. group_begin(g + 1) - 1 share the mark slot_after(g).
  std::size_t group_begin(std::size_t group) const {
    return (group * passes_ + groups_ - 1) / groups_;
  }

  std::size_t passes_, groups_;
};

// Sums the times of a run's tiles.
class StageTimes {
 public:
  explicit StageTimes(std::size_t passes) : marks_(passes), passes_(passes) {}

  const TileMarks& marks() const { return marks_; }
  void start();        // begins a run
  void start_tiles();  // begins all tiles; drops the sums so far
  // Adds a tile whose marks `stream` has passed, and the host's seconds for it. Tiles come in the
  // order of their upload.
  void add_tile(Stream& stream, double gather_seconds, double scatter_seconds);
  // Writes a stage for each pass, by the device's clock. "upload" and "download" share the rest of
  // the run's time in proportion, so that the stages add up to the whole.
  void write(std::span<const Pass> passes, Report& report) const;

 private:
  TileMarks marks_;
  std::vector<double> passes_;            // seconds
  double upload_ = 0.0, download_ = 0.0;  // seconds; partly overlapping kernels
  double kernels_end_ = 0.0;              // device seconds since the run began
  std::chrono::steady_clock::time_point begin_;
};

}  // namespace selvage::gpu
