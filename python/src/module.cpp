// SPDX-License-Identifier: Apache-2.0
// The module pyselvage._core. Its users are the Python sources beside it.

#include <nanobind/nanobind.h>

#include "devices.hpp"
#include "errors.hpp"
#include "files.hpp"
#include "filters.hpp"
#include "fork.hpp"
#include "noise.hpp"
#include "plans.hpp"
#include "running.hpp"

NB_MODULE(_core, module) {
  using namespace selvage::python;
  // The interpreter may end while tracebacks or caches hold objects; that is no fault to report.
  nb::set_leak_warnings(false);
  module.attr("version") = SELVAGE_VERSION;
  translate_errors();
  add_filters(module);
  add_fork(module);
  add_cancellation(module);
  add_plans(module);
  add_devices(module);
  add_files(module);
  add_noise(module);
}
