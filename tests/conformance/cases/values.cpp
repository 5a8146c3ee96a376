// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/values.hpp"

#include <fmt/format.h>

#include <optional>

#include "conformance/cases/filter_of.hpp"

namespace selvage::testing {
namespace {

// The next enumerator. The compiler reports an enumerator that a switch lacks.
constexpr std::optional<PixelType> after(PixelType type) {
  switch (type) {
    case PixelType::u8: return PixelType::u16;
    case PixelType::u16: return PixelType::f16;
    case PixelType::f16: return PixelType::f32;
    case PixelType::f32: break;
  }
  return std::nullopt;
}

constexpr std::optional<Border> after(Border border) {
  switch (border) {
    case Border::reflect101: return Border::reflect;
    case Border::reflect: return Border::clamp;
    case Border::clamp: return Border::wrap;
    case Border::wrap: return Border::constant;
    case Border::constant: return Border::shrink;
    case Border::shrink: return Border::copy;
    case Border::copy: break;
  }
  return std::nullopt;
}

constexpr std::optional<Norm> after(Norm norm) {
  switch (norm) {
    case Norm::l2: return Norm::l1;
    case Norm::l1: return Norm::per_channel;
    case Norm::per_channel: return Norm::luma;
    case Norm::luma: return Norm::lab;
    case Norm::lab: break;
  }
  return std::nullopt;
}

template <class Enum>
void append(ValueOf of, Enum first, std::vector<Value>& all) {
  for (std::optional<Enum> v = first; v; v = after(*v))
    all.push_back({of, static_cast<int>(*v), name(*v)});
}

std::vector<Value> list_values() {
  std::vector<Value> all;
  for (std::size_t k = 0; k < kind_names.size(); ++k)
    all.push_back({ValueOf::filter, static_cast<int>(k), kind_names[k]});
  append(ValueOf::type, PixelType::u8, all);
  append(ValueOf::border, Border::reflect101, all);
  append(ValueOf::norm, Norm::l2, all);
  return all;
}

struct Fields {
  bool border = false, norm = false;
};

// Which of these fields a kind's filter has.
Fields fields_of(Kind kind) {
  static const auto table = [] {
    std::array<Fields, kind_names.size()> fields;
    for (std::size_t k = 0; k < fields.size(); ++k)
      fields[k] = std::visit(
          [](const auto& f) {
        return Fields{.border = requires {f.border; }, .norm = requires {
        f.norm; }
  };
},
          filter_of({.kind = static_cast<Kind>(k)}));
return fields;
}
();
return table[static_cast<std::size_t>(kind)];
}

}  // namespace

const std::vector<Value>& all_values() {
  static const std::vector<Value> all = list_values();
  return all;
}

std::string describe(const Value& value) {
  return fmt::format("{} {}", value_of_names[static_cast<std::size_t>(value.of)], value.name);
}

bool has(const Case& c, const Value& value) {
  switch (value.of) {
    case ValueOf::filter: return static_cast<int>(c.kind) == value.number;
    case ValueOf::type: return static_cast<int>(c.type) == value.number;
    case ValueOf::border:
      return fields_of(c.kind).border && static_cast<int>(c.border) == value.number;
    case ValueOf::norm: return fields_of(c.kind).norm && static_cast<int>(c.norm) == value.number;
  }
  return false;
}

Case with(Case c, const Value& value) {
  switch (value.of) {
    case ValueOf::filter: c.kind = static_cast<Kind>(value.number); break;
    case ValueOf::type: c.type = static_cast<PixelType>(value.number); break;
    case ValueOf::border: c.border = static_cast<Border>(value.number); break;
    case ValueOf::norm: c.norm = static_cast<Norm>(value.number); break;
  }
  return c;
}

}  // namespace selvage::testing
