// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bilateral::fill: invalid centres become the spatially weighted mean of their valid taps.

#include <cstdint>
#include <vector>

#include "backends/cpu/tile_loader.hpp"

namespace selvage::cpu {

// The holes of one row of output pixels, filled row of taps by row of taps.
template <class Real>
class HoleFill {
 public:
  HoleFill(const WindowMean& step, const TileLoader<Real>& loader, int pixels);

  // Begins a row of output pixels: those with valid[i] == 0 are holes.
  void start(const std::uint8_t* valid, int pixels);
  bool empty() const { return holes_.empty(); }

  // Adds the taps dy rows below the holes. `row` points at the first output pixel's column in the
  // first plane.
  void accumulate(const Real* row, std::ptrdiff_t plane, int dy);

  // Writes the means of the averaged channels into `to` (one row of the output); a hole that has
  // no valid tap within 8 sigma_space is left alone.
  void store(const ImageView& to, PixelType reads) const;

 private:
  struct Hole {
    int x = 0;
    bool near = false;  // it has a valid tap within 8 sigma_space
    double weight = 0;
    double sum[4] = {};
  };

  const TileLoader<Real>& loader_;
  WindowMean step_;
  double sigma_;
  std::vector<double> weight_;  // [|d|]: exp(-d^2 / 2 sigma_space^2)
  std::vector<Hole> holes_;
};

}  // namespace selvage::cpu
