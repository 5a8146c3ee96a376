// SPDX-License-Identifier: Apache-2.0
#pragma once
// The state of the edge-stopping filter on the CPU: weights, their sums, and the buffers of a
// worker.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/checked.hpp"
#include "methods/edge_stopping/cpu/edge_stopping_rows.hpp"
#include "methods/edge_stopping/edge_stopping_shape.hpp"

namespace selvage::cpu {

// The weights of a row or a column, and their sums from the centre outwards.
template <class Real>
class Line {
 public:
  explicit Line(const std::vector<double>& weights) : radius_(weights.size() / 2) {
    for (const double w : weights)
      weights_.push_back(w < 0x1p-100 ? Real{0} : static_cast<Real>(w));  // no subnormal numbers
    double back = centre()[0], forth = 0.0;
    for (std::size_t k = 0; k <= radius_; ++k) {
      if (k > 0) {
        back += weights_[radius_ - k];
        forth += weights_[radius_ + k];
      }
      back_.push_back(static_cast<Real>(back));
      forth_.push_back(static_cast<Real>(forth));
    }
  }

  const Real* centre() const { return weights_.data() + radius_; }
  // Returns the sum of the weights within these reaches, the centre's included.
  Real total(Real back, Real forth) const {
    return back_.data()[static_cast<int>(back)] + forth_.data()[static_cast<int>(forth)];
  }

 private:
  std::size_t radius_;
  std::vector<Real> weights_, back_, forth_;
};

template <class Real>
struct EdgeStoppingWorker {
  explicit EdgeStoppingWorker(const EdgeStoppingShape& shape)
      : rows{GeometryRow<Real>(shape), GeometryRow<Real>(shape)},
        across(checked_mul(1, shape.stride)),
        below(checked_mul(1, shape.stride)),
        back(std::max(shape.reach_numbers(), checked_mul(1, shape.stride))),
        forth(back.size()),
        run(checked_mul(1, shape.stride)),
        totals(run.size()),
        means(checked_mul(shape.averaged, shape.tile_width + EdgeStoppingShape::margin)) {}

  // [i]: between pixels i and i + 1, from -1 on.
  std::uint8_t* edges_after() { return across.data() + EdgeStoppingShape::margin; }
  const std::uint8_t* edges_after() const { return across.data() + EdgeStoppingShape::margin; }

  GeometryRow<Real> rows[2];                // this one and the next
  std::vector<std::uint8_t> across, below;  // discontinuities to the right, and below
  std::vector<Real> back, forth;            // per pixel of a row, or of a tile
  std::vector<Real> run, totals, means;
};

}  // namespace selvage::cpu
