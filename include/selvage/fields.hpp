// SPDX-License-Identifier: Apache-2.0
#pragma once
// Lists the fields of every filter: name, unit, range, help and member. Validation, the C interface
// and the command line walk this list; bindings can, too. Defaults are those of the structs.
//
//   for_each_field<Bilateral>([](const auto& field) { print(field.name, field.help); });
//
// A field that is missing from its list is a compile error.

#include <tuple>
#include <utility>
#include <variant>

#include "selvage/field_texts.hpp"
#include "selvage/filters.hpp"

namespace selvage {

// A field of the filter F, of type T.
template <class F, class T>
struct Field : FieldText {
  T F::* member;

  constexpr Field(const FieldText& text, T F::* its_member) : FieldText(text), member(its_member) {}
  constexpr const FieldText& text() const { return *this; }
};

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
               Field{fields::fill, &Bilateral::fill},
               Field{fields::sigma_depth, &Bilateral::sigma_depth},
               Field{fields::radius_depth, &Bilateral::radius_depth},
               Field{fields::third_axis, &Bilateral::third_axis}};

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
               Field{fields::fill, &JointBilateral::fill},
               Field{fields::sigma_depth, &JointBilateral::sigma_depth},
               Field{fields::radius_depth, &JointBilateral::radius_depth},
               Field{fields::third_axis, &JointBilateral::third_axis}};

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
    Field{fields::unweighted_alpha, &GeometryGuided::alpha}};

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
               Field{fields::fill, &Gaussian::fill},
               Field{fields::sigma_depth, &Gaussian::sigma_depth},
               Field{fields::radius_depth, &Gaussian::radius_depth},
               Field{fields::third_axis, &Gaussian::third_axis}};

template <>
inline constexpr auto fields_of<Box> =
    std::tuple{Field{fields::radius, &Box::radius},
               Field{fields::border, &Box::border},
               Field{fields::border_value, &Box::border_value},
               Field{fields::iterations, &Box::iterations},
               Field{fields::alpha, &Box::alpha},
               Field{fields::invalid, &Box::invalid},
               Field{fields::fill, &Box::fill},
               Field{fields::radius_depth.with_fallback("radius"), &Box::radius_depth},
               Field{fields::third_axis, &Box::third_axis}};

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

template <>
inline constexpr auto fields_of<Guided> =
    std::tuple{Field{fields::radius, &Guided::radius},
               Field{fields::epsilon, &Guided::epsilon},
               Field{FieldText{.name = "subsample",
                               .help = "Fit every N-th pixel of every N-th row alone.",
                               .range = {1, 64}},
                     &Guided::subsample},
               Field{fields::border, &Guided::border},
               Field{fields::border_value, &Guided::border_value},
               Field{fields::unweighted_alpha, &Guided::alpha},
               Field{fields::invalid, &Guided::invalid},
               Field{fields::fill, &Guided::fill}};

template <>
inline constexpr auto fields_of<GuidedUpsampling> =
    std::tuple{Field{fields::small_radius, &GuidedUpsampling::radius},
               Field{fields::epsilon, &GuidedUpsampling::epsilon},
               Field{fields::border, &GuidedUpsampling::border},
               Field{fields::border_value, &GuidedUpsampling::border_value},
               Field{fields::unweighted_alpha, &GuidedUpsampling::alpha},
               Field{fields::invalid, &GuidedUpsampling::invalid},
               Field{fields::fill, &GuidedUpsampling::fill}};

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
