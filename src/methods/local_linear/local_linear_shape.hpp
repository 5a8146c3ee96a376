// SPDX-License-Identifier: Apache-2.0
#pragma once
// The planes of numbers that are summed over windows, the order of these sums, and the buffers of
// a CPU worker. The planner and the kernels count with the same numbers.

#include <algorithm>
#include <bit>
#include <cstddef>

#include "core/checked.hpp"
#include "methods/local_linear/fitting.hpp"
#include "planner/tuning.hpp"

namespace selvage {

// Returns the channels that are filtered.
inline int filtered_channels(const Problem& problem) {
  const bool kept = problem.alpha && fitting_filter(problem.filter).alpha == Alpha::keep;
  return problem.channels - (kept ? 1 : 0);
}

// Returns the colours of the image or of a given guide.
inline int guide_colours(const Problem& problem) {
  if (problem.shapes.guide.width > 0) return problem.shapes.guide.colour_channels();
  return problem.channels - (problem.alpha ? 1 : 0);
}

inline PixelType guide_type(const Problem& problem) {
  return problem.shapes.guide.width > 0 ? problem.shapes.guide.type : problem.type;
}

// Returns half of the guide's full scale, in stored units. It is subtracted from the guide, which
// makes sums of squares smaller and changes no covariance.
inline double guide_centre(PixelType type) {
  return 0.5 * full_scale(type);
}

// The planes of both sums: first those of a pixel, then those of a window's model.
struct LinearPlanes {
  int guides, values;
  bool own;      // the first values are the guide, so that sums serve twice
  bool counted;  // pixels may be invalid: the last plane of both counts the valid ones
  bool fill;     // models also have the mean of the values

  explicit LinearPlanes(const Problem& problem)
      : guides(guide_colours(problem)),
        values(filtered_channels(problem)),
        own(problem.shapes.guide.width == 0) {
    const Fitting fitting(problem);
    const Guided& filter = fitting.filter;
    counted = problem.mask || filter.invalid || !is_integer(problem.type) ||
              !is_integer(guide_type(problem)) || filter.border == Border::shrink ||
              filter.border == Border::copy || fitting.between;
    fill = filter.fill && counted;
  }

  // Returns the planes without the last ones, for parts of an image where all pixels are valid. All
  // counts are those of whole windows there, so results have the same bits.
  LinearPlanes uncounted() const {
    LinearPlanes planes = *this;
    planes.counted = planes.fill = false;
    return planes;
  }

  int own_values() const { return own ? guides : 0; }
  int other_values() const { return values - own_values(); }
  int squares() const { return guides * (guides + 1) / 2; }

  // Of a pixel: guide, values that are no guide, products of guides, products of values and guides.
  int value(int c) const { return c < own_values() ? c : guides + c - own_values(); }
  int square(int i, int j) const {  // i <= j
    return guides + other_values() + i * guides - i * (i - 1) / 2 + j - i;
  }
  int product(int c, int j) const {
    if (c < own_values()) return square(std::min(c, j), std::max(c, j));
    return guides + other_values() + squares() + (c - own_values()) * guides + j;
  }
  int pixel_planes() const {
    return guides + other_values() + squares() + other_values() * guides + (counted ? 1 : 0);
  }
  // Of a model: a, b, means of values if they are needed.
  int a(int c, int j) const { return c * guides + j; }
  int b(int c) const { return values * guides + c; }
  int mean(int c) const { return values * (guides + 1) + c; }
  int model_planes() const {
    return values * (guides + 1) + (fill ? values : 0) + (counted ? 1 : 0);
  }
};

// The sum of `count` neighbours, an odd number: of the pairs, fours, eights ... that its binary
// digits name, the largest of the first neighbours. The sum begins with the last neighbour, the
// smallest part. Its order depends on the count alone, so not on tiles.
struct BinarySum {
  int count = 1;
  int levels = 0;  // the largest part is a sum of 2^levels

  explicit BinarySum(int n)
      : count(n), levels(static_cast<int>(std::bit_width(static_cast<unsigned>(n))) - 1) {}

  bool has(int level) const { return (count >> level & 1) != 0; }
  // Returns the neighbours before and behind a part.
  int before(int level) const { return count >> (level + 1) << (level + 1); }
  int behind(int level) const { return count & ((1 << level) - 1); }
  // Returns the additions that a term goes through.
  int additions() const { return levels + std::popcount(static_cast<unsigned>(count)) - 1; }
};

// The buffers of a CPU worker, in doubles unless said otherwise. Rows have room for whole vectors.
struct LocalLinearShape {
  static constexpr int margin = 16;  // numbers of two of the longest vectors

  LinearPlanes planes;
  Fitting fitting;
  int radius, window;                    // in pixels of the grid
  int tile_width;                        // pixels
  std::ptrdiff_t loaded, models, means;  // numbers of a row: of pixels, of models, of their means
  std::ptrdiff_t pixels;                 // numbers of a row of the image

  LocalLinearShape(const Problem& problem, const Tile& tile)
      : planes(problem),
        fitting(problem),
        radius(grid_radius(fitting.filter)),
        window(2 * radius + 1),
        tile_width(std::min(tile.width, std::max(problem.width, 1))),
        loaded(row(grid_width() + 4 * radius)),
        models(row(grid_width() + 2 * radius)),
        means(row(grid_width())),
        pixels(row(tile_width)) {}

  // Pixels of the grid that a tile needs.
  int grid_width() const { return fitting.grid_columns(tile_width); }

  // Rows that sums over columns remember.
  int remembered() const { return window - 1; }

  std::size_t bytes() const {
    const int first = planes.pixel_planes(), second = planes.model_planes();
    std::size_t numbers = checked_mul(first, loaded + 2 * models + remembered() * models);
    numbers = checked_add(numbers, checked_mul(second, models + 2 * means + remembered() * means));
    numbers = checked_add(numbers, checked_mul(2, loaded), checked_mul(radius + 1, models));
    if (fitting.between)
      numbers =
          checked_add(numbers, checked_mul(second, 3 * means + pixels), checked_mul(2, pixels));
    numbers = checked_add(numbers, checked_mul(planes.guides, pixels));
    // floats: rows of the image and the guide, results; flags
    const std::size_t floats = checked_mul(8, loaded + pixels) + checked_mul(4, pixels);
    // In upsampling: samples and columns of the small image, and a row of it.
    const std::size_t held =
        fitting.enlarges ? checked_add(checked_mul(20, pixels), checked_mul(34, loaded)) : 0;
    return checked_add(checked_mul(numbers, sizeof(double)), checked_mul(floats, sizeof(float)),
                       checked_add(checked_mul(4, loaded + pixels), held));
  }

 private:
  static std::ptrdiff_t row(int n) { return (std::ptrdiff_t{n} + 15) / 16 * 16 + margin; }
};

}  // namespace selvage
