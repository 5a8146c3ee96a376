// SPDX-License-Identifier: Apache-2.0
#include "conformance/cover.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <random>

#include "conformance/factors.hpp"

namespace selvage::testing {
namespace {

using Random = std::mt19937_64;
using Row = std::vector<std::size_t>;  // a level of each factor

constexpr double largest_cost = 40e6;   // weights of one pairwise case, about half a second
constexpr double crossed_cost = 1.5e6;  // of one crossed or random case, about 20 milliseconds
constexpr int draws = 2;                // of the other factors for each crossed combination

// Not std::uniform_int_distribution, whose numbers depend on the standard library.
std::size_t below(Random& random, std::size_t n) {
  return static_cast<std::size_t>(random() % n);
}

Case case_of(const std::vector<Factor>& factors, const Row& row, std::uint64_t seed) {
  Case c;
  for (std::size_t f = 0; f < factors.size(); ++f) factors[f][row[f]](c);
  c.seed = seed;
  return c;
}

Row random_row(const std::vector<Factor>& factors, Random& random) {
  Row row;
  for (const Factor& factor : factors) row.push_back(below(random, factor.size()));
  return row;
}

// Which pairs of levels have been met: all levels of all factors are numbered through.
class Pairs {
 public:
  explicit Pairs(const std::vector<Factor>& factors) {
    for (const Factor& factor : factors) {
      first_.push_back(levels_);
      levels_ += factor.size();
    }
    met_.assign(levels_ * levels_, false);
  }

  bool met(std::size_t f, std::size_t level_f, std::size_t g, std::size_t level_g) const {
    return met_[(first_[f] + level_f) * levels_ + first_[g] + level_g];
  }
  int new_in(const Row& row) const {
    int count = 0;
    for (std::size_t g = 1; g < row.size(); ++g)
      for (std::size_t f = 0; f < g; ++f) count += met(f, row[f], g, row[g]) ? 0 : 1;
    return count;
  }
  void meet(const Row& row) {
    for (std::size_t g = 1; g < row.size(); ++g)
      for (std::size_t f = 0; f < g; ++f)
        met_[(first_[f] + row[f]) * levels_ + first_[g] + row[g]] = true;
  }

 private:
  std::vector<std::size_t> first_;  // number of a factor's first level
  std::size_t levels_ = 0;
  std::vector<bool> met_;
};

// Of some random rows with the two given levels the possible one that meets most new pairs; empty
// when none is possible.
Row best_row(const std::vector<Factor>& factors, const Pairs& pairs, Random& random, std::size_t f,
             std::size_t level_f, std::size_t g, std::size_t level_g) {
  Row best;
  int most = 0;
  for (int attempt = 0; attempt < 100; ++attempt) {
    Row row = random_row(factors, random);
    row[f] = level_f;
    row[g] = level_g;
    const Case c = case_of(factors, row, 0);
    if (!possible(c) || cost(c) > largest_cost) continue;
    const int found = pairs.new_in(row);
    if (found > most) {
      most = found;
      best = std::move(row);
    }
  }
  return best;
}

// A possible case with the given levels of the crossed factors, the others drawn.
std::optional<Case> drawn_case(const std::vector<Factor>& crossed, const Row& row,
                               const std::vector<Factor>& drawn, Random& random) {
  for (int attempt = 0; attempt < 100; ++attempt) {
    Case c = case_of(drawn, random_row(drawn, random), 0);
    for (std::size_t f = 0; f < crossed.size(); ++f) crossed[f][row[f]](c);
    if (possible(c) && cost(c) <= crossed_cost) return c;
  }
  return std::nullopt;
}

// The next row, counted up like a number; false after the last.
bool advance(Row& row, const std::vector<Factor>& factors) {
  for (std::size_t f = 0; f < row.size(); ++f) {
    row[f] = (row[f] + 1) % factors[f].size();
    if (row[f] != 0) return true;
  }
  return false;
}

std::vector<Factor> all_factors() {
  std::vector<Factor> factors = main_factors();
  std::ranges::move(other_factors(), std::back_inserter(factors));
  return factors;
}

}  // namespace

std::vector<Case> pairwise_cases() {
  const std::vector<Factor> factors = all_factors();
  Random random(8);
  Pairs pairs(factors);
  std::vector<Case> cases;
  for (std::size_t g = 1; g < factors.size(); ++g)
    for (std::size_t f = 0; f < g; ++f)
      for (std::size_t i = 0; i < factors[f].size(); ++i)
        for (std::size_t k = 0; k < factors[g].size(); ++k) {
          if (pairs.met(f, i, g, k)) continue;
          const Row row = best_row(factors, pairs, random, f, i, g, k);
          if (row.empty()) continue;
          pairs.meet(row);
          cases.push_back(case_of(factors, row, cases.size() + 1));
        }
  return cases;
}

std::vector<Case> crossed_cases() {
  std::vector<Case> cases = pairwise_cases();
  const std::vector<Factor> crossed = main_factors(), drawn = other_factors();
  Random random(88);
  Row row(crossed.size(), 0);
  do {
    for (int i = 0; i < draws; ++i)
      if (const auto c = drawn_case(crossed, row, drawn, random)) {
        cases.push_back(*c);
        cases.back().seed = cases.size();
      }
  } while (advance(row, crossed));
  return cases;
}

std::vector<Case> random_cases(int count, std::uint64_t seed) {
  const std::vector<Factor> factors = all_factors();
  Random random(seed);
  const auto logarithmic = [&](double low, double high) {
    const double u = static_cast<double>(random() >> 11) * 0x1p-53;
    return static_cast<float>(low * std::pow(high / low, u));
  };
  std::vector<Case> cases;
  while (cases.size() < static_cast<std::size_t>(count)) {
    Case c = case_of(factors, random_row(factors, random), random());
    c.width = 1 + static_cast<int>(below(random, 70));
    c.height = 1 + static_cast<int>(below(random, 40));
    c.sigma_space = logarithmic(0.1, 50);
    c.sigma_range = logarithmic(0.005, 20);
    if (random() % 16 == 0) c.sigma_space = random() % 2 == 0 ? 1e-6f : 1e6f;
    if (random() % 16 == 0) c.sigma_range = random() % 2 == 0 ? 1e-6f : 1e6f;
    c.border_value = c.border_value == hole_value ? hole_value : logarithmic(0.01, 1);
    if (random() % 4 != 0) c.radius = static_cast<int>(below(random, 24));
    if (c.radius < 0 && c.sigma_space > 50) c.radius = 3;
    if (possible(c) && cost(c) <= crossed_cost) cases.push_back(c);
  }
  return cases;
}

}  // namespace selvage::testing
