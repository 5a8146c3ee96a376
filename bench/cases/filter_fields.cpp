// SPDX-License-Identifier: Apache-2.0
#include "cases/filter_fields.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <concepts>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "filters/window.hpp"
#include "selvage/error.hpp"
#include "selvage/fields.hpp"

namespace selvage::bench {
namespace {

using nlohmann::json;

[[noreturn]] void refuse_field(std::string_view field, const json& value, std::string_view what) {
  throw Error(Errc::invalid_argument,
              fmt::format("field {} cannot be {}: {}", field, value.dump(), what));
}

// 0.5, or "30/255".
double number_of(std::string_view field, const json& value) {
  if (value.is_number()) return value.get<double>();
  double parts[2] = {};
  if (value.is_string()) {
    const auto& text = value.get_ref<const std::string&>();
    const char* const end = text.data() + text.size();
    const auto above = std::from_chars(text.data(), end, parts[0]);
    if (above.ec == std::errc{} && above.ptr != end && *above.ptr == '/') {
      const auto below = std::from_chars(above.ptr + 1, end, parts[1]);
      if (below.ec == std::errc{} && below.ptr == end && parts[1] != 0.0)
        return parts[0] / parts[1];
    }
  }
  refuse_field(field, value, "neither a number nor a fraction");
}

template <class T>
void read(std::string_view field, const json& value, T& to) {
  if constexpr (std::is_enum_v<T>) {
    const auto named = value.is_string() ? value_named<T>(value.get<std::string>()) : std::nullopt;
    if (!named) refuse_field(field, value, "no such name");
    to = *named;
  } else if constexpr (std::same_as<T, bool>) {
    if (!value.is_boolean()) refuse_field(field, value, "not true or false");
    to = value.get<bool>();
  } else if constexpr (std::integral<T>) {
    if (!value.is_number_integer()) refuse_field(field, value, "no integer");
    to = value.get<T>();
  } else {
    to = static_cast<T>(number_of(field, value));
  }
}
template <class T>
void read(std::string_view field, const json& value, std::optional<T>& to) {
  read(field, value, to.emplace());
}
void read(std::string_view field, const json& value, std::vector<float>& to) {
  if (!value.is_array()) refuse_field(field, value, "no list");
  to.clear();
  for (const json& each : value) to.push_back(static_cast<float>(number_of(field, each)));
}

int side_of(const json& value) {
  if (!value.is_number_integer() || value.get<int>() < 1) refuse_field("side", value, "below 1");
  return value.get<int>();
}

void make_kernel(Convolution& filter, int side) {
  filter.width = filter.height = side;
  filter.kernel.clear();
  // 29 does not divide a side of up to 28, so no two rows are alike and the matrix is not
  // separable.
  for (int i = 0; i < side * side; ++i)
    filter.kernel.push_back(static_cast<float>(i * 7 % 29 - 11) /
                            static_cast<float>(3 * side * side));
}
void make_kernel(SeparableConvolution& filter, int side) {
  std::vector<float> row{1.0f};
  for (int i = 1; i < side; ++i) {
    row.push_back(0.0f);
    for (std::size_t k = row.size() - 1; k > 0; --k) row[k] = 0.5f * (row[k] + row[k - 1]);
    row[0] *= 0.5f;
  }
  filter.row = filter.column = row;
}

template <class F>
F with_fields(const json& fields) {
  F filter;
  for (const auto& [key, value] : fields.items()) {
    bool known = false;
    for_each_field<F>([&](const auto& field) {
      if (field.name != key) return;
      read(field.name, value, filter.*field.member);
      known = true;
    });
    if constexpr (std::same_as<F, Convolution> || std::same_as<F, SeparableConvolution>)
      if (key == "side") {
        make_kernel(filter, side_of(value));
        known = true;
      }
    if (!known) refuse_field(key, value, "the filter has no such field");
  }
  validate(filter);
  return filter;
}

template <class F>
std::string name_of_kind() {
  return std::same_as<F, SeparableConvolution> ? "separable" : std::string(name(Filter(F{})));
}

// Calls visit.operator()<F>() for each kind of filter.
template <class Visit>
void for_each_kind(const Visit& visit) {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (visit.template operator()<std::variant_alternative_t<I, Filter>>(), ...);
  }(std::make_index_sequence<std::variant_size_v<Filter>>());
}

template <class F>
double taps(const F& filter) {
  if constexpr (std::same_as<F, Convolution>)
    return static_cast<double>(filter.kernel.size());
  else if constexpr (std::same_as<F, SeparableConvolution>)
    return static_cast<double>(filter.row.size() + filter.column.size());
  else if constexpr (std::same_as<F, GeometryGuided>)
    return 2.0 * (2.0 * filter.radius + 1.0);
  else if constexpr (std::same_as<F, Histogram>)
    return 1.0;
  else if constexpr (requires { filter.window; })
    return window_taps(filter.window, effective_radius(filter));
  else
    return window_taps(Window::square, effective_radius(filter));
}

}  // namespace

Filter filter_of(const std::string& name, const json& fields) {
  std::optional<Filter> filter;
  std::vector<std::string> names;
  for_each_kind([&]<class F>() {
    names.push_back(name_of_kind<F>());
    if (names.back() == name) filter = with_fields<F>(fields);
  });
  if (!filter)
    throw Error(Errc::invalid_argument, fmt::format("there is no filter {}", name),
                fmt::format("the filters are: {}", fmt::join(names, ", ")));
  return *filter;
}

std::string filter_name(const Filter& filter) {
  return std::visit([]<class F>(const F&) { return name_of_kind<F>(); }, filter);
}

std::string filter_text(const Filter& filter) {
  return std::visit(
      []<class F>(const F& f) {
        if constexpr (std::same_as<F, Convolution>) {
          return fmt::format("{}x{}", f.width, f.height);
        } else if constexpr (std::same_as<F, SeparableConvolution>) {
          return fmt::format("{}x{}", f.row.size(), f.column.size());
        } else if constexpr (std::same_as<F, Histogram>) {
          return fmt::to_string(f.bins);
        } else {
          std::string text = fmt::format("r{}", effective_radius(f));
          if constexpr (requires { f.norm; })
            text = fmt::format("{}.{}.{}", name_of(f.norm), name_of(f.window), text);
          if constexpr (requires { f.edge_threshold; })
            if (f.edge_threshold) text += ".edges";
          return text;
        }
      },
      filter);
}

double taps_of_pixel(const Filter& filter, int channels) {
  return std::visit(
      [&](const auto& f) {
        double count = taps(f);
        if constexpr (requires { f.iterations; }) count *= f.iterations;
        if constexpr (requires { f.norm; })
          if (f.norm == Norm::per_channel) count *= channels;
        return count;
      },
      filter);
}

}  // namespace selvage::bench
