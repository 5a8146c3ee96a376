// SPDX-License-Identifier: Apache-2.0
#include "noise.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "errors.hpp"
#include "fork.hpp"
#include "selvage/noise.hpp"
#include "values.hpp"

namespace selvage::python {
namespace {

// The norm, the noise of each plane, the contrast and the least sigma_range.
using Noise = std::tuple<std::string, std::vector<double>, double, double>;

// The axes of `image` are: images, rows, columns, channels. `mask` has the first three.
Noise estimate(nb::handle image, nb::handle mask, nb::handle norm, nb::handle invalid,
               bool has_alpha) {
  const Reader reader = reader_of("image", image);
  const Samples samples = samples_of("image", reader);
  const ConstImageView view =
      view_of("image", samples, axes_of("image", samples.axes, -1, {0}), has_alpha);
  NoiseOptions options{.norm = choice_of<Norm>("norm", norm),
                       .invalid = Converter<std::optional<float>>::convert("invalid", invalid)};
  std::optional<Reader> mask_reader;
  if (!mask.is_none()) {
    mask_reader = reader_of("mask", mask);
    const Samples mask_samples = samples_of("mask", *mask_reader);
    options.mask =
        view_of("mask", mask_samples, axes_of("mask", mask_samples.axes, {}, {0}), false);
  }
  const NoiseEstimate noise = [&] {
    const Working working;
    return estimate_noise(view, options);
  }();
  return {std::string(name(noise.norm)), noise.sigma, noise.contrast, noise.least_range};
}

float sigma_range(nb::handle noise, nb::handle sigma_space, nb::handle strength) {
  const auto [norm, sigma, contrast, least_range] = nb::cast<Noise>(noise);
  return automatic_sigma_range({.norm = value_named<Norm>(norm).value(),
                                .sigma = sigma,
                                .contrast = contrast,
                                .least_range = least_range},
                               number_of("sigma_space", sigma_space),
                               choice_of<Strength>("strength", strength));
}

std::pair<int, std::vector<int>> lattice(int length) {
  NoiseLattice found = noise_lattice(length);
  return {found.tile, std::move(found.starts)};
}

}  // namespace

void add_noise(nb::module_& module) {
  module.def("estimate_noise", &estimate, nb::arg("image"), nb::arg("mask").none(), nb::arg("norm"),
             nb::arg("invalid").none(), nb::arg("has_alpha"));
  module.def("automatic_sigma_range", &sigma_range, nb::arg("noise"), nb::arg("sigma_space"),
             nb::arg("strength"));
  module.def("noise_lattice", &lattice, nb::arg("length"));
}

}  // namespace selvage::python
