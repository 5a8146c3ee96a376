// SPDX-License-Identifier: Apache-2.0
#pragma once
// A tile of the guided filter in double precision.

#include <optional>

#include "backends/cpu/kernel.hpp"
#include "methods/local_linear/cpu/linear_results.hpp"
#include "methods/local_linear/cpu/means_between.hpp"

namespace selvage::cpu {

struct LinearTileJob {
  const Source& source;
  Rect rect;  // in the whole image's coordinates
  ImageView target;
  const Controls& controls;
};

// Filters tiles up to a size. Results do not depend on it.
class LinearTiles {
 public:
  LinearTiles(const Problem& problem, const Tile& tile, const LinearLoops& loops);

  // The buffers of one thread.
  class Worker {
   public:
    explicit Worker(const LinearTiles& tiles);

   private:
    friend class LinearTiles;
    GridMeans means_;
    std::optional<MeansBetween> between_;  // with a subsample
    LinearRoom room_;
    LinearResults results_;
  };

  void filter(const LinearTileJob& job, Worker& w) const;

 private:
  void filter_coarsely(const LinearTileJob& job, Worker& w) const;
  void emit(const LinearTileJob& job, int y, LinearRow row, Worker& w) const;

  Problem problem_;
  Guided filter_;
  LocalLinearShape shape_;
  LinearLoops loops_;
  LinearLoader loader_;
  int halo_;
};

}  // namespace selvage::cpu
