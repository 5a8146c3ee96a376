// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nanobind/nanobind.h>

namespace selvage::python {

namespace nb = nanobind;

// Device, devices()
void add_devices(nb::module_& module);

}  // namespace selvage::python
