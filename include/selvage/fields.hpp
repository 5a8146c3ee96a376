// SPDX-License-Identifier: Apache-2.0
#pragma once
// Lists the fields of every filter: name, unit, range, help and member. Validation, the C interface
// and the command line walk this list; bindings can, too. Defaults are those of the structs.
//
//   for_each_field<Bilateral>([](const auto& field) { print(field.name, field.help); });
//
// A field that is missing from its list is a compile error.

#include <limits>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "selvage/filters.hpp"

namespace selvage {

enum class FieldUnit {
  none,           // a number without a unit, a choice, or yes and no
  pixels,         //
  degrees,        //
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
};

// A field of the filter F, of type T.
template <class F, class T>
struct Field : FieldText {
  T F::* member;

  constexpr Field(const FieldText& text, T F::* its_member) : FieldText(text), member(its_member) {}
  constexpr const FieldText& text() const { return *this; }
};

namespace field_ranges {
inline constexpr FieldRange sigma{1e-6f, 1e6f, "1e-06..1e+06"};
inline constexpr FieldRange radius{0, 4096};
inline constexpr FieldRange finite{-std::numeric_limits<float>::max(),
                                   std::numeric_limits<float>::max(), "the finite numbers"};
inline constexpr FieldRange above_0{0, 3.4e38f, "0 and above"};
inline constexpr FieldRange kernel_side{1, 63};
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
                                 .help = "Copy the alpha channel, or filter it too."};
inline constexpr FieldText invalid{.name = "invalid",
                                   .help = "Ignore pixels with this value (0 in depth maps).",
                                   .range = field_ranges::finite,
                                   .unit = FieldUnit::samples,
                                   .is_sample = true};
inline constexpr FieldText fill{.name = "fill",
                                .help = "Replace ignored pixels by the mean of their neighbours."};
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

// A tuple of Field<F, T>, in the order of the struct's members.
template <class F>
inline constexpr auto fields_of = std::tuple<>{};

template <>
inline constexpr auto fields_of<Bilateral> =
    std::tuple{Field{fields::sigma_space, &Bilateral::sigma_space},
               Field{fields::sigma_range, &Bilateral::sigma_range},
               Field{fields::window_radius, &Bilateral::radius},
               Field{fields::window, &Bilateral::window},
               Field{fields::norm, &Bilateral::norm},
               Field{fields::border, &Bilateral::border},
               Field{fields::border_value, &Bilateral::border_value},
               Field{fields::iterations, &Bilateral::iterations},
               Field{fields::alpha, &Bilateral::alpha},
               Field{fields::invalid, &Bilateral::invalid},
               Field{fields::fill, &Bilateral::fill}};

template <>
inline constexpr auto fields_of<JointBilateral> =
    std::tuple{Field{fields::sigma_space, &JointBilateral::sigma_space},
               Field{fields::guide_range, &JointBilateral::sigma_range},
               Field{fields::window_radius, &JointBilateral::radius},
               Field{fields::window, &JointBilateral::window},
               Field{fields::guide_norm, &JointBilateral::norm},
               Field{fields::border, &JointBilateral::border},
               Field{fields::border_value, &JointBilateral::border_value},
               Field{fields::alpha, &JointBilateral::alpha},
               Field{fields::invalid, &JointBilateral::invalid},
               Field{fields::fill, &JointBilateral::fill}};

template <>
inline constexpr auto fields_of<JointUpsampling> = std::tuple{
    Field{fields::sigma_space.with_help(
              "Standard deviation of the weight over distance, in pixels of the small image."),
          &JointUpsampling::sigma_space},
    Field{fields::guide_range, &JointUpsampling::sigma_range},
    Field{fields::window_radius.with_help("Radius of the window, in pixels of the small image."),
          &JointUpsampling::radius},
    Field{fields::window, &JointUpsampling::window},
    Field{fields::guide_norm, &JointUpsampling::norm},
    Field{fields::border, &JointUpsampling::border},
    Field{fields::border_value, &JointUpsampling::border_value},
    Field{fields::alpha, &JointUpsampling::alpha},
    Field{fields::invalid, &JointUpsampling::invalid},
    Field{fields::fill, &JointUpsampling::fill}};

template <>
inline constexpr auto fields_of<RollingGuidance> =
    std::tuple{Field{fields::sigma_space, &RollingGuidance::sigma_space},
               Field{fields::sigma_range, &RollingGuidance::sigma_range},
               Field{fields::window_radius, &RollingGuidance::radius},
               Field{fields::window, &RollingGuidance::window},
               Field{fields::norm, &RollingGuidance::norm},
               Field{fields::border, &RollingGuidance::border},
               Field{fields::border_value, &RollingGuidance::border_value},
               Field{fields::iterations.with_help("Run N joint steps after the Gaussian."),
                     &RollingGuidance::iterations},
               Field{fields::alpha, &RollingGuidance::alpha},
               Field{fields::invalid, &RollingGuidance::invalid},
               Field{fields::fill, &RollingGuidance::fill}};

template <>
inline constexpr auto fields_of<GeometryGuided> = std::tuple{
    Field{fields::radius, &GeometryGuided::radius},
    Field{FieldText{.name = "weights", .help = "Weights of the mean."}, &GeometryGuided::weights},
    Field{fields::sigma_space.with_fallback("radius / 3"), &GeometryGuided::sigma_space},
    Field{fields::row.with_help("Weights of your own from left to right, 2 radius + 1 of them."),
          &GeometryGuided::row},
    Field{fields::column.with_help("Weights of your own from top to bottom, together with a row."),
          &GeometryGuided::column},
    Field{FieldText{.name = "normal_threshold",
                    .help = "A larger angle between neighbours is a discontinuity.",
                    .range = {0, 180, "0..180 degrees"},
                    .unit = FieldUnit::degrees},
          &GeometryGuided::normal_threshold},
    Field{FieldText{.name = "depth_threshold",
                    .help = "A larger difference, as a fraction of the smaller depth, is a "
                            "discontinuity.",
                    .range = field_ranges::above_0},
          &GeometryGuided::depth_threshold},
    Field{FieldText{.name = "edge_threshold",
                    .help = "Without normals and depth, a larger difference of a channel is a "
                            "discontinuity.",
                    .range = field_ranges::above_0,
                    .unit = FieldUnit::samples},
          &GeometryGuided::edge_threshold},
    Field{fields::alpha, &GeometryGuided::alpha}};

template <>
inline constexpr auto fields_of<Gaussian> =
    std::tuple{Field{fields::sigma_space, &Gaussian::sigma_space},
               Field{fields::window_radius, &Gaussian::radius},
               Field{fields::window, &Gaussian::window},
               Field{fields::border, &Gaussian::border},
               Field{fields::border_value, &Gaussian::border_value},
               Field{fields::iterations, &Gaussian::iterations},
               Field{fields::alpha, &Gaussian::alpha},
               Field{fields::invalid, &Gaussian::invalid},
               Field{fields::fill, &Gaussian::fill}};

template <>
inline constexpr auto fields_of<Box> = std::tuple{Field{fields::radius, &Box::radius},
                                                  Field{fields::border, &Box::border},
                                                  Field{fields::border_value, &Box::border_value},
                                                  Field{fields::iterations, &Box::iterations},
                                                  Field{fields::alpha, &Box::alpha},
                                                  Field{fields::invalid, &Box::invalid},
                                                  Field{fields::fill, &Box::fill}};

template <>
inline constexpr auto fields_of<Convolution> =
    std::tuple{Field{FieldText{.name = "kernel",
                               .help = "Coefficients of the kernel, row by row from the top.",
                               .range = field_ranges::finite},
                     &Convolution::kernel},
               Field{FieldText{.name = "width",
                               .help = "Columns of the kernel, an odd number.",
                               .range = field_ranges::kernel_side},
                     &Convolution::width},
               Field{FieldText{.name = "height",
                               .help = "Rows of the kernel, an odd number.",
                               .range = field_ranges::kernel_side},
                     &Convolution::height},
               Field{fields::scale, &Convolution::scale},
               Field{fields::offset, &Convolution::offset},
               Field{fields::flip, &Convolution::flip},
               Field{fields::gray, &Convolution::gray},
               Field{fields::border, &Convolution::border},
               Field{fields::border_value, &Convolution::border_value},
               Field{fields::alpha, &Convolution::alpha},
               Field{fields::invalid, &Convolution::invalid}};

template <>
inline constexpr auto fields_of<SeparableConvolution> =
    std::tuple{Field{fields::row, &SeparableConvolution::row},
               Field{fields::column, &SeparableConvolution::column},
               Field{fields::scale, &SeparableConvolution::scale},
               Field{fields::offset, &SeparableConvolution::offset},
               Field{fields::flip, &SeparableConvolution::flip},
               Field{fields::gray, &SeparableConvolution::gray},
               Field{fields::border, &SeparableConvolution::border},
               Field{fields::border_value, &SeparableConvolution::border_value},
               Field{fields::alpha, &SeparableConvolution::alpha},
               Field{fields::invalid, &SeparableConvolution::invalid}};

template <>
inline constexpr auto fields_of<Histogram> = std::tuple{
    Field{FieldText{
              .name = "bins", .help = "Number of equal parts of the range.", .range = {1, 65536}},
          &Histogram::bins},
    Field{FieldText{.name = "channel",
                    .help = "Count only this channel, numbered from 0.",
                    .range = {0, 3},
                    .fallback = "all of them"},
          &Histogram::channel},
    Field{FieldText{.name = "low",
                    .help = "Where the range begins.",
                    .range = field_ranges::finite,
                    .unit = FieldUnit::samples,
                    .fallback = "0; float images: the least sample"},
          &Histogram::low},
    Field{FieldText{.name = "high",
                    .help = "Where the range ends.",
                    .range = field_ranges::finite,
                    .unit = FieldUnit::samples,
                    .fallback = "1; float images: the largest sample"},
          &Histogram::high}};

// Calls visit(field) for each field of F.
template <class F, class Visit>
constexpr void for_each_field(Visit&& visit) {
  std::apply([&](const auto&... field) { (visit(field), ...); }, fields_of<F>);
}

// Whether the struct F has exactly as many members as its list.
template <class F, class... T>
consteval bool lists_all_members(const std::tuple<Field<F, T>...>&) {
  return requires { F{std::declval<T>()...}; } && !requires { F{std::declval<T>()..., {}}; };
}
template <class F>
consteval bool is_listed() {
  static_assert(lists_all_members<F>(fields_of<F>), "F has a field that fields_of does not list");
  return true;
}
template <class... F>
consteval bool all_are_listed(const std::variant<F...>*) {
  return (is_listed<F>() && ...);
}
static_assert(all_are_listed(static_cast<const Filter*>(nullptr)));

}  // namespace selvage
