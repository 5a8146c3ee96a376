// SPDX-License-Identifier: Apache-2.0
#pragma once
// The estimate of noise.

#include <nanobind/nanobind.h>

namespace selvage::python {

namespace nb = nanobind;

// estimate_noise(image, mask, norm, invalid, has_alpha), noise_lattice(length),
// automatic_sigma_range(noise, sigma_space, strength)
void add_noise(nb::module_& module);

}  // namespace selvage::python
