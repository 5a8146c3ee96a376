// SPDX-License-Identifier: Apache-2.0
#pragma once
// Options of filters. Those of fields follow from selvage/fields.hpp: --sigma-space takes its
// range, default and help from sigma_space.

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "command_line/option_table.hpp"
#include "command_line/options.hpp"
#include "console/option_names.hpp"
#include "selvage/fields.hpp"

namespace selvage::cli {

// The syntax of a field's value.
enum class FieldKind {
  flag,     // true if it is given
  choice,   // one of `words`
  whole,    // a whole number
  number,   // 2.5
  ratio,    // 0.02, 1/50 or 2%
  value,    // in the samples' unit: 0.1, 25/255 or 10%
  numbers,  // "1 2 1"
};

// A field as an option of the command line.
struct FieldOption {
  FieldText field;
  FieldKind kind = FieldKind::flag;
  std::vector<std::string_view> words = {};
  std::string fallback = {};  // the value without the option
};

// A verb's own text about a field. Empty members keep that of the list.
struct FieldNote {
  std::string_view field;
  std::string_view fallback = {};
  std::string_view text = {};  // replaces the field's help
};

struct FieldGroup {
  const char* name = "Filter";
  std::vector<FieldNote> notes = {};
  std::vector<std::string_view> without = {};  // fields that have no option
  const char* diameter = "2 radius + 1, odd";  // help of --diameter; null: no such option
};

template <class T>
constexpr FieldKind kind_of(const FieldText& field) {
  if constexpr (std::is_same_v<T, bool>) return FieldKind::flag;
  if constexpr (std::is_enum_v<T>) return FieldKind::choice;
  if constexpr (std::is_same_v<T, int>) return FieldKind::whole;
  if constexpr (std::is_same_v<T, std::vector<float>>) return FieldKind::numbers;
  switch (field.unit) {
    case FieldUnit::pixels:
    case FieldUnit::slices:
    case FieldUnit::degrees: return FieldKind::number;
    case FieldUnit::samples:
    case FieldUnit::guide_samples: return FieldKind::value;
    case FieldUnit::none: break;
  }
  return FieldKind::ratio;
}

template <class T>
struct ValueOf {
  using type = T;
};
template <class T>
struct ValueOf<std::optional<T>> {
  using type = T;
};

template <class F, class T>
FieldOption option_of(const Field<F, T>& field) {
  using Stored = typename ValueOf<T>::type;
  FieldOption option{.field = field.text(), .kind = kind_of<Stored>(field)};
  if constexpr (std::is_enum_v<Stored>)
    for (const auto& [value, name] : choices_of<Stored>(field)) option.words.push_back(name);
  const T standard = F{}.*field.member;
  if constexpr (std::is_enum_v<T>)
    option.fallback = name_of(standard);
  else if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>)
    option.fallback = fmt::format("{:g}", static_cast<double>(standard));
  else
    option.fallback = field.fallback;
  return option;
}

// Returns the fields of the filters F, each name once.
template <class... F>
std::vector<FieldOption> field_options() {
  std::vector<FieldOption> options;
  const auto add = [&](const auto& field) {
    const bool known = std::ranges::any_of(
        options, [&](const FieldOption& other) { return other.field.name == field.name; });
    if (!known) options.push_back(option_of(field));
  };
  (for_each_field<F>(add), ...);
  return options;
}

void add_options(CLI::App& verb, FilterOptions& o, std::span<const FieldOption> options,
                 const FieldGroup& group);
// Adds the group "Slices and frames", for filters with a third axis. `has_weights`: the weight of a
// slice depends on its distance.
void add_stack_options(CLI::App& verb, FilterOptions& o, bool has_weights = true);
void add_pixels(CLI::App& verb, FilterOptions& o, std::span<const FieldOption> options,
                bool has_mask, std::vector<FieldNote> notes);

// Adds the options of all fields of the filters F, except those of add_pixel_options.
template <class... F>
void add_field_options(CLI::App& verb, FilterOptions& o, const FieldGroup& group = {}) {
  add_options(verb, o, field_options<F...>(), group);
}

// Adds the group "Which pixels": its fields, the mask and the region.
template <class... F>
void add_pixel_options(CLI::App& verb, FilterOptions& o, std::vector<FieldNote> notes = {}) {
  const auto has_mask = [](const Filter& filter) {
    return std::ranges::any_of(ports(filter), [](const Port& p) { return p.name == "mask"; });
  };
  add_pixels(verb, o, field_options<F...>(), (has_mask(F{}) || ...), std::move(notes));
}

}  // namespace selvage::cli
