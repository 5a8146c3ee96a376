// SPDX-License-Identifier: Apache-2.0
// Checks parameters; no other file does. Ranges come from the list of fields (selvage/fields.hpp);
// the functions below check what depends on several fields or on an image.

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "selvage/error.hpp"
#include "selvage/fields.hpp"

namespace selvage {
namespace {

[[noreturn]] void refuse(std::string_view field, const auto& value, std::string_view range,
                         std::string hint = {}) {
  throw Error(Errc::invalid_argument, fmt::format("{} {} is outside {}", field, value, range),
              hint);
}

[[noreturn]] void refuse(const std::string& what, std::string hint) {
  throw Error(Errc::invalid_argument, what, hint);
}

std::string text_of(const FieldRange& range) {
  if (!range.text.empty()) return std::string(range.text);
  return fmt::format("{:g}..{:g}", range.least, range.most);
}

bool holds(const FieldRange& range, double value) {
  return value >= range.least && value <= range.most;  // false for NaN
}

template <class T>
void check_number(std::string_view field, T value, const FieldRange& range) {
  if (!holds(range, static_cast<double>(value))) refuse(field, value, text_of(range));
}

// A filter may refuse the last values of an enumeration.
template <class Enum>
void check_choice(const FieldText& field, Enum value) {
  const auto accepted = choices_of<Enum>(field);
  if (value <= accepted.back().value) return;
  std::vector<std::string_view> names;
  for (const Named<Enum>& known : accepted) names.push_back(known.name);
  refuse(fmt::format("{} {} cannot be used with this filter", field.name, name_of(value)),
         fmt::format("use {} {}", field.name, fmt::join(names, " or ")));
}

template <class T>
void check_value(const FieldText& field, const T& value) {
  if constexpr (std::is_enum_v<T>) {
    if (value < T{} || value > last_of<T>)
      refuse(field.name, static_cast<int>(value),
             fmt::format("0..{}", static_cast<int>(last_of<T>)));
    check_choice(field, value);
  } else if constexpr (!std::is_same_v<T, bool>) {
    check_number(field.name, value, field.range);
  }
}

template <class T>
void check_value(const FieldText& field, const std::optional<T>& value) {
  if (value) check_value(field, *value);
}

void check_value(const FieldText& field, const std::vector<float>& values) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!holds(field.range, double{values[i]}))
      refuse(fmt::format("{}[{}]", field.name, i), values[i], text_of(field.range));
}

void check_odd(std::string_view field, int count, const FieldRange& range, std::string_view hint) {
  if (count < 1) refuse(fmt::format("{} is empty", field), "give at least one coefficient");
  check_number(field, count, range);
  if (count % 2 == 0) refuse(fmt::format("{} {} is even", field, count), std::string(hint));
}

// A value that stands for a sample must be representable in the image's type.
void check_sample(std::string_view field, float value, PixelType type) {
  if (is_integer(type) && !(value >= 0.0f && value <= 1.0f)) {
    const double scale = full_scale(type);
    const bool stored = value > 1.0f && value <= scale;
    refuse(field, value,
           fmt::format("0..1 for {} image", type == PixelType::u8 ? "an 8-bit" : "a 16-bit"),
           stored ? fmt::format("did you mean {}/{} ({:.3g})?", value, scale, value / scale) : "");
  }
  constexpr float largest_half = 65504.0f;
  if (type == PixelType::f16 && !(std::fabs(value) <= largest_half))
    refuse(field, value, "-65504..65504 for an f16 image");
}

void check_sample(const FieldText& field, std::optional<float> value, PixelType type) {
  if (value) check_sample(field.name, *value, type);
}

// Checks that must come before those of single fields, because their messages say more.
void check_first(const auto&) {}

void check_first(const Convolution& f) {
  check_odd("kernel width", f.width, field_ranges::kernel_side, "a kernel needs a middle column");
  check_odd("kernel height", f.height, field_ranges::kernel_side, "a kernel needs a middle row");
}

// Checks of fields that depend on one another.
void check_own(const auto&) {}

template <class F>
  requires requires(F f) { f.window; }
void check_own(const F& f) {
  effective_radius(f);
  if constexpr (requires { f.third_axis; }) radius_depth(f);
}

void check_large_border(Border border) {
  if (border == Border::copy)
    refuse("border copy cannot be used in upsampling",
           "there is nothing to copy at the large size: use clamp");
}

void check_own(const JointUpsampling& f) {
  effective_radius(f);
  check_large_border(f.border);
}

