// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/rows.hpp"

#include <algorithm>
#include <iterator>

namespace selvage::testing {

std::vector<Factor> all_factors() {
  std::vector<Factor> factors = main_factors();
  std::ranges::move(other_factors(), std::back_inserter(factors));
  return factors;
}

Row random_row(const std::vector<Factor>& factors, Random& random) {
  Row row;
  for (const Factor& factor : factors) row.push_back(below(random, factor.size()));
  return row;
}

Case case_of(const std::vector<Factor>& factors, const Row& row, std::uint64_t seed) {
  Case c;
  for (std::size_t f = 0; f < factors.size(); ++f) factors[f][row[f]](c);
  c.seed = seed;
  return c;
}

}  // namespace selvage::testing
