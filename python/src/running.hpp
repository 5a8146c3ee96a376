// SPDX-License-Identifier: Apache-2.0
#pragma once
// Runs that the interpreter can interrupt, watch and cancel.

#include <nanobind/nanobind.h>

#include <functional>
#include <stop_token>

#include "selvage/engine.hpp"

namespace selvage::python {

namespace nb = nanobind;

// What a caller gives to a run.
struct Watch {
  nb::object progress = {};     // called with the fraction done by the thread that called; or None
  std::stop_token cancel = {};  //
  double expected_seconds = 0.0;  // of the run
};

// Runs `work` without the interpreter's lock. Work that takes long, or is watched, runs in another
// thread, while this one calls `progress` and handlers of signals; an exception that they raise
// cancels the work and comes out here.
void run_watched(const Watch& watch, const std::function<void(const Controls&)>& work);

// Cancellation
void add_cancellation(nb::module_& module);

}  // namespace selvage::python
