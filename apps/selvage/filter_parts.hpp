// SPDX-License-Identifier: Apache-2.0
#pragma once
// What filters have under the same names, from the options.

#include "filter_verb.hpp"

namespace selvage::cli {

// Of --radius or --diameter. Throws Error{invalid_argument} for an even diameter.
std::optional<int> radius_of(const FilterOptions& options);

// A value that is compared with samples is one that the file's type can hold, also when the image
// is widened.
float as_sample(std::string_view option, const Value& value, PixelType type);

// A filter with all that it shares with others; without an option the library's default holds.
template <class F>
F filter_from(const FilterOptions& o, const SampleTypes& types) {
  F f;
  if constexpr (requires { f.sigma_range; }) {
    if (o.sigma_range)
      f.sigma_range = static_cast<float>(in_unit("--sigma-range", *o.sigma_range, types.guide));
    f.norm = o.norm.value_or(f.norm);
  }
  if constexpr (requires { f.sigma_space; })
    if (o.sigma_space) f.sigma_space = static_cast<float>(*o.sigma_space);
  if constexpr (requires { f.window; }) f.window = o.window.value_or(f.window);
  if constexpr (requires { f.radius; })
    if (const std::optional<int> radius = radius_of(o)) f.radius = radius.value_or(0);
  if constexpr (requires { f.iterations; }) f.iterations = o.iterations.value_or(f.iterations);
  if constexpr (requires { f.border; }) {
    f.border = o.border.value_or(f.border);
    if (f.border == Border::constant)
      f.border_value = as_sample("--border constant", o.border_value, types.image);
    if (o.invalid) f.invalid = as_sample("--invalid", *o.invalid, types.image);
  }
  if constexpr (requires { f.fill; }) f.fill = o.fill;
  if constexpr (requires { f.alpha; }) f.alpha = o.alpha.value_or(f.alpha);
  return f;
}

// For filters whose radius has no default. Throws Error{invalid_argument}.
void need_radius(const char* verb, const FilterOptions& options);

// Throws Error{invalid_argument} when one of --row and --column is given alone.
void need_both(const FilterOptions& options);

[[noreturn]] void refuse_both(const char* option, const char* other);

}  // namespace selvage::cli
