// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is tried: every candidate of the catalogue, on every instruction set that it may use.

#include <memory>
#include <string>
#include <vector>

#include "planner/catalogue.hpp"
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

// The device that SELVAGE_TEST_DEVICE names; "cpu" where it is not set.
std::string test_device();

// All candidates of a device ("cpu", "opencl", "cuda:1"); of the CPU those that use SIMD once for
// each instruction set of this machine. `options` are those of the engines, but for the instruction
// set. Throws Error{device} when there is no such device.
std::vector<Subject> subjects(const std::string& device = test_device(),
                              EngineOptions options = {.threads = 2});
// Those of them that keep a bound for this filter.
std::vector<Subject> subjects_of(const Filter& filter);

}  // namespace selvage::testing
