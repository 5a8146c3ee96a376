// SPDX-License-Identifier: Apache-2.0
#pragma once
// What fields of filters are called and what they may hold: the texts that fields.hpp gives to the
// members of each filter.

#include <cstddef>
#include <limits>
#include <span>
#include <string_view>

#include "selvage/filters.hpp"

namespace selvage {

enum class FieldUnit {
  none,           // a number without a unit, a choice, or yes and no
  pixels,         //
  degrees,        //
  slices,         // of an image with depth
  samples,        // the samples' unit (filters.hpp)
  guide_samples,  // the samples' unit of the guide
};

// The values that a field may take, both ends included. In a list, every value must lie within.
struct FieldRange {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  std::string_view text = {};  // its name in messages; empty: "least..most"
};

// Describes a field for all filters that have it. A filter may change the help, unit or fallback.
struct FieldText {
  std::string_view name;
  std::string_view help;             // one sentence
  FieldRange range = {};             // of numbers
  FieldUnit unit = FieldUnit::none;  //
  bool is_sample = false;  // stands for a sample, so the image's type must be able to hold it
  std::string_view fallback = {};  // holds where an optional field has no value
  int choices = 0;                 // how many of its names a choice accepts; 0: all

  constexpr FieldText with_help(std::string_view text) const {
    FieldText changed = *this;
    changed.help = text;
    return changed;
  }
  constexpr FieldText with_unit(FieldUnit other) const {
    FieldText changed = *this;
    changed.unit = other;
    return changed;
  }
  constexpr FieldText with_fallback(std::string_view text) const {
    FieldText changed = *this;
    changed.fallback = text;
    return changed;
  }
  constexpr FieldText with_choices(int count) const {
    FieldText changed = *this;
    changed.choices = count;
    return changed;
  }
};

// Returns the values that a choice accepts, with their names.
template <class Enum>
constexpr std::span<const Named<Enum>> choices_of(const FieldText& field) {
  const std::span<const Named<Enum>> all(names_of<Enum>);
  return field.choices > 0 ? all.first(static_cast<std::size_t>(field.choices)) : all;
}

namespace field_ranges {
inline constexpr FieldRange sigma{1e-6f, 1e6f, "1e-06..1e+06"};
inline constexpr FieldRange radius{0, 4096};
inline constexpr FieldRange finite{-std::numeric_limits<float>::max(),
                                   std::numeric_limits<float>::max(), "the finite numbers"};
inline constexpr FieldRange above_0{0, 3.4e38f, "0 and above"};
inline constexpr FieldRange kernel_side{1, 63};
inline constexpr FieldRange epsilon{1e-6f, 1e12f, "1e-06..1e+12"};
}  // namespace field_ranges

// The fields that several filters share.
namespace fields {
inline constexpr FieldText sigma_space{.name = "sigma_space",
                                       .help = "Standard deviation of the weight over distance.",
                                       .range = field_ranges::sigma,
                                       .unit = FieldUnit::pixels};
inline constexpr FieldText sigma_range{.name = "sigma_range",
                                       .help = "Standard deviation of the weight over differences.",
                                       .range = field_ranges::sigma,
                                       .unit = FieldUnit::samples};
inline constexpr FieldText guide_range =
    sigma_range.with_unit(FieldUnit::guide_samples)
        .with_help("Standard deviation of the weight over differences of the guide, in its unit.");
inline constexpr FieldText radius{.name = "radius",
                                  .help = "Radius of the window.",
                                  .range = field_ranges::radius,
                                  .unit = FieldUnit::pixels};
inline constexpr FieldText small_radius{
    .name = "radius",
    .help = "Radius of the window, in pixels of the small image.",
    .range = {0, 512},
    .unit = FieldUnit::pixels};
inline constexpr FieldText window_radius = radius.with_fallback("ceil(3 sigma_space)");
inline constexpr FieldText window{.name = "window", .help = "Shape of the window."};
inline constexpr FieldText norm{.name = "norm", .help = "Distance between two colours."};
inline constexpr FieldText guide_norm =
    norm.with_help("Distance between two colours of the guide.");
inline constexpr FieldText border{.name = "border", .help = "Pixel values outside the image."};
inline constexpr FieldText border_value{.name = "border_value",
                                        .help = "Value outside the image for the constant border.",
                                        .range = field_ranges::finite,
                                        .unit = FieldUnit::samples,
                                        .is_sample = true};
inline constexpr FieldText iterations{
    .name = "iterations", .help = "Apply the filter N times.", .range = {1, 1000}};
inline constexpr FieldText alpha{.name = "alpha",
                                 .help = "Copy alpha, filter it, or weight colours by it."};
inline constexpr FieldText unweighted_alpha =
    alpha.with_help("Copy alpha, or filter it.").with_choices(2);  // without `weight`
inline constexpr FieldText invalid{.name = "invalid",
                                   .help = "Ignore pixels with this value (0 in depth maps).",
                                   .range = field_ranges::finite,
                                   .unit = FieldUnit::samples,
                                   .is_sample = true};
inline constexpr FieldText epsilon{.name = "epsilon",
                                   .help = "Smooth where the guide's variance is below this.",
                                   .range = field_ranges::epsilon};
inline constexpr FieldText fill{.name = "fill",
                                .help = "Replace ignored pixels by the mean of their neighbours."};
inline constexpr FieldText sigma_depth{
    .name = "sigma_depth",
    .help = "Standard deviation of the weight over slices of a volume, or over frames.",
    .range = field_ranges::sigma,
    .unit = FieldUnit::slices,
    .fallback = "sigma_space; in time radius_depth / 2"};
inline constexpr FieldText radius_depth{.name = "radius_depth",
                                        .help = "Radius of the window in slices or frames.",
                                        .range = field_ranges::radius,
                                        .unit = FieldUnit::slices,
                                        .fallback = "as the radius, or ceil(3 sigma_depth)"};
inline constexpr FieldText third_axis{.name = "third_axis",
                                      .help = "What the slices of an image are."};
inline constexpr FieldText row{
    .name = "row", .help = "Coefficients from left to right.", .range = field_ranges::finite};
inline constexpr FieldText column{.name = "column",
                                  .help = "Coefficients from top to bottom, together with a row.",
                                  .range = field_ranges::finite};
inline constexpr FieldText scale{
    .name = "scale", .help = "Multiply the sum by this factor.", .range = field_ranges::finite};
inline constexpr FieldText offset{.name = "offset",
                                  .help = "Add this value to the scaled sum.",
                                  .range = field_ranges::finite,
                                  .unit = FieldUnit::samples};
inline constexpr FieldText flip{
    .name = "flip", .help = "Turn the kernel by 180 degrees: the mathematical convolution."};
inline constexpr FieldText gray{.name = "gray",
                                .help = "Make the image gray first: 0.299 R + 0.587 G + 0.114 B."};
}  // namespace fields

}  // namespace selvage
