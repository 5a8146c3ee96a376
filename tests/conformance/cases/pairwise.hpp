// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds few cases that meet many pairs of levels of any two factors.

#include <initializer_list>

#include "conformance/cases/rows.hpp"

namespace selvage::testing {

// Records which pairs of levels have been met.
class Pairs {
 public:
  explicit Pairs(const std::vector<Factor>& factors);

  bool met(std::size_t f, std::size_t level_f, std::size_t g, std::size_t level_g) const;
  int new_in(const Row& row) const;
  void meet(const Row& row);

 private:
  std::vector<std::size_t> first_;  // index of each factor's first level among all levels
  std::size_t levels_ = 0;
  std::vector<bool> met_;
};

// A growing list of cases. The same seed gives the same list.
class Cover {
 public:
  // No case computes more than `most_cost` weights.
  Cover(std::vector<Factor> factors, std::uint64_t seed, double most_cost);

  // Adds a case for each possible combination of the levels of one, two or three factors, which
  // are given by their indices. The other levels are those that meet most new pairs.
  void add_each(std::size_t f);
  void add_each(std::size_t f, std::size_t g);
  void add_each(std::size_t f, std::size_t g, std::size_t h);

  // Adds cases until every possible pair is met.
  void complete();

  std::vector<Case> cases() && { return std::move(cases_); }

 private:
  struct Fixed {  // a factor's index and the level that it must have
    std::size_t factor, level;
  };
  Row best_row(std::initializer_list<Fixed> given);
  void add(std::initializer_list<Fixed> given);

  std::vector<Factor> factors_;
  Pairs pairs_;
  Random random_;
  double most_cost_;
  std::vector<Case> cases_;
};

}  // namespace selvage::testing
