// SPDX-License-Identifier: Apache-2.0
#pragma once
// Filters made from options.

#include "command_line/filter_options.hpp"
#include "command_line/filter_verb.hpp"

namespace selvage::cli {

// Returns the radius of --radius or --diameter. Throws Error{invalid_argument} for an even
// diameter.
std::optional<int> radius_of(const FilterOptions& options);

// Converts a typed value to the samples' unit of the image or the guide.
float in_samples(const FieldText& field, const Value& value, const SampleTypes& types);

template <class T, class F>
typename ValueOf<T>::type field_value(const Field<F, T>& field, const FieldValues& given,
                                      const SampleTypes& types) {
  using Stored = typename ValueOf<T>::type;
  if constexpr (std::is_same_v<Stored, float>) {
    if (kind_of<Stored>(field) == FieldKind::value)
      return in_samples(field, *given.get<Value>(field.name), types);
    return static_cast<float>(*given.get<double>(field.name));
  } else {
    return *given.get<Stored>(field.name);
  }
}

// Returns the filter that the options describe. Fields without an option keep the library's
// default.
template <class F>
F filter_from(const FilterOptions& o, const SampleTypes& types) {
  F f;
  for_each_field<F>([&](const auto& field) {
    if (o.given.has(field.name)) f.*field.member = field_value(field, o.given, types);
  });
  if constexpr (requires { f.radius; })
    if (const std::optional<int> given = radius_of(o)) {
      const int radius = *given;
      f.radius = radius;
    }
  if constexpr (requires { f.third_axis; })
    if (const std::optional<int> given = o.temporal) {
      const int radius = *given;
      f.radius_depth = radius;
      f.third_axis = o.causal ? ThirdAxis::causal : ThirdAxis::time;
    }
  if constexpr (requires { f.sigma_depth; })
    if (o.volume && o.spacing && !f.sigma_depth)
      f.sigma_depth = static_cast<float>(double{f.sigma_space} / *o.spacing);
  return f;
}

// Verbs that blur pictures keep the colours of transparent pixels out of the mean, unless --alpha
// says otherwise.
inline constexpr FieldNote weighted_alpha{.field = "alpha", .fallback = "weight"};
template <class F>
F with_weighted_alpha(F f, const FilterOptions& o) {
  if (!o.given.has(fields::alpha.name)) f.alpha = Alpha::weight;
  return f;
}

// Checks that a filter without a default radius was given one. Throws Error{invalid_argument}.
void need_radius(const char* verb, const FilterOptions& options);

// Throws Error{invalid_argument} if only one of --row and --column is given.
void need_both(const FilterOptions& options);

[[noreturn]] void refuse_both(const char* option, const char* other);

}  // namespace selvage::cli
