// SPDX-License-Identifier: Apache-2.0
#include "console/option_names.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>
#include <variant>

#include "selvage/fields.hpp"

namespace selvage::cli {
namespace {

using std::string;
using std::string_view;

// Names whose option is not the name with hyphens.
constexpr auto special_names = std::to_array<std::pair<string_view, string_view>>({
    {"border_value", "--border constant"},
    {"overwrite", "-f"},
    {"device_memory", "--max-memory"},
    {"type", "--bits"},
    {"convert", "--bits"},
    {"list_devices", "selvage devices"},
    {"list_devices()", "selvage devices"},
});

// Fields of the library's other structs that have an option.
constexpr auto other_fields =
    std::to_array<string_view>({"max_error", "max_side", "max_pixels", "exact", "method", "use",
                                "device", "threads", "bits", "quality"});

// Those of them that a message may begin with. The others are words that begin sentences, too.
constexpr auto leading_fields =
    std::to_array<string_view>({"max_error", "max_side", "max_pixels", "border_value"});

// Objects that a field may follow with a point: "limits.max_side".
constexpr auto objects = std::to_array<string_view>({"limits", "request", "options"});

template <class... F>
bool has_field(const std::variant<F...>*, string_view name) {
  bool found = false;
  const auto compare = [&](const auto& field) { found = found || field.name == name; };
  (for_each_field<F>(compare), ...);
  return found;
}

// A kernel's width and height follow from its coefficients, so that they have no option.
bool is_filter_field(string_view name) {
  return name != "width" && name != "height" && has_field(static_cast<Filter*>(nullptr), name);
}

bool is_special(string_view name) {
  return std::ranges::find(special_names, name, [](const auto& entry) { return entry.first; }) !=
         special_names.end();
}

bool has_option(string_view name) {
  return is_special(name) || is_filter_field(name) ||
         std::ranges::find(other_fields, name) != other_fields.end();
}

// "max_side" of "Limits::max_side" and of "limits.max_side"; empty for any other word.
string_view qualified_field(string_view word) {
  string_view field;
  if (const std::size_t colons = word.rfind("::"); colons != string_view::npos)
    field = word.substr(colons + 2);
  else if (const std::size_t point = word.rfind('.'); point != string_view::npos)
    field = std::ranges::find(objects, word.substr(0, point)) != objects.end()
                ? word.substr(point + 1)
                : string_view();
  return has_option(field) ? field : string_view();
}

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == ':' || c == '.' ||
         c == '(' || c == ')' || c == '/' || c == '-';
}

// The word at `begin`, without brackets around it and without the punctuation behind it.
string_view word_at(string_view text, std::size_t begin) {
  std::size_t end = begin;
  while (end < text.size() && is_word(text[end])) ++end;
  string_view word = text.substr(begin, end - begin);
  while (word.ends_with('.') || word.ends_with(':') ||
         (word.ends_with(')') && !word.ends_with("()")))
    word.remove_suffix(1);
  return word;
}

// Replaces the words for which `field_of` returns a field.
template <class FieldOf>
string replaced(string_view text, FieldOf field_of) {
  string result;
  for (std::size_t at = 0; at < text.size();) {
    const bool begins = is_word(text[at]) && text[at] != '(';
    const string_view word = begins ? word_at(text, at) : string_view();
    const string_view field = word.empty() ? string_view() : field_of(word);
    if (!field.empty())
      result += option_name(field);
    else
      result += word.empty() ? text.substr(at, 1) : word;
    at += std::max<std::size_t>(word.size(), 1);
  }
  return result;
}

// "raise it with --max-side (Limits::max_side)" names the field twice.
string_view without_field_in_brackets(string_view hint) {
  const std::size_t bracket = hint.rfind(" (");
  const bool named = hint.ends_with(')') && hint.find("::", bracket) != string_view::npos;
  return named ? hint.substr(0, bracket) : hint;
}

}  // namespace

string option_name(string_view field) {
  for (const auto& [name, option] : special_names)
    if (name == field) return string(option);
  string option = "--" + string(field);
  std::ranges::replace(option, '_', '-');
  return option;
}

string what_in_options(string_view what) {
  const string_view first = what.substr(0, what.find_first_of(" ["));
  const bool leads =
      is_filter_field(first) || std::ranges::find(leading_fields, first) != leading_fields.end();
  if (!leads) return replaced(what, qualified_field);
  return option_name(first) + replaced(what.substr(first.size()), qualified_field);
}

string hint_in_options(string_view hint) {
  if (hint == "selvage::devices() lists them") return "see: selvage devices";
  return replaced(without_field_in_brackets(hint), [](string_view word) {
    const bool is_plain = word.find('_') != string_view::npos && has_option(word);
    return is_plain ? word : qualified_field(word);
  });
}

}  // namespace selvage::cli
