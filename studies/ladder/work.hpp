// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a tap costs.

namespace selvage::studies::climbing {

// Instructions, counted by hand from a rung's text; README.md tells how.
struct Work {
  double loads = 0.0;            // from local memory
  double words = 0.0;            // of four bytes or fewer that those fetch
  double floats = 0.0;           // additions, multiplications and fused ones
  double integers = 0.0;         // the same of integers and addresses; branches
  double logic = 0.0;            // comparisons, absolute values, shifts, masks, bytes of words
  double specials = 0.0;         // 2^x
  double narrow_to_float = 0.0;  // conversions of bytes as they were loaded
  double word_to_float = 0.0;    // of whole numbers in registers, either way

  double all() const {
    return loads + floats + integers + logic + specials + narrow_to_float + word_to_float;
  }
};

Work operator+(const Work& a, const Work& b);
Work operator*(double factor, const Work& work);

}  // namespace selvage::studies::climbing
