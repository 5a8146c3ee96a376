// SPDX-License-Identifier: Apache-2.0
#pragma once
// Lists what tests run: every candidate of the catalogue on every instruction set that it may use.
// Tests ask about a candidate through the functions below.

#include <memory>
#include <string>
#include <vector>

#include "filters/problem.hpp"
#include "methods/catalogue.hpp"
#include "selvage/engine.hpp"

namespace selvage::testing {

struct Subject {
  const planner::Candidate* entry = nullptr;  // of the catalogue
  std::string candidate;                      // its name
  std::string simd;                           // empty: it uses none
  std::shared_ptr<const Engine> engine;
};

// "simd (AVX2)"
std::string describe(const Subject& subject);

// Returns whether the candidate is one for this filter.
bool serves(const Subject& subject, const Filter& filter);
// Returns whether it has an error bound: all have but the approximation by rows and columns.
bool keeps_bound(const Subject& subject);
// Returns whether it would serve the problem on a device of its backend that lacks nothing.
bool some_device_serves(const Subject& subject, const Problem& problem);

// Returns the device that SELVAGE_TEST_DEVICE names; "cpu" where it is not set.
std::string test_device();

// Returns all candidates of a device ("cpu", "opencl", "cuda:1"). Those that use SIMD come once for
// each instruction set of this machine. `options` go to the engines, except for the instruction
// set. Throws Error{device} when there is no such device.
std::vector<Subject> subjects(const std::string& device = test_device(),
                              EngineOptions options = {.threads = 2});
// Returns those that serve this filter and have an error bound.
std::vector<Subject> subjects_of(const Filter& filter);

}  // namespace selvage::testing
