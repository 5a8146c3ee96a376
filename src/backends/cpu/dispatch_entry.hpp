// SPDX-License-Identifier: Apache-2.0
#pragma once
// Picks one instruction set's function, where Highway would pick the best one.

#include <cstdint>
#include <iterator>

#include "hwy/highway.h"

namespace selvage::cpu {

template <class Table>
auto dispatch_entry(const Table& table, std::int64_t target) {
  hwy::ChosenTarget chosen;
  chosen.Update(target);
  return std::size(table) > 1 ? table[chosen.GetIndex()] : table[0];
}

}  // namespace selvage::cpu
