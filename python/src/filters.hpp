// SPDX-License-Identifier: Apache-2.0
#pragma once
// Filters of Python (pyselvage/filters.py) as those of the library, by the list of fields.

#include <nanobind/nanobind.h>

#include "selvage/filters.hpp"

namespace selvage::python {

namespace nb = nanobind;

// Returns the filter with the name of the object's class and the values of its attributes.
Filter filter_of(nb::handle object);

// fields(), choices(), ports(), validate(filter), halo(filter), depth_halo(filter)
void add_filters(nb::module_& module);

}  // namespace selvage::python
