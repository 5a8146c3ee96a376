// SPDX-License-Identifier: Apache-2.0
// The structures of filters. Fields have the names that the C++ structs give them, so one list of
// names serves both ways: defaults to C, parameters from C.

#include "selvage/filters.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <tuple>
#include <utility>

#include "capi/arguments.hpp"
#include "capi/guard.hpp"
#include "capi/structures.hpp"

namespace selvage::capi {
namespace {

// In the order of Filter's alternatives; the field `filter` counts from 1.
using Structures =
    std::tuple<selvage_bilateral, selvage_joint_bilateral, selvage_joint_upsampling,
               selvage_rolling_guidance, selvage_geometry_guided, selvage_gaussian, selvage_box,
               selvage_convolution, selvage_separable_convolution, selvage_histogram>;
constexpr std::array names{"selvage_bilateral",
                           "selvage_joint_bilateral",
                           "selvage_joint_upsampling",
                           "selvage_rolling_guidance",
                           "selvage_geometry_guided",
                           "selvage_gaussian",
                           "selvage_box",
                           "selvage_convolution",
                           "selvage_separable_convolution",
                           "selvage_histogram"};
constexpr std::size_t count = std::tuple_size_v<Structures>;
static_assert(count == std::variant_size_v<Filter> && count == names.size());
static_assert(std::is_same_v<std::variant_alternative_t<SELVAGE_HISTOGRAM - 1, Filter>, Histogram>);
static_assert(std::is_same_v<std::variant_alternative_t<SELVAGE_BOX - 1, Filter>, Box>);
static_assert(SELVAGE_WINDOW_DISC == static_cast<int>(Window::disc));
static_assert(SELVAGE_NORM_LAB == static_cast<int>(Norm::lab));
static_assert(SELVAGE_BORDER_COPY == static_cast<int>(Border::copy));
static_assert(SELVAGE_ALPHA_FILTER == static_cast<int>(Alpha::filter));
static_assert(SELVAGE_WEIGHTS_BOX == static_cast<int>(Weights::box));

template <std::size_t I>
using Structure = std::tuple_element_t<I, Structures>;
template <std::size_t I>
using Meaning = std::variant_alternative_t<I, Filter>;

// Values of enumerations are checked by validate().
struct FromC {
  template <class C, class F>
  void value(const C& c, F& f) const {
    if constexpr (std::is_same_v<F, bool>)
      f = c != 0;
    else
      f = static_cast<F>(c);
  }
  template <class C, class F>
  void optional(std::int32_t has, const C& c, std::optional<F>& f) const {
    if (has != 0) f = c;
  }
  void list(const char* field, const float* c, std::size_t n, std::vector<float>& f) const {
    constexpr std::size_t most = 1u << 20;  // beyond what validate() takes
    if (!c && n == 0) return;
    if (!c || n > most)
      throw Error(Errc::invalid_argument,
                  c ? fmt::format("{}_count {} is too large", field, n)
                    : fmt::format("{} is NULL, {}_count is {}", field, field, n));
    f.assign(c, c + n);
  }
};

// Of defaults, whose optional fields and lists are not given.
struct ToC {
  template <class C, class F>
  void value(C& c, const F& f) const {
    c = static_cast<C>(f);
  }
  template <class C, class F>
  void optional(std::int32_t& has, C&, const std::optional<F>&) const {
    has = 0;
  }
  void list(const char*, const float*& c, std::size_t& n, const std::vector<float>&) const {
    c = nullptr;
    n = 0;
  }
};

template <class C, class F, class Copy>
void copy_kernel(C& c, F& f, const Copy& copy) {
  if constexpr (requires { c.scale; }) {
    copy.value(c.scale, f.scale);
    copy.value(c.offset, f.offset);
    copy.value(c.flip, f.flip);
    copy.value(c.gray, f.gray);
  }
  if constexpr (requires { c.kernel; }) {
    copy.value(c.width, f.width);
    copy.value(c.height, f.height);
    copy.list("kernel", c.kernel, c.kernel_count, f.kernel);
  }
  if constexpr (requires { c.row; }) {
    copy.list("row", c.row, c.row_count, f.row);
    copy.list("column", c.column, c.column_count, f.column);
  }
}

template <class C, class F, class Copy>
void copy_geometry(C& c, F& f, const Copy& copy) {
  copy.value(c.weights, f.weights);
  copy.value(c.normal_threshold, f.normal_threshold);
  copy.value(c.depth_threshold, f.depth_threshold);
  copy.optional(c.has_edge_threshold, c.edge_threshold, f.edge_threshold);
}

template <class C, class F, class Copy>
void copy_bins(C& c, F& f, const Copy& copy) {
  copy.value(c.bins, f.bins);
  copy.optional(c.has_channel, c.channel, f.channel);
  copy.optional(c.has_low, c.low, f.low);
  copy.optional(c.has_high, c.high, f.high);
}

template <class C, class F, class Copy>
void copy_window(C& c, F& f, const Copy& copy) {
  if constexpr (requires { c.has_sigma_space; })
    copy.optional(c.has_sigma_space, c.sigma_space, f.sigma_space);
  else if constexpr (requires { c.sigma_space; })
    copy.value(c.sigma_space, f.sigma_space);
  if constexpr (requires { c.sigma_range; }) {
    copy.value(c.sigma_range, f.sigma_range);
    copy.value(c.norm, f.norm);
  }
  if constexpr (requires { c.has_radius; })
    copy.optional(c.has_radius, c.radius, f.radius);
  else if constexpr (requires { c.radius; })
    copy.value(c.radius, f.radius);
  if constexpr (requires { c.window; }) copy.value(c.window, f.window);
}

template <class C, class F, class Copy>
void copy_fields(C& c, F& f, const Copy& copy) {
  copy_window(c, f, copy);
  copy_kernel(c, f, copy);
  if constexpr (requires { c.border; }) {
    copy.value(c.border, f.border);
    copy.value(c.border_value, f.border_value);
    copy.optional(c.has_invalid, c.invalid, f.invalid);
  }
  if constexpr (requires { c.iterations; }) copy.value(c.iterations, f.iterations);
  if constexpr (requires { c.alpha; }) copy.value(c.alpha, f.alpha);
  if constexpr (requires { c.fill; }) copy.value(c.fill, f.fill);
  if constexpr (requires { c.weights; }) copy_geometry(c, f, copy);
  if constexpr (requires { c.bins; }) copy_bins(c, f, copy);
}

template <class C, std::size_t I = 0>
constexpr std::size_t index_of() {
  if constexpr (std::is_same_v<C, Structure<I>>)
    return I;
  else
    return index_of<C, I + 1>();
}

template <class C>
C default_filter() {
  constexpr std::size_t index = index_of<C>();
  C c{};
  const Meaning<index> f;
  c.filter = static_cast<std::int32_t>(index) + 1;
  copy_fields(c, f, ToC{});
  return c;
}

template <std::size_t I>
Filter filter_from(const void* filter) {
  const auto c =
      read(static_cast<const Structure<I>*>(filter), names.at(I), default_filter<Structure<I>>());
  Meaning<I> f;
  copy_fields(c, f, FromC{});
  return f;
}

using FromStructure = Filter (*)(const void*);

template <std::size_t... I>
constexpr std::array<FromStructure, count> readers(std::index_sequence<I...>) {
  return {filter_from<I>...};
}

}  // namespace

Filter filter_of(const void* filter) {
  struct Head {
    std::size_t size;
    std::int32_t filter;
  } head{};
  if (!filter) throw Error(Errc::invalid_argument, "filter is NULL");
  std::memcpy(&head, filter, sizeof head.size);
  check_size("filter", filter, head.size, sizeof head, largest_structure);
  std::memcpy(&head, filter, sizeof head);
  if (head.filter < 1 || head.filter > static_cast<std::int32_t>(count))
    throw Error(Errc::invalid_argument,
                fmt::format("filter {} is outside 1..{}", head.filter, count),
                "initialise the structure with its function NAME_init");
  return readers(std::make_index_sequence<count>())
      .at(static_cast<std::size_t>(head.filter) - 1)(filter);
}

}  // namespace selvage::capi

