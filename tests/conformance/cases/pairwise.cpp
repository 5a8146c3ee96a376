// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/pairwise.hpp"

#include <utility>

namespace selvage::testing {

Pairs::Pairs(const std::vector<Factor>& factors) {
  for (const Factor& factor : factors) {
    first_.push_back(levels_);
    levels_ += factor.size();
  }
  met_.assign(levels_ * levels_, false);
}

bool Pairs::met(std::size_t f, std::size_t level_f, std::size_t g, std::size_t level_g) const {
  return met_[(first_[f] + level_f) * levels_ + first_[g] + level_g];
}

int Pairs::new_in(const Row& row) const {
  int count = 0;
  for (std::size_t g = 1; g < row.size(); ++g)
    for (std::size_t f = 0; f < g; ++f) count += met(f, row[f], g, row[g]) ? 0 : 1;
  return count;
}

void Pairs::meet(const Row& row) {
  for (std::size_t g = 1; g < row.size(); ++g)
    for (std::size_t f = 0; f < g; ++f)
      met_[(first_[f] + row[f]) * levels_ + first_[g] + row[g]] = true;
}

Cover::Cover(std::vector<Factor> factors, std::uint64_t seed, double most_cost)
    : factors_(std::move(factors)), pairs_(factors_), random_(seed), most_cost_(most_cost) {}

// Draws some rows with the given levels and returns the possible one that meets most new pairs;
// empty when none is possible.
Row Cover::best_row(std::initializer_list<Fixed> given) {
  Row best;
  int most = -1;
  for (int attempt = 0; attempt < 100; ++attempt) {
    Row row = random_row(factors_, random_);
    for (const Fixed& f : given) row[f.factor] = f.level;
    const Case c = case_of(factors_, row, 0);
    if (!possible(c) || cost(c) > most_cost_) continue;
    const int found = pairs_.new_in(row);
    if (found > most) {
      most = found;
      best = std::move(row);
    }
  }
  return best;
}

void Cover::add(std::initializer_list<Fixed> given) {
  const Row row = best_row(given);
  if (row.empty()) return;
  pairs_.meet(row);
  cases_.push_back(case_of(factors_, row, cases_.size() + 1));
}

void Cover::add_each(std::size_t f) {
  for (std::size_t i = 0; i < factors_[f].size(); ++i) add({{f, i}});
}

void Cover::add_each(std::size_t f, std::size_t g) {
  for (std::size_t i = 0; i < factors_[f].size(); ++i)
    for (std::size_t k = 0; k < factors_[g].size(); ++k) add({{f, i}, {g, k}});
}

void Cover::add_each(std::size_t f, std::size_t g, std::size_t h) {
  for (std::size_t i = 0; i < factors_[f].size(); ++i)
    for (std::size_t k = 0; k < factors_[g].size(); ++k)
      for (std::size_t n = 0; n < factors_[h].size(); ++n) add({{f, i}, {g, k}, {h, n}});
}

void Cover::complete() {
  for (std::size_t g = 1; g < factors_.size(); ++g)
    for (std::size_t f = 0; f < g; ++f)
      for (std::size_t i = 0; i < factors_[f].size(); ++i)
        for (std::size_t k = 0; k < factors_[g].size(); ++k)
          if (!pairs_.met(f, i, g, k)) add({{f, i}, {g, k}});
}

}  // namespace selvage::testing
