// SPDX-License-Identifier: Apache-2.0
#include "ladder/work.hpp"

namespace selvage::studies::climbing {

Work operator+(const Work& a, const Work& b) {
  return {.loads = a.loads + b.loads,
          .words = a.words + b.words,
          .floats = a.floats + b.floats,
          .integers = a.integers + b.integers,
          .logic = a.logic + b.logic,
          .specials = a.specials + b.specials,
          .narrow_to_float = a.narrow_to_float + b.narrow_to_float,
          .word_to_float = a.word_to_float + b.word_to_float};
}

Work operator*(double factor, const Work& work) {
  return {.loads = factor * work.loads,
          .words = factor * work.words,
          .floats = factor * work.floats,
          .integers = factor * work.integers,
          .logic = factor * work.logic,
          .specials = factor * work.specials,
          .narrow_to_float = factor * work.narrow_to_float,
          .word_to_float = factor * work.word_to_float};
}

}  // namespace selvage::studies::climbing
