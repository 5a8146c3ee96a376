// SPDX-License-Identifier: Apache-2.0
#pragma once
// The ladder's rungs as data, with what one tap costs in each.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "ladder/work.hpp"
#include "runner/study.hpp"

namespace selvage::studies::climbing {

// Where a loop's steps go.
enum class Places {
  square,  // every place of the window's square, those outside of the disc too
  disc,    // the disc's taps
  rows,    // the disc's taps, each step for several pixels below one another
};

struct Step {
  int number;
  std::string_view file;
  Places places = Places::rows;
  bool space_weights = false, range_weights = false;  // tables that it reads, in this order
  bool space_exponents = false, extents = true;       //
  int tile_bytes = 16;                                // of a pixel in local memory
  int min_blocks = 1;                                 // that the compiler is asked for
  bool same_as_before = false;                        // its arithmetic, to the bit
  bool aside = false;                                 // no rung stands on it
  Work tap = {}, step = {},
       column = {};  // for each tap; step of the loop; row or column of the window
};

// By their numbers.
std::span<const Step> steps();

// The product's, which does for each tap what rung 14 does.
const Step& product_step();

// "one exponent" of "03_one_exponent.cl".
std::string name_of(const Step& step);

// Pixels of one work-item; processors take fewer, for code for many only takes long to compile.
int rows_of(const Step& step, bool is_processor);
GroupSize group_of(const Step& step);

// Bytes of local memory that a launch needs.
std::size_t local_bytes(const Step& step, int radius, bool is_processor);

// Of a disc.
int taps_of(int radius);
// What one tap costs, with its share of its loop's steps and of the window's rows or columns, on a
// GPU.
Work work_of_tap(const Step& step, int radius);

}  // namespace selvage::studies::climbing
