// SPDX-License-Identifier: Apache-2.0
// The factors vary every field of every filter, over all values of its enumerations.
#include "conformance/cases/factors.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <ranges>
#include <set>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "conformance/cases/filter_of.hpp"
#include "selvage/fields.hpp"

namespace selvage::testing {
namespace {

// Fields that no factor varies.
struct Exception {
  Kind kind;
  std::string_view field, reason;
};
constexpr std::array exceptions{
    Exception{Kind::geometry, "normal_threshold", "pictures would have no or only edges"},
    Exception{Kind::geometry, "depth_threshold",
              "likewise; tests/methods/edge_stopping varies both"}};

bool is_exception(Kind kind, std::string_view field) {
  return std::ranges::any_of(
      exceptions, [&](const Exception& e) { return e.kind == kind && e.field == field; });
}

std::vector<Factor> all_factors(Kind kind) {
  std::vector<Factor> factors = kind == Kind::bilateral ? main_factors() : factors_of(kind);
  if (kind == Kind::bilateral) std::ranges::move(other_factors(), std::back_inserter(factors));
  if (has_third_axis(filter_of({.kind = kind})))
    std::ranges::move(depth_factors() | std::views::drop(1), std::back_inserter(factors));
  return factors;
}

// The filters of cases that differ from the first one in one factor.
std::vector<Filter> filters_of(Kind kind) {
  const std::vector<Factor> factors = all_factors(kind);
  Case first;
  first.kind = kind;
  for (const Factor& factor : factors) factor.front()(first);
  std::vector<Filter> filters;
  for (const Factor& factor : factors)
    for (const Level& level : factor) {
      Case c = first;
      level(c);
      filters.push_back(filter_of(c));
    }
  return filters;
}

template <class F, class T>
std::vector<T> values_of(const Field<F, T>& field, const std::vector<Filter>& filters) {
  std::vector<T> values;
  for (const Filter& filter : filters) {
    const T& value = std::get<F>(filter).*field.member;
    if (std::ranges::find(values, value) == values.end()) values.push_back(value);
  }
  return values;
}

std::vector<Kind> all_kinds() {
  std::vector<Kind> kinds;
  for (std::size_t k = 0; k < kind_names.size(); ++k) kinds.push_back(static_cast<Kind>(k));
  return kinds;
}

class Factors : public ::testing::TestWithParam<Kind> {};

TEST_P(Factors, VaryEveryField) {
  const Kind kind = GetParam();
  const std::vector<Filter> filters = filters_of(kind);
  std::visit(
      [&]<class F>(const F&) {
        for_each_field<F>([&]<class T>(const Field<F, T>& field) {
          const std::size_t met = values_of(field, filters).size();
          EXPECT_EQ(met < 2, is_exception(kind, field.name)) << field.name;
          if constexpr (std::is_enum_v<T>) {
            EXPECT_EQ(met, names_of<T>.size()) << field.name;
          }
        });
      },
      filters.front());
}

// A filter that no case makes would be compared with nothing.
TEST(Kinds, AreAllFilters) {
  std::set<std::size_t> filters;
  for (const Kind kind : all_kinds()) {
    const Filter filter = filters_of(kind).front();
    filters.insert(filter.index());
    EXPECT_FALSE(name(filter).empty());
  }
  EXPECT_EQ(filters.size(), std::variant_size_v<Filter>);
}

std::string name_of_kind(const ::testing::TestParamInfo<Kind>& kind) {
  return std::string(kind_names.at(static_cast<std::size_t>(kind.param)));
}
INSTANTIATE_TEST_SUITE_P(All, Factors, ::testing::ValuesIn(all_kinds()), name_of_kind);

}  // namespace
}  // namespace selvage::testing
