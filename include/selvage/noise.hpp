// SPDX-License-Identifier: Apache-2.0
#pragma once
// Estimates the noise of an image, and makes a sigma_range from it. docs/noise.md defines both.

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "selvage/api.h"
#include "selvage/image.hpp"
#include "selvage/rules.hpp"

namespace selvage {

struct NoiseOptions {
  // The planes whose noise is estimated are those that the norm compares: the colour channels, Y
  // for luma, L*, a* and b* over 100 for lab.
  Norm norm = Norm::l2;
  std::optional<float> invalid = {};  // pixels with this value take no part (samples' unit)
  ConstImageView mask = {};           // u8, one channel; pixels where it is 0 take no part
};

// The noise of an image, in the samples' unit.
struct NoiseEstimate {
  Norm norm = Norm::l2;
  std::vector<double> sigma = {};  // standard deviation of each plane's noise; 0: none was found
  // Standard deviation of the samples within a tile, without the noise: the root of its mean square
  // over all tiles and planes.
  double contrast = 0.0;
  double least_range = 1e-6;  // the least sigma_range that an estimate leads to
};

// How much of the noise to remove: the factor of the sigma_range.
enum class Strength {
  mild,    // 0.75: keeps more texture and some of the noise
  medium,  // 1: nearest to the image without noise
  strong,  // 1.6: smooth surfaces
};
template <>
inline constexpr auto names_of<Strength> = std::to_array<Named<Strength>>(
    {{Strength::mild, "mild"}, {Strength::medium, "medium"}, {Strength::strong, "strong"}});
SELVAGE_API std::string_view name(Strength);

// The columns or rows of a whole image that the estimate reads.
struct NoiseLattice {
  int tile = 0;                  // length of a tile in pixels: 16, or less in a smaller image
  std::vector<int> starts = {};  // first pixel of each tile, at most 32

  friend bool operator==(const NoiseLattice&, const NoiseLattice&) = default;
};
// Returns the lattice along a side of `length` pixels, at least 1. Whoever has the image in parts
// copies the tiles side by side into a smaller image, whose estimate is that of the whole image.
SELVAGE_API NoiseLattice noise_lattice(int length);

// Estimates the noise of an image from at most 32 x 32 tiles, in one thread. All images of a batch
// count as one. Throws Error{invalid_argument} for views and norms that do not fit.
SELVAGE_API NoiseEstimate estimate_noise(const ConstImageView& image,
                                         const NoiseOptions& options = {});

// Returns the sigma_range for noise like this, at least noise.least_range. `sigma_space` is that of
// the filter [pixels], > 0.
SELVAGE_API float automatic_sigma_range(const NoiseEstimate& noise, double sigma_space,
                                        Strength strength = Strength::medium);

}  // namespace selvage