void check_weights(std::string_view field, const std::vector<float>& weights, int radius) {
  const auto count = static_cast<std::size_t>(2 * radius + 1);
  if (weights.size() != count)
    refuse(
        fmt::format("{} has {} weights, radius {} needs {}", field, weights.size(), radius, count),
        "give one for each pixel of the window");
  if (std::ranges::any_of(weights, [](float w) { return w < 0.0f; }))
    refuse(fmt::format("{} has a weight below 0", field), "weights of a mean are 0 or more");
  if (weights[static_cast<std::size_t>(radius)] == 0.0f)
    refuse(fmt::format("{} has a centre weight of 0", field),
           "the centre weight must be above 0 so that the sum is");
}

void check_own(const GeometryGuided& f) {
  if (f.row.empty() != f.column.empty())
    refuse("row and column weights belong together", "give both or neither");
  if (!f.row.empty()) {
    check_weights("row", f.row, f.radius);
    check_weights("column", f.column, f.radius);
  }
}

// A sum of products with weights of both signs may vanish where alpha does not.
void check_weighting(Alpha alpha, std::string_view field, const std::vector<float>& weights) {
  if (alpha != Alpha::weight) return;
  const auto below = std::ranges::find_if(weights, [](float w) { return w < 0.0f; });
  if (below != weights.end())
    refuse(fmt::format("{}[{}] {} is below 0, which alpha weight does not allow", field,
                       below - weights.begin(), *below),
           "use alpha keep or filter");
  if (std::ranges::all_of(weights, [](float w) { return w == 0.0f; }))
    refuse(fmt::format("{} is 0 everywhere, which alpha weight does not allow", field),
           "use alpha keep or filter");
}

void check_own(const Convolution& f) {
  const auto size = static_cast<std::size_t>(f.width) * static_cast<std::size_t>(f.height);
  if (f.kernel.size() != size)
    refuse(fmt::format("kernel has {} coefficients, {}x{} needs {}", f.kernel.size(), f.width,
                       f.height, size),
           "rows must be of equal length");
  check_weighting(f.alpha, "kernel", f.kernel);
}

void check_own(const SeparableConvolution& f) {
  constexpr FieldRange counts{1, 2 * field_ranges::radius.most + 1};
  const auto count = [](const std::vector<float>& v) {
    return static_cast<int>(std::min<std::size_t>(v.size(), 1u << 30));
  };
  check_odd("row count", count(f.row), counts, "a row needs a middle coefficient");
  check_odd("column count", count(f.column), counts, "a column needs a middle coefficient");
  check_weighting(f.alpha, "row", f.row);
  check_weighting(f.alpha, "column", f.column);
}

void check_own(const Histogram& f) {
  if (f.low && f.high && !(*f.low < *f.high))
    refuse(fmt::format("low {} is not below high {}", *f.low, *f.high), "swap them");
}

void check_own(const Guided& f) {
  constexpr int most = 512;  // of the window that is computed, in fitted pixels
  const int needed = (f.radius + most - 1) / most;
  if (f.subsample < needed)
    refuse(fmt::format("radius {} needs a subsample of at least {}", f.radius, needed),
           "the result of so large a window is smooth: it loses little");
}

void check_own(const GuidedUpsampling& f) {
  check_large_border(f.border);
}

// Each colour has weights of its own; alpha would have none.
void check_weighted_norm(Alpha alpha, Norm norm, int colours, bool has_alpha) {
  if (alpha == Alpha::weight && norm == Norm::per_channel && has_alpha && colours > 1)
    refuse("norm per_channel cannot be used with alpha weight", "use norm l2");
}

void check_norm(Norm norm, int colours, std::string_view what) {
  if (norm == Norm::lab && colours != 3)
    refuse(fmt::format("norm lab needs three colour channels, the {} has {}", what, colours),
           "use norm l2, or luma for gray images");
  if (norm == Norm::luma && colours != 1 && colours != 3)
    refuse(
        fmt::format("norm luma needs one or three colour channels, the {} has {}", what, colours),
        "use norm l2");
}

void check_channels(const Filter& filter, const ConstImageView& view, std::string_view what) {
  const int most = max_channels_of(filter);
  if (view.channels > most)
    refuse(fmt::format("{} takes 1 to {} channels, the {} has {}", name(filter), most, what,
                       view.channels),
           fmt::format("bilateral, joint, gaussian, box and geometry take up to {}", max_channels));
}

template <class F>
void check_image(const F& f, const ConstImageView& image) {
  const int colours = image.colour_channels();
  for_each_field<F>([&](const auto& field) {
    if constexpr (requires { check_sample(field, f.*field.member, image.type); })
      if (field.is_sample) check_sample(field, f.*field.member, image.type);
  });
  constexpr bool has_guide =
      std::is_same_v<F, JointBilateral> || std::is_same_v<F, JointUpsampling>;
  if constexpr (requires { f.norm; } && !has_guide) {
    check_norm(f.norm, colours, "image");
    check_weighted_norm(f.alpha, f.norm, colours, image.alpha);
  }
  if constexpr (requires { f.alpha; })
    if (f.alpha == Alpha::weight && image.alpha && image.channels > 4)
      refuse(fmt::format("alpha weight takes up to 4 channels, the image has {}", image.channels),
             "use alpha keep or filter");
  if constexpr (requires { f.gray; })
    if (f.gray && colours != 1 && colours != 3)
      refuse(fmt::format("gray needs one or three colour channels, the image has {}", colours),
             "leave gray out");
}

