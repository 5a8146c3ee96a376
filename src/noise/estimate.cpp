// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/views.hpp"
#include "noise/tile.hpp"
#include "selvage/error.hpp"
#include "selvage/filters.hpp"

namespace selvage {
namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw Error(Errc::invalid_argument, what);
}

void check(const ConstImageView& image, const NoiseOptions& options) {
  check_view("image", image);
  if (!image) refuse("image: has no samples");
  if (image.channels > 4)
    refuse(fmt::format("image: noise is estimated in 1 to 4 channels, it has {}", image.channels));
  if (image.depth > 1) refuse("image: noise is estimated in images without depth");
  validate(Bilateral{.norm = options.norm, .invalid = options.invalid}, image);
  const ConstImageView& mask = options.mask;
  if (!mask) return;
  check_view("mask", mask);
  if (mask.type != PixelType::u8 || mask.channels != 1)
    refuse(fmt::format("mask: is {} with {} channels, must be u8 with 1 channel", name(mask.type),
                       mask.channels));
  if (mask.width != image.width || mask.height != image.height)
    refuse(fmt::format("mask: is {}x{}, the image is {}x{}", mask.width, mask.height, image.width,
                       image.height));
  if (mask.depth > 1) refuse("mask: has depth, the image has none");
  if (mask.batch != 1 && mask.batch != image.batch)
    refuse(fmt::format("mask: batch {}, must be 1 or the image's {}", mask.batch, image.batch));
}

// Returns the standard deviation of the noise, given the differences of all tiles that have some.
// Noise is what the tiles with the least differences have in common; in the others there is texture
// as well. Tiles of white noise alone would lie around its standard deviation, with a relative
// spread that follows from their number of differences. So the tiles up to two spreads above the
// estimate make the next estimate, until these are the same tiles again.
double noise_of(std::vector<double> differences, int count) {
  if (differences.empty() || count < 1) return 0.0;
  // The differences of neighbours are correlated: the squares of their correlations sum up to
  // (70 / 36)^2. The variance of the mean of n squares is then 2 (70 / 36)^2 / n, relative to the
  // square of the mean. A root's relative spread is half of its radicand's.
  const double spread = 70.0 / 36.0 / std::sqrt(2.0 * count);
  constexpr double limit = 2.0;
  constexpr double quartile = 0.6745;  // of the normal distribution, in standard deviations
  std::ranges::sort(differences);
  double estimate = differences[(differences.size() - 1) / 4] * (1.0 + quartile * spread);
  for (std::size_t before = 0;;) {
    const auto end = std::ranges::upper_bound(differences, estimate * (1.0 + limit * spread));
    const auto kept = static_cast<std::size_t>(end - differences.begin());
    if (kept == before || kept == 0) return estimate;
    // It ends: an estimate that falls keeps fewer tiles, one that rises keeps more.
    double squares = 0.0;
    for (std::size_t i = 0; i < kept; ++i) squares += differences[i] * differences[i];
    estimate = std::sqrt(squares / static_cast<double>(kept));
    before = kept;
  }
}

// What the tiles of all images have in one plane.
struct PlaneTiles {
  std::vector<double> differences = {};
  double variances = 0.0;
  int with_variance = 0;
};

void add(const TilePlanes& tile, std::vector<PlaneTiles>& planes) {
  planes.resize(static_cast<std::size_t>(tile.planes));
  for (int p = 0; p < tile.planes; ++p) {
    PlaneTiles& plane = planes[static_cast<std::size_t>(p)];
    if (const auto difference = difference_of(tile, p)) plane.differences.push_back(*difference);
    if (const auto variance = variance_of(tile, p)) {
      plane.variances += *variance;
      ++plane.with_variance;
    }
  }
}

// Half a step of an integer type: smaller differences are none.
double least_range_of(PixelType type) {
  return is_integer(type) ? 0.5 / full_scale(type) : NoiseEstimate{}.least_range;
}

}  // namespace

NoiseEstimate estimate_noise(const ConstImageView& image, const NoiseOptions& options) {
  check(image, options);
  const NoiseLattice columns = noise_lattice(image.width), rows = noise_lattice(image.height);
  std::vector<PlaneTiles> planes;
  for (int b = 0; b < image.batch; ++b) {
    NoiseOptions own = options;
    if (own.mask) own.mask = own.mask.image(own.mask.batch == 1 ? 0 : b);
    for (const int y : rows.starts)
      for (const int x : columns.starts)
        add(read_tile(image.image(b), {x, y, columns.tile, rows.tile}, own), planes);
  }
  // All norms but lab, which needs colours, are the same for gray images.
  const Norm norm = image.colour_channels() == 1 ? Norm::l2 : options.norm;
  NoiseEstimate noise{.norm = norm, .least_range = least_range_of(image.type)};
  const int count = (columns.tile - 2) * (rows.tile - 2);
  double squares = 0.0;
  for (PlaneTiles& plane : planes) {
    noise.sigma.push_back(noise_of(std::move(plane.differences), count));
    const double variance = plane.with_variance > 0 ? plane.variances / plane.with_variance : 0.0;
    squares += std::max(0.0, variance - noise.sigma.back() * noise.sigma.back());
  }
  noise.contrast = std::sqrt(squares / static_cast<double>(planes.size()));
  return noise;
}

}  // namespace selvage
