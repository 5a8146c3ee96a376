// SPDX-License-Identifier: Apache-2.0
#pragma once
// The weights of the edge-stopping filter, and its memory on CPU and GPU. The planner and the
// kernels count with the same numbers.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <vector>

#include "core/checked.hpp"
#include "filters/problem.hpp"
#include "planner/tuning.hpp"

namespace selvage {

// Weights at -radius..radius, relative to the centre's.
struct EdgeStoppingWeights {
  std::vector<double> row, column;
};

inline EdgeStoppingWeights edge_stopping_weights(const GeometryGuided& filter) {
  const auto line = [&](const std::vector<float>& given) {
    std::vector<double> weights;
    const int r = filter.radius;
    const double sigma = filter.sigma_space ? double{*filter.sigma_space} : r / 3.0;
    for (int d = -r; d <= r; ++d) {
      const bool one = d == 0 || filter.weights == Weights::box;
      const auto i = static_cast<std::size_t>(d + r);
      weights.push_back(!given.empty()
                            ? double{given[i]} / double{given[static_cast<std::size_t>(r)]}
                        : one ? 1.0
                              : std::exp(-0.5 * d * d / (sigma * sigma)));
    }
    return weights;
  };
  return {line(filter.row), line(filter.column)};
}

// Returns whether weighted sums of samples within the contract (1e18) stay below the largest float.
// Weights far below the centre's may vanish.
inline bool fits_single(const EdgeStoppingWeights& weights) {
  const auto sum = [](const std::vector<double>& w) {
    return std::accumulate(w.begin(), w.end(), 0.0);
  };
  return std::max(sum(weights.row), sum(weights.column)) < 0x1p60;
}

// Returns the number of channels that are averaged, which edge_threshold compares.
inline int averaged_channels(const Problem& problem) {
  const bool kept = problem.alpha && std::get<GeometryGuided>(problem.filter).alpha == Alpha::keep;
  return problem.channels - (kept ? 1 : 0);
}

// Averaged channels that the GPU's kernels compute at a time, for more with the same
// discontinuities block after block.
inline constexpr int edge_stopping_block_channels = 4;
struct ChannelBlock {
  int first = 0, averaged = 1;
  int channels = 1;  // the averaged ones and, in the last block, alpha that is kept
};
inline std::vector<ChannelBlock> channel_blocks(const Problem& problem) {
  const int averaged = averaged_channels(problem);
  std::vector<ChannelBlock> blocks;
  for (int first = 0; first < averaged; first += edge_stopping_block_channels) {
    const int count = std::min(averaged - first, edge_stopping_block_channels);
    const bool last = first + count == averaged;
    blocks.push_back({first, count, last ? problem.channels - first : count});
  }
  return blocks;
}
inline int averaged_at_a_time(const Problem& problem) {
  return std::min(averaged_channels(problem), edge_stopping_block_channels);
}

// Returns how many pixels beyond the computed ones flags depend on.
inline int edge_stopping_halo(const GeometryGuided& filter) {
  return halo(Filter(filter));
}

// Returns the signed square of the smallest cosine that is not a discontinuity. For two normals,
// the dot product times its magnitude is at least this value times both squared lengths, so that
// neither division nor root is needed.
inline double signed_square_of_cosine(const GeometryGuided& filter) {
  const double cosine = std::cos(double{filter.normal_threshold} * std::numbers::pi / 180.0);
  return cosine * std::abs(cosine);
}

// Returns the local memory of a group of the GPU kernel geometry_rows: rows of samples an odd
// number apart, and five words of discontinuities (PITCH and WORDS in
// methods/edge_stopping/gpu/geometry_tile.cl).
inline std::size_t edge_stopping_tile_bytes(int averaged, int radius, const WorkGroup& group) {
  constexpr int group_height = 4, words = 5;
  const int rows = group_height * group.rows;
  const std::size_t pitch = checked_mul(group.width + 2 * radius, averaged) | 1;
  return checked_mul(4, rows, pitch + words);
}

// The scratch memory of the GPU kernels for an image of this size: means in f32, then one bit per
// pixel, in words of 32 pixels of a row and twice in words of 32 rows
// (methods/edge_stopping/gpu/geometry.h).
struct EdgeStoppingScratch {
  std::size_t means_row, means_image;  // bytes
  std::size_t right_row, right_image;
  std::size_t down_row, down_image;
  std::size_t right, down, holes, total;  // offsets of the parts, and the size of all

