// SPDX-License-Identifier: Apache-2.0
#pragma once
// A case as a row of indices: the level of each factor.

#include <cstdint>
#include <random>

#include "conformance/cases/factors.hpp"

namespace selvage::testing {

using Random = std::mt19937_64;
using Row = std::vector<std::size_t>;  // the index of each factor's level

// Not std::uniform_int_distribution, whose numbers depend on the standard library.
inline std::size_t below(Random& random, std::size_t n) {
  return static_cast<std::size_t>(random() % n);
}

// Returns main_factors(), then other_factors().
std::vector<Factor> all_factors();

Row random_row(const std::vector<Factor>& factors, Random& random);
Case case_of(const std::vector<Factor>& factors, const Row& row, std::uint64_t seed);

}  // namespace selvage::testing
