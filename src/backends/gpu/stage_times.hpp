// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where the time of a run went, though copies and kernels of several tiles go on at the same time.

#include <chrono>
#include <cstddef>
#include <span>
#include <vector>

#include "backends/gpu/device.hpp"
#include "core/problem.hpp"

namespace selvage::gpu {

// The marks that a tile leaves in its stream. A stream has 32 of them, so that neighbouring passes
// of a long chain share one and its time in equal parts.
class TileMarks {
 public:
  explicit TileMarks(std::size_t passes);

  // Each enqueues a mark.
  void run_begins(Stream& stream) const { stream.record(run_mark); }
  void tile_begins(Stream& stream) const { stream.record(tile_mark); }
  void uploaded(Stream& stream) const { stream.record(upload_mark); }
  void passed(Stream& stream, std::size_t pass) const;
  void downloaded(Stream& stream) const { stream.record(slot_after(groups_)); }
  // All of them, so that later ones find what the driver allocates for a mark.
  void all(Stream& stream) const;

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

// Adds up the times of a run's tiles.
class StageTimes {
 public:
  explicit StageTimes(std::size_t passes) : marks_(passes), passes_(passes) {}

  const TileMarks& marks() const { return marks_; }
  void start();        // a run
  void start_tiles();  // all of them; what was added up is dropped
  // The marks of a tile that `stream` has passed, and what the host took beside. Tiles come in the
  // order of their upload.
  void add_tile(Stream& stream, double gather_seconds, double scatter_seconds);
  // A stage for each pass, by the device's clock; "upload" and "download" share, in proportion,
  // what else the run took, so that the stages add up to the time of the whole.
  void write(std::span<const Pass> passes, Report& report) const;

 private:
  TileMarks marks_;
  std::vector<double> passes_;            // seconds
  double upload_ = 0.0, download_ = 0.0;  // seconds; partly beside kernels
  double kernels_end_ = 0.0;              // seconds of the device since the run began
  std::chrono::steady_clock::time_point begin_;
};

}  // namespace selvage::gpu