namespace {
template <class T>
selvage_status init(T* filter, size_t size) {
  return selvage::capi::write(filter, size, selvage::capi::default_filter<T>());
}
}  // namespace

selvage_status selvage_bilateral_init(selvage_bilateral* filter, size_t size) {
  return init(filter, size);
}
selvage_status selvage_joint_bilateral_init(selvage_joint_bilateral* filter, size_t size) {
  return init(filter, size);
}
selvage_status selvage_joint_upsampling_init(selvage_joint_upsampling* filter, size_t size) {
  return init(filter, size);
}
selvage_status selvage_rolling_guidance_init(selvage_rolling_guidance* filter, size_t size) {
  return init(filter, size);
}
selvage_status selvage_geometry_guided_init(selvage_geometry_guided* filter, size_t size) {
  return init(filter, size);
}
selvage_status selvage_gaussian_init(selvage_gaussian* filter, size_t size) {
  return init(filter, size);
}
selvage_status selvage_box_init(selvage_box* filter, size_t size) {
  return init(filter, size);
}
selvage_status selvage_convolution_init(selvage_convolution* filter, size_t size) {
  return init(filter, size);
}
selvage_status selvage_separable_convolution_init(selvage_separable_convolution* filter,
                                                  size_t size) {
  return init(filter, size);
}
selvage_status selvage_histogram_init(selvage_histogram* filter, size_t size) {
  return init(filter, size);
}
