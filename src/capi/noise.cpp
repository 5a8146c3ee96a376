// SPDX-License-Identifier: Apache-2.0
// The estimate of noise.

#include "selvage/noise.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "capi/guard.hpp"
#include "capi/lists.hpp"
#include "capi/structures.hpp"
#include "capi/views.hpp"

namespace capi = selvage::capi;

namespace {

static_assert(selvage::mirrors<selvage::Strength>({SELVAGE_STRENGTH_MILD, SELVAGE_STRENGTH_MEDIUM,
                                                   SELVAGE_STRENGTH_STRONG}));

constexpr std::size_t most_planes = 4;

selvage_noise empty_noise() {
  selvage_noise noise{};
  noise.least_range = selvage::NoiseEstimate{}.least_range;
  return noise;
}

selvage::NoiseOptions options_of(const selvage_noise_options* given) {
  if (!given) return {};
  const selvage_noise_options o = capi::read(given, "options");
  selvage::NoiseOptions options{.norm = capi::choice<selvage::Norm>("options: norm", o.norm),
                                .mask = capi::view_of(o.mask, "mask")};
  if (o.has_invalid != 0) options.invalid = o.invalid;
  return options;
}

selvage_noise structure_of(const selvage::NoiseEstimate& noise) {
  selvage_noise result{};
  std::ranges::copy(noise.sigma, std::begin(result.sigma));
  result.contrast = noise.contrast;
  result.least_range = noise.least_range;
  result.planes = static_cast<std::int32_t>(noise.sigma.size());
  result.norm = static_cast<std::int32_t>(noise.norm);
  return result;
}

selvage::NoiseEstimate estimate_of(const selvage_noise* given) {
  const selvage_noise n = capi::read(given, "noise", empty_noise());
  if (n.planes < 0 || n.planes > static_cast<std::int32_t>(most_planes))
    throw selvage::Error(selvage::Errc::invalid_argument,
                         fmt::format("noise: planes {} is outside 0..{}", n.planes, most_planes));
  return {.norm = capi::choice<selvage::Norm>("noise: norm", n.norm),
          .sigma = {std::begin(n.sigma), std::begin(n.sigma) + n.planes},
          .contrast = n.contrast,
          .least_range = n.least_range};
}

selvage::NoiseLattice lattice_of(std::int32_t length) {
  return length < 1 ? selvage::NoiseLattice{} : selvage::noise_lattice(length);
}

}  // namespace

selvage_status selvage_noise_options_init(selvage_noise_options* options, size_t size) {
  return capi::write(options, size, selvage_noise_options{});
}
selvage_status selvage_noise_init(selvage_noise* noise, size_t size) {
  return capi::write(noise, size, empty_noise());
}
selvage_status selvage_estimate_noise(const selvage_const_view* image,
                                      const selvage_noise_options* options, selvage_noise* noise,
                                      selvage_error** error) {
  return capi::guarded(error, [&] {
    const std::size_t size = capi::read(noise, "noise").size;
    capi::need(image, "image");
    const selvage::NoiseEstimate found =
        selvage::estimate_noise(capi::view_of(image, "image"), options_of(options));
    capi::write(noise, size, structure_of(found));
  });
}
selvage_status selvage_automatic_sigma_range(const selvage_noise* noise, double sigma_space,
                                             int32_t strength, float* sigma_range,
                                             selvage_error** error) {
  return capi::guarded(error, [&] {
    capi::need(sigma_range, "sigma_range") = selvage::automatic_sigma_range(
        estimate_of(noise), sigma_space, capi::choice<selvage::Strength>("strength", strength));
  });
}

// The lists are short and quickly made; no exception leaves the library.
int32_t selvage_noise_tile(int32_t length) {
  int32_t tile = 0;
  capi::guarded(nullptr, [&] { tile = lattice_of(length).tile; });
  return tile;
}
size_t selvage_noise_tile_count(int32_t length) {
  size_t count = 0;
  capi::guarded(nullptr, [&] { count = lattice_of(length).starts.size(); });
  return count;
}
int32_t selvage_noise_tile_start(int32_t length, size_t i) {
  int32_t start = 0;
  capi::guarded(nullptr, [&] {
    const selvage::NoiseLattice lattice = lattice_of(length);
    if (const int* found = capi::at(lattice.starts, i)) start = *found;
  });
  return start;
}
