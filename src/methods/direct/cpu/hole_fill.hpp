// SPDX-License-Identifier: Apache-2.0
#pragma once
// `fill` replaces an invalid centre by the mean of its valid taps, weighted by space and, if
// another image guides the filter and is finite at the centre, by that guide.

#include <cstdint>
#include <vector>

#include "backends/cpu/images/tile_loader.hpp"
#include "methods/direct/tile_shape.hpp"
#include "selvage/frame.hpp"

namespace selvage::cpu {

// Fills the holes of one row of output pixels, one row of taps after another.
template <class Real>
class HoleFill {
 public:
  // Distances of a guide weigh 2^(-range_scale |d|^2).
  HoleFill(const WindowMean& step, const TileLoader<Real>& loader, double range_scale, int pixels);

  // Begins a row of output pixels, `row` of the whole image. Pixels with valid[i] == 0 are holes.
  void start(const Source& source, const Rect& row, const std::uint8_t* valid);
  bool empty() const { return holes_.empty(); }

  // Adds the taps dy rows below the holes, dz slices on. `row` points at the first output pixel's
  // column in the first plane.
  void accumulate(const Real* row, std::ptrdiff_t plane, int dy, int dz = 0);

  // Writes the means of the averaged channels into `to` (one row of the output); a hole that has
  // no valid tap within 8 sigma_space is left alone. The row ends.
  void store(const ImageView& to, const Pass& pass);

 private:
  struct Hole {
    int x = 0;
    bool near = false;            // a valid tap lies within 8 sigma_space
    bool guided = false;          // the guide is finite here
    double* weight = nullptr;     // one for each group
    double* sum = nullptr;        // one for each averaged channel
    double* exponent = nullptr;   // of each group's largest weight; sums are relative to it
    double* distances = nullptr;  // the guide's planes, group by group
  };
  static_assert(sizeof(Hole) <= hole_header);

  void add_hole(const Source& source, const Rect& row, int x);
  void take_guide(Hole& hole, const Source& source, int x, int y);
  // `slice`: the weight of the tap's slice, or its exponent to the base 2.
  void add_tap(Hole& hole, const Real* tap, std::ptrdiff_t plane, int dx, int dy,
               double slice) const;
  void add_guided_tap(Hole& hole, const Real* tap, std::ptrdiff_t plane, int dx, int dy,
                      double slice) const;
  double squared_distance(const Hole& hole, const Real* tap, std::ptrdiff_t plane, int group) const;
  // Returns the group whose weights channel c uses.
  std::size_t group_of(int c) const {
    return loader_.layout().groups > 1 ? static_cast<std::size_t>(c) : 0;
  }

  const TileLoader<Real>& loader_;
  WindowMean step_;
  double range_scale_, space_scale_;
  std::vector<double> weight_;  // [|d|]: exp(-d^2 / 2 sigma_space^2)
  std::vector<Hole> holes_;
  std::size_t numbers_of_hole_ = 0;
  std::vector<double> numbers_;  // of each hole, which points to them
  std::vector<Real> planes_;     // of the guide, one pixel
};

}  // namespace selvage::cpu