  EdgeStoppingScratch(int averaged, int width, int height, int batch)
      : means_row(checked_mul(4, averaged, up_to(width, 64))),
        means_image(checked_mul(means_row, height)),
        right_row(up_to(width, 64) / 8),
        right_image(checked_mul(right_row, height)),
        down_row(checked_mul(4, up_to(width, 64))),
        down_image(checked_mul(down_row, up_to(height, 32) / 32)),
        right(checked_mul(means_image, batch)),
        down(checked_add(right, checked_mul(right_image, batch))),
        holes(checked_add(down, checked_mul(down_image, batch))),
        total(checked_add(holes, checked_mul(down_image, batch))) {}

 private:
  static std::size_t up_to(int n, int step) {
    return static_cast<std::size_t>((std::int64_t{n} + step - 1) / step * step);
  }
};

// The buffers of a CPU worker. A row of means covers the computed columns; there are rows for the
// halo above and below.
struct EdgeStoppingShape {
  static constexpr int margin = 16;  // numbers of the longest vector

  int radius, averaged;
  int rows;               // of means
  std::ptrdiff_t pitch;   // numbers from row to row of means
  int loaded;             // pixels of a row of the inputs
  std::ptrdiff_t stride;  // numbers from plane to plane of a loaded row, margins included
  int tile_width, tile_height;

  EdgeStoppingShape(const Problem& problem, const Tile& tile)
      : radius(std::get<GeometryGuided>(problem.filter).radius),
        averaged(averaged_channels(problem)),
        rows(with_halo(problem, problem.height, problem.whole_height)),
        pitch(round_up(problem.width) + margin),
        loaded(with_halo(problem, problem.width, problem.whole_width)),
        stride(round_up(loaded) + std::ptrdiff_t{2} * margin),
        tile_width(tile.width),
        tile_height(tile.height) {}

  std::size_t mean_numbers() const { return checked_mul(averaged, rows, pitch); }
  std::size_t flag_bytes() const { return checked_mul(rows, pitch); }
  // The numbers of one side's reaches in a tile.
  std::size_t reach_numbers() const { return checked_mul(tile_height, tile_width + margin); }

  // The bytes of one worker: two loaded rows, reaches, totals and means.
  std::size_t worker_bytes(std::size_t real_bytes) const {
    constexpr std::size_t geometry_floats = 4, flags = 4;  // of a loaded pixel
    const std::size_t image = checked_mul(2, averaged, stride, real_bytes);
    const std::size_t geometry = checked_mul(2, stride, geometry_floats * sizeof(float) + flags);
    const std::size_t means = checked_mul(averaged, tile_width + margin);
    const std::size_t lines = checked_mul(checked_add(checked_mul(3, stride), means), real_bytes);
    return checked_add(image, geometry, lines, checked_mul(2, reach_numbers(), real_bytes));
  }
  std::size_t bytes(std::size_t real_bytes, int threads) const {
    return checked_add(checked_mul(mean_numbers(), real_bytes), flag_bytes(),
                       checked_mul(worker_bytes(real_bytes), threads));
  }

 private:
  static int with_halo(const Problem& problem, int length, int whole) {
    const int around = length + 2 * edge_stopping_halo(std::get<GeometryGuided>(problem.filter));
    return whole > 0 ? std::min(around, whole) : around;
  }
  static std::ptrdiff_t round_up(std::ptrdiff_t n) { return (n + margin - 1) / margin * margin; }
};

}  // namespace selvage