void check_image(const Histogram& f, const ConstImageView& image) {
  if (f.channel) check_number("channel", *f.channel, {0, image.channels - 1.0});
}

template <class F>
void check_guide_norm(const F& f, const ConstImageView& image, const ConstImageView& guide) {
  const int colours = guide.colour_channels();
  check_norm(f.norm, colours, "guide");
  check_weighted_norm(f.alpha, f.norm, colours, image.alpha);
  const int averaged = f.alpha == Alpha::filter ? image.channels : image.colour_channels();
  if (f.norm == Norm::per_channel && colours != 1 && colours != averaged)
    refuse(fmt::format("norm per_channel needs a guide of 1 or {} colour channels, it has {}",
                       averaged, colours),
           "use norm l2");
}

float sigma_depth_of(const auto& f) {
  if (f.sigma_depth) return *f.sigma_depth;
  if (f.third_axis == ThirdAxis::space) return f.sigma_space;
  return f.radius_depth ? std::max(0.5f * static_cast<float>(*f.radius_depth), 0.5f) : 1.0f;
}

int radius_depth_of(const auto& f) {
  if (f.radius_depth) return *f.radius_depth;
  if (!f.sigma_depth && f.third_axis == ThirdAxis::space) return effective_radius(f);
  const float sigma = sigma_depth_of(f);
  const double needed = std::ceil(3.0 * static_cast<double>(sigma));
  if (needed > field_ranges::radius.most)
    refuse(fmt::format("sigma_depth {} needs a radius_depth of {}; the largest is {}", sigma,
                       needed, field_ranges::radius.most),
           "give a smaller sigma_depth, or a radius_depth");
  return static_cast<int>(needed);
}

int radius_depth_of(const Box& f) {
  return f.radius_depth.value_or(f.radius);
}

}  // namespace

int effective_radius(float sigma_space, std::optional<int> radius) {
  check_value(fields::sigma_space, sigma_space);
  check_value(fields::radius, radius);
  if (radius) return *radius;
  const double needed = std::ceil(3.0 * static_cast<double>(sigma_space));
  if (needed > field_ranges::radius.most)
    refuse(fmt::format("sigma_space {} needs a radius of {}; the largest is {}", sigma_space,
                       needed, field_ranges::radius.most),
           "give a smaller sigma_space, or a radius");
  return static_cast<int>(needed);
}

int effective_radius(const Bilateral& filter) {
  return effective_radius(filter.sigma_space, filter.radius);
}

double sigma_depth(const Filter& filter) {
  return std::visit(
      []<class F>(const F& f) -> double {
        if constexpr (requires { f.sigma_depth; })
          return double{sigma_depth_of(f)};
        else
          return std::is_same_v<F, Box> ? std::numeric_limits<double>::infinity() : 0.0;
      },
      filter);
}

int radius_depth(const Filter& filter) {
  return std::visit(
      [](const auto& f) {
        if constexpr (requires { f.third_axis; }) return radius_depth_of(f);
        return 0;
      },
      filter);
}

// The means whose weights all channels share, or that need none.
int max_channels_of(const Filter& filter) {
  constexpr int of_others = 4;
  const bool any =
      std::holds_alternative<Bilateral>(filter) || std::holds_alternative<JointBilateral>(filter) ||
      std::holds_alternative<Gaussian>(filter) || std::holds_alternative<Box>(filter) ||
      std::holds_alternative<GeometryGuided>(filter);
  return any ? max_channels : of_others;
}

void validate(const Filter& filter) {
  std::visit(
      []<class F>(const F& f) {
        check_first(f);
        for_each_field<F>([&](const auto& field) { check_value(field, f.*field.member); });
        check_own(f);
      },
      filter);
}

void validate(const Filter& filter, const ConstImageView& image) {
  validate(filter);
  check_channels(filter, image, "image");
  std::visit([&](const auto& f) { check_image(f, image); }, filter);
}

void validate(const Filter& filter, const ConstImageView& image, const ConstImageView& guide) {
  validate(filter, image);
  if (guide.width > 0) check_channels(filter, guide, "guide");
  if (const auto* joint = std::get_if<JointBilateral>(&filter))
    check_guide_norm(*joint, image, guide);
  if (const auto* up = std::get_if<JointUpsampling>(&filter)) check_guide_norm(*up, image, guide);
}

}  // namespace selvage
