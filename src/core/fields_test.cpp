// SPDX-License-Identifier: Apache-2.0
#include "selvage/fields.hpp"

#include <gmock/gmock.h>

#include <string>
#include <type_traits>

namespace selvage {
namespace {

// Calls check(field, filter) for each field of each filter.
template <class Check, class... F>
void for_all_fields(const Check& check, const std::variant<F...>*) {
  const std::tuple<F...> filters;  // each with its defaults
  (for_each_field<F>([&](const auto& field) { check(field, std::get<F>(filters)); }), ...);
}
template <class Check>
void for_all_fields(const Check& check) {
  for_all_fields(check, static_cast<const Filter*>(nullptr));
}

// The compiler checks the count, so no field occurs twice either.
TEST(Fields, StandInTheOrderOfTheirStruct) {
  const void* previous = nullptr;
  const void* struct_before = nullptr;
  for_all_fields([&](const auto& field, const auto& f) {
    const void* here = &(f.*field.member);
    if (struct_before == &f) {
      EXPECT_LT(previous, here) << field.name;
    }
    struct_before = &f;
    previous = here;
  });
}

TEST(Fields, AreDescribedByOneSentence) {
  for_all_fields([](const FieldText& field, const auto&) {
    const std::string help(field.help);
    EXPECT_THAT(help, testing::MatchesRegex("[A-Z][^\n]*\\.")) << field.name;
    EXPECT_LT(help.size(), 90u) << help;
    EXPECT_EQ(help.find(". "), help.npos) << help;
  });
}

TEST(Fields, NumbersHaveRangesThatHoldTheirDefaults) {
  for_all_fields([]<class F, class T>(const Field<F, T>& field, const F& f) {
    if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) {
      const auto value = static_cast<double>(f.*field.member);
      EXPECT_LE(field.range.least, value) << field.name;
      EXPECT_GE(field.range.most, value) << field.name;
      EXPECT_LT(field.range.most, 1e39) << field.name;
    }
  });
}

// Uses the list as a binding would.
TEST(Fields, MakeASignature) {
  std::string signature;
  for_each_field<Box>([&]<class T>(const Field<Box, T>& field) {
    signature += std::string(field.name) + " = ";
    const T value = Box{}.*field.member;
    if constexpr (std::is_enum_v<T>)
      signature += name_of(value);
    else if constexpr (requires { value.has_value(); })
      signature += "none";
    else
      signature += std::to_string(value);
    signature += "; ";
  });
  EXPECT_EQ(signature,
            "radius = 1; border = reflect101; border_value = 0.000000; iterations = 1; "
            "alpha = keep; invalid = none; fill = 0; radius_depth = none; "
            "third_axis = space; ");
}

}  // namespace
}  // namespace selvage
