// SPDX-License-Identifier: Apache-2.0
// Converts the structures of filters. Their members are named like the fields of the C++ structs,
// so the list of fields (selvage/fields.hpp) serves both ways: defaults to C, parameters from C.

#include "selvage/filters.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>

#include "capi/arguments.hpp"
#include "capi/guard.hpp"
#include "capi/structures.hpp"
#include "selvage/fields.hpp"

namespace selvage::capi {

// The first sizes of structures that have grown.
template <>
constexpr std::size_t first_size<selvage_bilateral> = offsetof(selvage_bilateral, has_sigma_depth);
template <>
constexpr std::size_t first_size<selvage_joint_bilateral> =
    offsetof(selvage_joint_bilateral, has_sigma_depth);
template <>
constexpr std::size_t first_size<selvage_gaussian> = offsetof(selvage_gaussian, has_sigma_depth);
template <>
constexpr std::size_t first_size<selvage_box> = offsetof(selvage_box, has_radius_depth);
constexpr std::size_t less = sizeof(std::uint64_t) - sizeof(std::size_t);  // on 32-bit systems
static_assert(first_size<selvage_bilateral> == 64 - less);
static_assert(first_size<selvage_joint_bilateral> == 64 - less);
static_assert(first_size<selvage_gaussian> == 56 - less);
static_assert(first_size<selvage_box> == 48 - less);

namespace {

// In the order of Filter's alternatives; the field `filter` counts from 1.
using Structures = std::tuple<selvage_bilateral, selvage_joint_bilateral, selvage_joint_upsampling,
                              selvage_rolling_guidance, selvage_geometry_guided, selvage_gaussian,
                              selvage_box, selvage_convolution, selvage_separable_convolution,
                              selvage_histogram, selvage_guided, selvage_guided_upsampling>;
constexpr std::array names{"selvage_bilateral",
                           "selvage_joint_bilateral",
                           "selvage_joint_upsampling",
                           "selvage_rolling_guidance",
                           "selvage_geometry_guided",
                           "selvage_gaussian",
                           "selvage_box",
                           "selvage_convolution",
                           "selvage_separable_convolution",
                           "selvage_histogram",
                           "selvage_guided",
                           "selvage_guided_upsampling"};
constexpr std::size_t count = std::tuple_size_v<Structures>;
static_assert(count == std::variant_size_v<Filter> && count == names.size());
static_assert(std::is_same_v<std::variant_alternative_t<SELVAGE_HISTOGRAM - 1, Filter>, Histogram>);
static_assert(std::is_same_v<std::variant_alternative_t<SELVAGE_BOX - 1, Filter>, Box>);
static_assert(mirrors<Window>({SELVAGE_WINDOW_SQUARE, SELVAGE_WINDOW_DISC}));
static_assert(mirrors<Norm>({SELVAGE_NORM_L2, SELVAGE_NORM_L1, SELVAGE_NORM_PER_CHANNEL,
                             SELVAGE_NORM_LUMA, SELVAGE_NORM_LAB}));
static_assert(mirrors<Border>({SELVAGE_BORDER_REFLECT101, SELVAGE_BORDER_REFLECT,
                               SELVAGE_BORDER_CLAMP, SELVAGE_BORDER_WRAP, SELVAGE_BORDER_CONSTANT,
                               SELVAGE_BORDER_SHRINK, SELVAGE_BORDER_COPY}));
static_assert(mirrors<Alpha>({SELVAGE_ALPHA_KEEP, SELVAGE_ALPHA_FILTER, SELVAGE_ALPHA_WEIGHT}));
static_assert(mirrors<ThirdAxis>({SELVAGE_AXIS_SPACE, SELVAGE_AXIS_TIME, SELVAGE_AXIS_CAUSAL}));
static_assert(mirrors<Weights>({SELVAGE_WEIGHTS_GAUSSIAN, SELVAGE_WEIGHTS_BOX}));

template <std::size_t I>
using Structure = std::tuple_element_t<I, Structures>;
template <std::size_t I>
using Meaning = std::variant_alternative_t<I, Filter>;

// Accesses the members of a C structure that hold the field of this name: the value and, for an
// optional value or a list, the member that goes with it (has_NAME, NAME_count).
template <class Value, class Companion>
struct Member {
  std::string_view name;
  Value value;
  Companion companion;
};
struct Nothing {};

template <class Value, class Companion = Nothing>
constexpr auto member(std::string_view name, Value value, Companion companion = {}) {
  return Member<Value, Companion>{name, value, companion};
}

// One entry per name, shared by all structures.
constexpr std::tuple members{
    member(
        "sigma_space", [](auto& c) -> auto& { return c.sigma_space; },
        [](auto& c) -> auto& { return c.has_sigma_space; }),
    member("sigma_range", [](auto& c) -> auto& { return c.sigma_range; }),
    member(
        "radius", [](auto& c) -> auto& { return c.radius; },
        [](auto& c) -> auto& { return c.has_radius; }),
    member("window", [](auto& c) -> auto& { return c.window; }),
    member("norm", [](auto& c) -> auto& { return c.norm; }),
    member("border", [](auto& c) -> auto& { return c.border; }),
    member("border_value", [](auto& c) -> auto& { return c.border_value; }),
    member("iterations", [](auto& c) -> auto& { return c.iterations; }),
    member("alpha", [](auto& c) -> auto& { return c.alpha; }),
    member(
        "invalid", [](auto& c) -> auto& { return c.invalid; },
        [](auto& c) -> auto& { return c.has_invalid; }),
    member("fill", [](auto& c) -> auto& { return c.fill; }),
    member(
        "sigma_depth", [](auto& c) -> auto& { return c.sigma_depth; },
        [](auto& c) -> auto& { return c.has_sigma_depth; }),
    member(
        "radius_depth", [](auto& c) -> auto& { return c.radius_depth; },
        [](auto& c) -> auto& { return c.has_radius_depth; }),
    member("third_axis", [](auto& c) -> auto& { return c.third_axis; }),
    member("weights", [](auto& c) -> auto& { return c.weights; }),
    member(
        "row", [](auto& c) -> auto& { return c.row; },
        [](auto& c) -> auto& { return c.row_count; }),
    member(
        "column", [](auto& c) -> auto& { return c.column; },
        [](auto& c) -> auto& { return c.column_count; }),
    member("normal_threshold", [](auto& c) -> auto& { return c.normal_threshold; }),
    member("depth_threshold", [](auto& c) -> auto& { return c.depth_threshold; }),
    member(
        "edge_threshold", [](auto& c) -> auto& { return c.edge_threshold; },
        [](auto& c) -> auto& { return c.has_edge_threshold; }),
    member(
        "kernel", [](auto& c) -> auto& { return c.kernel; },
        [](auto& c) -> auto& { return c.kernel_count; }),
    member("width", [](auto& c) -> auto& { return c.width; }),
    member("height", [](auto& c) -> auto& { return c.height; }),
    member("scale", [](auto& c) -> auto& { return c.scale; }),
    member("offset", [](auto& c) -> auto& { return c.offset; }),
    member("flip", [](auto& c) -> auto& { return c.flip; }),
    member("gray", [](auto& c) -> auto& { return c.gray; }),
    member("bins", [](auto& c) -> auto& { return c.bins; }),
    member(
        "channel", [](auto& c) -> auto& { return c.channel; },
        [](auto& c) -> auto& { return c.has_channel; }),
    member(
        "low", [](auto& c) -> auto& { return c.low; }, [](auto& c) -> auto& { return c.has_low; }),
    member(
        "high", [](auto& c) -> auto& { return c.high; },
        [](auto& c) -> auto& { return c.has_high; }),
    member("epsilon", [](auto& c) -> auto& { return c.epsilon; }),
    member("subsample", [](auto& c) -> auto& { return c.subsample; })};

// Returns the index in `members` of field K of the filter F.
template <class F, std::size_t K>
consteval std::size_t member_index() {
  std::size_t index = 0, found = std::tuple_size_v<decltype(members)>;
  const auto compare = [&](std::string_view name) {
    if (name == std::get<K>(fields_of<F>).name) found = index;
    ++index;
  };
  std::apply([&](const auto&... m) { (compare(m.name), ...); }, members);
  return found;
}

// validate() checks values of enumerations.
struct FromC {
  template <class C, class T>
  void operator()(std::string_view, const C& c, Nothing, T& f) const {
    if constexpr (std::is_same_v<T, bool>)
      f = c != 0;
    else
      f = static_cast<T>(c);
  }
  template <class C, class T>
  void operator()(std::string_view, const C& c, std::int32_t has, std::optional<T>& f) const {
    if (has != 0) f = c;
  }
  void operator()(std::string_view field, const float* c, std::size_t n,
                  std::vector<float>& f) const {
    constexpr std::size_t most = 1u << 20;  // above what validate() accepts
    if (!c && n == 0) return;
    if (!c || n > most)
      throw Error(Errc::invalid_argument,
                  c ? fmt::format("{}_count {} is too large", field, n)
                    : fmt::format("{} is NULL, {}_count is {}", field, field, n));
    f.assign(c, c + n);
  }
};

// Writes defaults. Optional fields and lists have none: their members stay 0.
struct ToC {
  template <class C, class T>
  void operator()(std::string_view, C& c, Nothing, const T& f) const {
    c = static_cast<C>(f);
  }
  template <class C, class T>
  void operator()(std::string_view, C&, std::int32_t, const std::optional<T>&) const {}
  void operator()(std::string_view, const float*, std::size_t, const std::vector<float>&) const {}
};

template <class T>
inline constexpr bool has_beside = false;
template <class T>
inline constexpr bool has_beside<std::optional<T>> = true;
template <class T>
inline constexpr bool has_beside<std::vector<T>> = true;

template <std::size_t K, class C, class F, class Copy>
void copy_field(C& c, F& f, const Copy& copy) {
  using Filter = std::remove_const_t<F>;
  constexpr std::size_t index = member_index<Filter, K>();
  static_assert(index < std::tuple_size_v<decltype(members)>, "a field is not among `members`");
  constexpr auto& field = std::get<K>(fields_of<Filter>);
  constexpr auto& in_c = std::get<index>(members);
  auto& value = f.*field.member;
  if constexpr (has_beside<std::remove_cvref_t<decltype(value)>>)
    copy(field.name, in_c.value(c), in_c.companion(c), value);
  else
    copy(field.name, in_c.value(c), Nothing{}, value);
}

// Return how many members the structure C has, and how many the fields of a filter need.
struct Any {
  template <class T>
  operator T() const;
};
template <class C, class... Values>
consteval std::size_t members_of() {
  if constexpr (requires { C{Values{}..., Any{}}; })
    return members_of<C, Values..., Any>();
  else
    return sizeof...(Values);
}
template <class F, class... T>
consteval std::size_t members_for(const std::tuple<Field<F, T>...>&) {
  constexpr std::size_t head = 2;  // size, filter
  return (head + ... + (has_beside<T> ? std::size_t{2} : std::size_t{1}));
}

template <class C, class F, class Copy>
void copy_fields(C& c, F& f, const Copy& copy) {
  constexpr auto& list = fields_of<std::remove_const_t<F>>;
  // Where padding ended the first version, a member that nothing reads takes its place.
  constexpr std::size_t reserved = requires { c.reserved; } ? 1 : 0;
  static_assert(members_of<std::remove_const_t<C>>() == members_for(list) + reserved,
                "the members of C are not its size, its filter and the fields of F");
  [&]<std::size_t... K>(std::index_sequence<K...>) {
    (copy_field<K>(c, f, copy), ...);
  }(std::make_index_sequence<std::tuple_size_v<std::remove_cvref_t<decltype(list)>>>());
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
selvage_status selvage_guided_init(selvage_guided* filter, size_t size) {
  return init(filter, size);
}
selvage_status selvage_guided_upsampling_init(selvage_guided_upsampling* filter, size_t size) {
  return init(filter, size);
}
