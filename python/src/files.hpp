// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nanobind/nanobind.h>

namespace selvage::python {

namespace nb = nanobind;

// load(...), save(...)
void add_files(nb::module_& module);

}  // namespace selvage::python
