// SPDX-License-Identifier: Apache-2.0
// What a filter needs to be well-formed: the one place that checks parameters.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "selvage/error.hpp"
#include "selvage/filters.hpp"

namespace selvage {
namespace {

constexpr float min_sigma = 1e-6f, max_sigma = 1e6f;
constexpr int max_radius = 4096;
constexpr int max_iterations = 1000;
constexpr int max_matrix_side = 63;
constexpr int max_bins = 65536;

[[noreturn]] void refuse(std::string_view field, const auto& value, std::string_view range,
                         std::string hint = {}) {
  throw Error(Errc::invalid_argument, fmt::format("{} {} is outside {}", field, value, range),
              std::move(hint));
}

[[noreturn]] void refuse(const std::string& what, std::string hint) {
  throw Error(Errc::invalid_argument, what, std::move(hint));
}

void check_sigma(std::string_view field, float sigma) {
  if (!(sigma >= min_sigma && sigma <= max_sigma))  // also NaN
    refuse(field, sigma, "1e-06..1e+06");
}

void check_finite(std::string_view field, float value) {
  if (!std::isfinite(value)) refuse(field, value, "the finite numbers");
}

void check_whole(std::string_view field, int value, int least, int most) {
  if (value < least || value > most) refuse(field, value, fmt::format("{}..{}", least, most));
}

void check_threshold(std::string_view field, float value, float most, std::string_view range) {
  if (!(value >= 0.0f && value <= most)) refuse(field, value, range);
}

template <class Enum>
void check_enum(std::string_view field, Enum value, Enum last) {
  if (value < Enum{} || value > last)
    refuse(field, static_cast<int>(value), fmt::format("0..{}", static_cast<int>(last)));
}

void check_coefficients(std::string_view field, const std::vector<float>& values) {
  for (std::size_t i = 0; i < values.size(); ++i)
    check_finite(fmt::format("{}[{}]", field, i), values[i]);
}

void check_odd(std::string_view field, int count, int most, std::string_view hint) {
  if (count < 1) refuse(fmt::format("{} is empty", field), "give at least one coefficient");
  if (count > most) refuse(field, count, fmt::format("1..{}", most));
  if (count % 2 == 0) refuse(fmt::format("{} {} is even", field, count), std::string(hint));
}

// A value that stands for a sample must be one that the image's type can have.
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

// What filters have under the same names.
template <class F>
void check_shared(const F& f) {
  if constexpr (requires { f.sigma_range; }) {
    check_sigma("sigma_range", f.sigma_range);
    check_enum("norm", f.norm, Norm::lab);
  }
  if constexpr (requires { effective_radius(f.sigma_space + 0.0f, f.radius); }) {
    effective_radius(f);
    check_enum("window", f.window, Window::disc);
  }
  if constexpr (requires { f.border; }) {
    check_enum("border", f.border, Border::copy);
    check_finite("border_value", f.border_value);
    if (f.invalid) check_finite("invalid", *f.invalid);
  }
  if constexpr (requires { f.alpha; }) check_enum("alpha", f.alpha, Alpha::filter);
  if constexpr (requires { f.iterations; })
    check_whole("iterations", f.iterations, 1, max_iterations);
  if constexpr (requires { f.scale; }) {
    check_finite("scale", f.scale);
    check_finite("offset", f.offset);
  }
}

void check_own(const Bilateral&) {}
void check_own(const JointBilateral&) {}
void check_own(const RollingGuidance&) {}
void check_own(const Gaussian&) {}

void check_own(const JointUpsampling& f) {
  if (f.border == Border::copy)
    refuse("border copy cannot be used in upsampling",
           "there is nothing to copy at the large size: use clamp");
}

void check_own(const Box& f) {
  check_whole("radius", f.radius, 0, max_radius);
}

void check_weights(std::string_view field, const std::vector<float>& weights, int radius) {
  const auto count = static_cast<std::size_t>(2 * radius + 1);
  if (weights.size() != count)
    refuse(
        fmt::format("{} has {} weights, radius {} needs {}", field, weights.size(), radius, count),
        "give one for each pixel of the window");
  check_coefficients(field, weights);
  if (std::ranges::any_of(weights, [](float w) { return w < 0.0f; }))
    refuse(fmt::format("{} has a weight below 0", field), "weights of a mean are 0 or more");
  if (weights[static_cast<std::size_t>(radius)] == 0.0f)
    refuse(fmt::format("{} has a centre of weight 0", field),
           "the centre must weigh more than 0, so that the sum does");
}

void check_own(const GeometryGuided& f) {
  check_whole("radius", f.radius, 0, max_radius);
  check_enum("weights", f.weights, Weights::box);
  if (f.sigma_space) check_sigma("sigma_space", *f.sigma_space);
  if (f.row.empty() != f.column.empty())
    refuse("row and column weights belong together", "give both or neither");
  if (!f.row.empty()) {
    check_weights("row", f.row, f.radius);
    check_weights("column", f.column, f.radius);
  }
  check_threshold("normal_threshold", f.normal_threshold, 180.0f, "0..180 degrees");
  constexpr float largest = 3.4e38f;
  check_threshold("depth_threshold", f.depth_threshold, largest, "0 and above");
  if (f.edge_threshold)
    check_threshold("edge_threshold", *f.edge_threshold, largest, "0 and above");
}

void check_own(const Convolution& f) {
  check_odd("kernel width", f.width, max_matrix_side, "a matrix needs a middle column");
  check_odd("kernel height", f.height, max_matrix_side, "a matrix needs a middle row");
  const auto size = static_cast<std::size_t>(f.width) * static_cast<std::size_t>(f.height);
  if (f.kernel.size() != size)
    refuse(fmt::format("kernel has {} coefficients, {}x{} needs {}", f.kernel.size(), f.width,
                       f.height, size),
           "rows must be of equal length");
  check_coefficients("kernel", f.kernel);
}

void check_own(const SeparableConvolution& f) {
  constexpr int most = 2 * max_radius + 1;
  const auto count = [](const std::vector<float>& v) {
    return static_cast<int>(std::min<std::size_t>(v.size(), 1u << 30));
  };
  check_odd("row count", count(f.row), most, "a row needs a middle coefficient");
  check_odd("column count", count(f.column), most, "a column needs a middle coefficient");
  check_coefficients("row", f.row);
  check_coefficients("column", f.column);
}

void check_own(const Histogram& f) {
  check_whole("bins", f.bins, 1, max_bins);
  if (f.low) check_finite("low", *f.low);
  if (f.high) check_finite("high", *f.high);
  if (f.low && f.high && !(*f.low < *f.high))
    refuse(fmt::format("low {} is not below high {}", *f.low, *f.high), "exchange them");
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

template <class F>
void check_image(const F& f, const ConstImageView& image) {
  const int colours = image.colour_channels();
  if constexpr (requires { f.border; }) {
    check_sample("border_value", f.border_value, image.type);
    if (f.invalid) check_sample("invalid", *f.invalid, image.type);
  }
  constexpr bool has_guide =
      std::is_same_v<F, JointBilateral> || std::is_same_v<F, JointUpsampling>;
  if constexpr (requires { f.norm; } && !has_guide) check_norm(f.norm, colours, "image");
  if constexpr (requires { f.gray; })
    if (f.gray && colours != 1 && colours != 3)
      refuse(fmt::format("gray needs one or three colour channels, the image has {}", colours),
             "leave gray out");
}

void check_image(const Histogram& f, const ConstImageView& image) {
  if (f.channel) check_whole("channel", *f.channel, 0, image.channels - 1);
}

template <class F>
void check_guide_norm(const F& f, const ConstImageView& image, const ConstImageView& guide) {
  const int colours = guide.colour_channels();
  check_norm(f.norm, colours, "guide");
  const int averaged = f.alpha == Alpha::filter ? image.channels : image.colour_channels();
  if (f.norm == Norm::per_channel && colours != 1 && colours != averaged)
    refuse(fmt::format("norm per_channel needs a guide of 1 or {} colour channels, it has {}",
                       averaged, colours),
           "use norm l2");
}

}  // namespace

int effective_radius(float sigma_space, std::optional<int> radius) {
  check_sigma("sigma_space", sigma_space);
  if (radius) {
    check_whole("radius", *radius, 0, max_radius);
    return *radius;
  }
  const double needed = std::ceil(3.0 * static_cast<double>(sigma_space));
  if (needed > max_radius)
    refuse(fmt::format("sigma_space {} needs a radius of {}; the largest is {}", sigma_space,
                       needed, max_radius),
           "give a smaller sigma_space, or a radius");
  return static_cast<int>(needed);
}

int effective_radius(const Bilateral& filter) {
  return effective_radius(filter.sigma_space, filter.radius);
}

void validate(const Filter& filter) {
  std::visit(
      [](const auto& f) {
        check_shared(f);
        check_own(f);
      },
      filter);
}

void validate(const Filter& filter, const ConstImageView& image) {
  validate(filter);
  std::visit([&](const auto& f) { check_image(f, image); }, filter);
}

void validate(const Filter& filter, const ConstImageView& image, const ConstImageView& guide) {
  validate(filter, image);
  if (const auto* joint = std::get_if<JointBilateral>(&filter))
    check_guide_norm(*joint, image, guide);
  if (const auto* up = std::get_if<JointUpsampling>(&filter)) check_guide_norm(*up, image, guide);
}

}  // namespace selvage
