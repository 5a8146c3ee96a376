// SPDX-License-Identifier: Apache-2.0
// Candidate "plain_upsample": joint bilateral upsampling in double precision, in portable C++.
//   one task -> one tile of output rows
//   one step -> one pixel: visits its window twice, for the smallest exponent, then for the sums
// Bound by exp2. It is the fallback of processors without vector units, and computes the pixels
// with an invalid guide for all processors.

#include "methods/upsampling/cpu/plain_upsample.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "methods/upsampling/cpu/upsample_kernel.hpp"

namespace selvage::cpu {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Calls f(the tap's guide, the tap's value, |u - q|^2) for every valid tap of pixel x in group g.
template <class F>
void for_each_tap(const UpsampleWindow& window, const UpsampleRow& row, int x, int g, F&& f) {
  const std::ptrdiff_t column = row.holders[x];
  const std::ptrdiff_t plane = std::ptrdiff_t{g} * window.distances * row.small_plane;
  for (int dy = -window.radius; dy <= window.radius; ++dy) {
    const SmallRow& small = row.rows[dy + window.radius];
    if (small.guide == nullptr) continue;
    const int extent = window.extent[static_cast<std::size_t>(dy + window.radius)];
    const double below = dy - row.below;
    for (int dx = -extent; dx <= extent; ++dx) {
      const double* const guide = small.guide + plane + column + dx;
      if (*guide == infinity) continue;
      const double right = dx - row.right[x];
      f(guide, small.value + column + dx, right * right + below * below);
    }
  }
}

double squared_distance(const UpsampleWindow& window, const UpsampleRow& row, int x, int g,
                        const double* tap) {
  double sum = 0.0;
  for (int p = 0; p < window.distances; ++p) {
    const double d =
        tap[p * row.small_plane] - row.centre[(g * window.distances + p) * row.centre_plane + x];
    sum += window.l1 ? std::fabs(d) : d * d;
  }
  return window.l1 ? sum * sum : sum;
}

class PlainUpsampling final : public UpsampleLoop<double> {
 public:
  explicit PlainUpsampling(const Upsampling& problem) : window_(problem) {}

  int block() const override { return 1; }

  void filter(const UpsampleRow& row, double* offset, std::ptrdiff_t plane) const override {
    double pixel[4];
    for (int x = 0; x < row.pixels; ++x) {
      upsample_pixel(window_, row, x, window_.range_scale, pixel);
      for (int c = 0; c < window_.averaged; ++c) offset[c * plane + x] = pixel[c];
    }
  }

 private:
  UpsampleWindow window_;
};

}  // namespace

void upsample_pixel(const UpsampleWindow& window, const UpsampleRow& row, int x, double range_scale,
                    double* offset) {
  const float* const holder = row.rows[window.radius].value + row.holders[x];
  double centre[4] = {};
  for (int c = 0; !window.weighs && c < window.averaged; ++c)
    centre[c] = double{holder[c * row.small_plane]};
  for (int g = 0; g < window.groups; ++g) {
    const auto exponent = [&](const double* guide, double squared) {
      const double range = squared_distance(window, row, x, g, guide);
      return window.space_scale * squared + range_scale * range;
    };
    double least = infinity;
    for_each_tap(window, row, x, g, [&](const double* guide, const float*, double squared) {
      least = std::min(least, exponent(guide, squared));
    });
    double weights = 0.0, sums[4] = {};
    for_each_tap(window, row, x, g, [&](const double* guide, const float* value, double squared) {
      const double w = std::exp2(least - exponent(guide, squared));
      weights += w;
      for (int c = window.first_value(g); c < window.last_value(g); ++c)
        sums[c] += w * (double{value[c * row.small_plane]} - centre[c]);
    });
    for (int c = window.first_value(g); c < window.last_value(g); ++c)
      offset[c] = sums[c] / weights;
  }
}

double nearest_tap(const UpsampleWindow& window, const UpsampleRow& row, int x) {
  double nearest = infinity;
  for_each_tap(window, row, x, 0, [&](const double*, const float*, double squared) {
    nearest = std::min(nearest, squared);
  });
  return nearest;
}

std::unique_ptr<Pipeline> make_plain_upsample(const planner::Decision& decision, const Frame& frame,
                                              const ExecutionContext& context) {
  return make_pipeline(decision, frame, [&](const Pass&) {
    const Upsampling upsampling(decision.problem);
    return make_upsample_kernel<double>(decision.problem, decision.offer.tuning.tile(),
                                        std::make_unique<PlainUpsampling>(upsampling), context);
  });
}

}  // namespace selvage::cpu
