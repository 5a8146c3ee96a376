// SPDX-License-Identifier: Apache-2.0
// What candidates "multichannel" of both platforms serve, and the roundings of their distances.
#include "methods/multichannel/multichannel.hpp"

#include <algorithm>

#include "core/samples.hpp"
#include "filters/mean_passes.hpp"

namespace selvage::planner {
namespace {

constexpr int few_channels = 4;  // which other candidates serve

// Returns the roundings of the sum over the planes of a distance.
double plane_roundings(const PlaneLayout& layout, PixelType distances, const DistanceSums& sums) {
  const int planes = layout.distance_planes;
  if (distances_are_exact(layout, distances)) return 0.0;
  const double block = std::min(planes, sums.run) - 1 + (sums.pairs && planes > sums.run ? 1 : 0);
  if (planes <= (sums.pairs ? 2 : 1) * sums.run) return block;
  // Kahan's sum: see kahan_roundings. Bytes are added without it.
  return block + (sums.kahan ? 3.0 : (planes - 1.0) / (2.0 * sums.run) + 1.0);
}

}  // namespace

bool distances_are_exact(const PlaneLayout& layout, PixelType distances) {
  if (layout.split || !is_integer(distances)) return false;
  const double largest = full_scale(distances);
  return layout.distance_planes * (layout.l1 ? largest : largest * largest) < 0x1p24;
}

double exponent_roundings(const PlaneLayout& layout, PixelType distances,
                          const DistanceSums& sums) {
  const double planes = (layout.l1 ? 2.0 : 1.0) * plane_roundings(layout, distances, sums);
  const double differences = layout.split ? 4.0 : is_integer(distances) ? 0.0 : 2.0;
  return 3.0 + planes + differences;
}

std::string not_multichannel(const Problem& p) {
  if (p.channels <= few_channels && p.shapes.guide.channels <= few_channels)
    return "it serves images or guides of more than 4 channels";
  if (plane_layout(main_step(p), p).weighs) return "it does not weight colours by alpha";
  return {};
}

}  // namespace selvage::planner
