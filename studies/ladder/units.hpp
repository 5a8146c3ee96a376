// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a multiprocessor does in a clock, and the rate that it bounds a rung's taps to.

#include <optional>
#include <string_view>

#include "ladder/steps.hpp"
#include "runner/session.hpp"

namespace selvage::studies::climbing {

// Lanes of one multiprocessor and clock, by compute capability. CUDA C++ Programming Guide,
// "Arithmetic Instructions", table of throughput, and of each architecture the section on its
// multiprocessors (four schedulers of a warp, 32 banks of four bytes).
struct Units {
  int capability = 0;          // 90: 9.0
  double issue = 128.0;        // instructions of all kinds
  double floats = 128.0;       // additions, multiplications, fused ones
  double logic = 64.0;         // of integers, and conversions of words
  double special = 16.0;       // 2^x, and conversions of narrow numbers
  double words = 32.0;         // of local memory
  bool logic_converts = true;  // whole words become floats there; else where 2^x is computed
};

// None for devices whose capability is not known, or whose figures are not.
std::optional<Units> find_units(int capability);
std::optional<Units> units_of(Session& session);

struct Ceiling {
  std::string_view unit;
  double taps = 0.0;  // of one multiprocessor and clock
};

// The least of all units' ceilings.
Ceiling ceiling_of(const Work& tap, const Units& units);

}  // namespace selvage::studies::climbing
