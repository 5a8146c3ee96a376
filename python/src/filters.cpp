// SPDX-License-Identifier: Apache-2.0
#include "filters.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "errors.hpp"
#include "selvage/engine.hpp"
#include "selvage/fields.hpp"
#include "selvage/noise.hpp"
#include "values.hpp"

namespace selvage::python {
namespace {

// Returns the name of a type without its namespace, from the text that GCC and Clang make of it.
template <class T>
consteval std::string_view type_name() {
  std::string_view text = __PRETTY_FUNCTION__;
  text = text.substr(0, text.find_first_of(";]", text.find("T = ")));
  return text.substr(text.rfind(':') + 1);
}
static_assert(type_name<Bilateral>() == "Bilateral");

template <class Visit, class... F>
void for_each_filter(const Visit& visit, const std::variant<F...>*) {
  (visit.template operator()<F>(), ...);
}
template <class Visit>
void for_each_filter(const Visit& visit) {
  for_each_filter(visit, static_cast<const Filter*>(nullptr));
}

// What Python learns about a field.
struct FieldFacts {
  std::string name, help;
  std::string type;                             // "float", "int", "bool", "choice", "floats"
  bool optional = false;                        // None is a value
  std::vector<std::string> choices;             // of a choice
  nb::object default_value;                     //
  std::optional<double> least = {}, most = {};  // of numbers
  std::string range;                            // the range's name, if it has one
  std::string unit;                             //
  std::string fallback;                         // holds in place of None
};

template <class T>
struct TypeFacts {
  static constexpr std::string_view name = std::is_enum_v<T>             ? "choice"
                                           : std::is_same_v<T, bool>     ? "bool"
                                           : std::is_floating_point_v<T> ? "float"
                                                                         : "int";
  static constexpr bool is_optional = false;
  static constexpr bool is_number = name == "float" || name == "int";
  static nb::object value(const T& value) {
    if constexpr (std::is_enum_v<T>)
      return nb::cast(name_of(value));
    else
      return nb::cast(value);
  }
  static std::vector<std::string> choices(const FieldText& field = {}) {
    std::vector<std::string> all;
    if constexpr (std::is_enum_v<T>)
      for (const Named<T>& known : choices_of<T>(field)) all.emplace_back(known.name);
    return all;
  }
};
template <class T>
struct TypeFacts<std::optional<T>> : TypeFacts<T> {
  static constexpr bool is_optional = true;
  static nb::object value(const std::optional<T>& value) {
    return value ? TypeFacts<T>::value(*value) : nb::none();
  }
};
template <>
struct TypeFacts<std::vector<float>> : TypeFacts<float> {
  static constexpr std::string_view name = "floats";
  static nb::object value(const std::vector<float>& value) { return nb::tuple(nb::cast(value)); }
};

std::string name_of_unit(FieldUnit unit) {
  switch (unit) {
    case FieldUnit::none: return "";
    case FieldUnit::pixels: return "pixels";
    case FieldUnit::degrees: return "degrees";
    case FieldUnit::slices: return "slices";
    case FieldUnit::samples: return "samples";
    case FieldUnit::guide_samples: return "guide samples";
  }
  return "";
}

template <class F, class T>
FieldFacts facts_of(const Field<F, T>& field) {
  using Facts = TypeFacts<T>;
  FieldFacts facts{.name = std::string(field.name),
                   .help = std::string(field.help),
                   .type = std::string(Facts::name),
                   .optional = Facts::is_optional,
                   .choices = Facts::choices(field),
                   .default_value = Facts::value(F{}.*field.member),
                   .range = std::string(field.range.text),
                   .unit = name_of_unit(field.unit),
                   .fallback = std::string(field.fallback)};
  if (Facts::is_number) {
    facts.least = field.range.least;
    facts.most = field.range.most;
  }
  return facts;
}

nb::dict all_fields() {
  nb::dict all;
  for_each_filter([&]<class F>() {
    nb::list list;
    for_each_field<F>([&](const auto& field) { list.append(nb::cast(facts_of(field))); });
    all[nb::cast(type_name<F>())] = nb::tuple(list);
  });
  return all;
}

nb::dict all_ports() {
  nb::dict all;
  for_each_filter([&]<class F>() {
    nb::list list;
    for (const Port& port : ports(F{}))
      list.append(nb::make_tuple(port.name, port.output, port.required));
    all[nb::cast(type_name<F>())] = nb::tuple(list);
  });
  return all;
}

// The choices that are no fields of filters.
nb::dict all_choices() {
  nb::dict all;
  const auto add = [&]<class Enum>() {
    all[nb::cast(type_name<Enum>())] = nb::tuple(nb::cast(TypeFacts<Enum>::choices()));
  };
  add.operator()<Method>();
  add.operator()<Executor>();
  add.operator()<Strength>();
  return all;
}

// The fields of the bilateral filter in which cv::bilateralFilter differs from the defaults.
nb::dict opencv_fields(int diameter, double sigma_color, double sigma_space,
                       const std::string& type) {
  const Bilateral defaults, filter = like_opencv(diameter, sigma_color, sigma_space,
                                                 value_named<PixelType>(type).value());
  nb::dict fields;
  for_each_field<Bilateral>([&]<class T>(const Field<Bilateral, T>& field) {
    if (const T& value = filter.*field.member; value != defaults.*field.member)
      fields[nb::cast(field.name)] = TypeFacts<T>::value(value);
  });
  return fields;
}

template <class F>
F read(nb::handle object) {
  F filter;
  for_each_field<F>([&]<class T>(const Field<F, T>& field) {
    const std::string name(field.name);
    filter.*field.member = Converter<T>::convert(name, nb::getattr(object, name.c_str()));
  });
  return filter;
}

}  // namespace

Filter filter_of(nb::handle object) {
  const std::string name = nb::cast<std::string>(nb::getattr(object.type(), "__name__"));
  std::optional<Filter> filter;
  for_each_filter([&]<class F>() {
    if (name == type_name<F>()) filter = read<F>(object);
  });
  if (!filter)
    throw InvalidType(std::string("filter: ") + nb::repr(object).c_str() + " is not a filter",
                      "make one of a class such as pyselvage.Bilateral");
  return *std::move(filter);
}

void add_filters(nb::module_& module) {
  nb::class_<FieldFacts>(module, "Field")
      .def_ro("name", &FieldFacts::name)
      .def_ro("help", &FieldFacts::help)
      .def_ro("type", &FieldFacts::type)
      .def_ro("optional", &FieldFacts::optional)
      .def_ro("choices", &FieldFacts::choices)
      .def_prop_ro("default", [](const FieldFacts& facts) { return facts.default_value; })
      .def_ro("least", &FieldFacts::least)
      .def_ro("most", &FieldFacts::most)
      .def_ro("range", &FieldFacts::range)
      .def_ro("unit", &FieldFacts::unit)
      .def_ro("fallback", &FieldFacts::fallback);
  module.def("fields", &all_fields);
  module.def("ports", &all_ports);
  module.def("choices", &all_choices);
  module.def("validate", [](nb::handle filter) { validate(filter_of(filter)); });
  module.def("halo", [](nb::handle filter) { return halo(filter_of(filter)); });
  module.def("depth_halo", [](nb::handle filter) {
    const DepthHalo slices = depth_halo(filter_of(filter));
    return nb::make_tuple(slices.before, slices.after);
  });
  module.def("like_opencv", &opencv_fields);
}

}  // namespace selvage::python
