// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/values.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace selvage::testing {
namespace {

const Value& value(std::string_view description) {
  return *std::ranges::find(all_values(), description, [](const Value& v) { return describe(v); });
}

TEST(Values, AreTheEnumeratorsOfTheLibrary) {
  std::multiset<ValueOf> of;
  std::set<std::string> names;
  for (const Value& v : all_values()) {
    of.insert(v.of);
    names.insert(describe(v));
  }
  EXPECT_EQ(of.count(ValueOf::filter), kind_names.size());
  EXPECT_EQ(of.count(ValueOf::type), 4u);
  EXPECT_EQ(of.count(ValueOf::border), 7u);
  EXPECT_EQ(of.count(ValueOf::norm), 5u);
  EXPECT_EQ(names.size(), all_values().size());
}

TEST(Values, AreSetAndFound) {
  for (const Value& v : all_values()) {
    const Case c = with(Case{}, v);
    EXPECT_TRUE(has(c, v)) << describe(v);
    for (const Value& other : all_values())
      EXPECT_TRUE(other.of != v.of || has(c, other) == (other.number == v.number))
          << describe(v) << ", " << describe(other);
  }
}

TEST(Values, OfFieldsThatTheFilterHasNotAreNotFound) {
  EXPECT_TRUE(has({.kind = Kind::gaussian, .border = Border::wrap}, value("border wrap")));
  EXPECT_FALSE(has({.kind = Kind::gaussian}, value("norm l2")));
  EXPECT_FALSE(has({.kind = Kind::geometry}, value("border reflect101")));
  EXPECT_FALSE(has({.kind = Kind::histogram}, value("border reflect101")));
  EXPECT_TRUE(has({.kind = Kind::histogram}, value("type u8")));
}

}  // namespace
}  // namespace selvage::testing
