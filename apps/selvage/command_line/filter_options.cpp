// SPDX-License-Identifier: Apache-2.0
#include "command_line/filter_options.hpp"

#include <fmt/ranges.h>

#include <array>
#include <cctype>

#include "command_line/filter_parts.hpp"

namespace selvage::cli {
namespace {

using std::string;
using std::string_view;

constexpr const char* pixel_group = "Which pixels";

// Facts of a field that only the command line has: other names, the placeholder, examples.
struct FieldWords {
  string_view field;
  string_view short_name = {}, alias = {};  // messages have the name that was typed
  string_view unit = {};
  string_view more = {};   // appended to the help
  string_view hint = {};   // about values that cannot be read
  bool is_pixels = false;  // belongs to the group "Which pixels"
};
constexpr auto field_words = std::to_array<FieldWords>(
    {{.field = "sigma_space", .short_name = "-s", .alias = "--sigma-spatial"},
     {.field = "sigma_range",
      .short_name = "-r",
      .alias = "--sigma-color",
      .more = ": 0.1, 25/255, 10%, or auto: from the noise of the image"},
     {.field = "border", .more = ", drawn below"},
     {.field = "edge_threshold", .more = ": 30/255"},
     {.field = "scale", .unit = "S", .more = ": 1/16"},
     {.field = "offset", .more = ": 0.5, 128/255 or 50%"},
     {.field = "channel",
      .hint = "channels count from 0; in colour images 0 is red, 1 green and 2 blue"},
     {.field = "alpha", .is_pixels = true},
     {.field = "invalid", .is_pixels = true},
     {.field = "fill", .is_pixels = true}});

const FieldWords& words_of(string_view field) {
  static constexpr FieldWords none{};
  const auto found = std::ranges::find(field_words, field, &FieldWords::field);
  return found == field_words.end() ? none : *found;
}

string with_hyphens(string_view text) {
  string result(text);
  std::ranges::replace(result, '_', '-');
  return result;
}

// Returns the names that the option is declared with: "-s,--sigma-space".
string names_of_option(const FieldText& field) {
  const FieldWords& words = words_of(field.name);
  const string name = option_name(field.name);
  return words.short_name.empty() ? name : fmt::format("{},{}", words.short_name, name);
}

string choices_of(const FieldOption& option) {
  string choices = fmt::format("{}", fmt::join(option.words, "|"));
  if (option.field.name == fields::border.name) {
    const string_view constant = name_of(Border::constant);
    choices.insert(choices.find(constant) + constant.size(), ":V");
  }
  return choices;
}

string unit_of(const FieldOption& option) {
  const string_view own = words_of(option.field.name).unit;
  if (!own.empty()) return string(own);
  if (option.field.unit == FieldUnit::pixels) return "PX";
  switch (option.kind) {
    case FieldKind::choice: return choices_of(option);
    case FieldKind::whole: return "N";
    case FieldKind::number: return "DEG";
    case FieldKind::ratio: return "F";
    case FieldKind::value: return "V";
    case FieldKind::numbers: return "N,N,N";
    case FieldKind::flag: break;
  }
  return "";
}

// Returns the help in the style of the tool: no capital, no full stop, and the range of whole
// numbers.
string help_of(const FieldOption& option) {
  string text(option.field.help);
  text.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(text.front())));
  text.pop_back();
  if (option.kind == FieldKind::whole)
    text += fmt::format(" ({:g}..{:g})", option.field.range.least, option.field.range.most);
  return text.append(words_of(option.field.name).more);
}

void set_border(FilterOptions& o, const FieldOption& border, const string& option,
                const string& text) {
  const string constant = fmt::format("{}:", name_of(Border::constant));
  if (text.starts_with(constant)) {
    o.given.set(fields::border.name, Border::constant);
    o.given.set(fields::border_value.name,
                parse_value(option + " constant", text.substr(constant.size())));
    return;
  }
  if (text == name_of(Border::constant))
    throw Error(Errc::invalid_argument, option + " constant needs a value",
                "for instance: --border constant:0");
  std::vector<string> words;
  for (const string_view word : border.words)
    words.emplace_back(word == name_of(Border::constant) ? "constant:V" : word);
  o.given.set(fields::border.name, static_cast<int>(parse_word(option, text, words)));
}

FieldValue parse_plain_field(const FieldOption& field, const string& option, const string& text) {
  const FieldRange& range = field.field.range;
  switch (field.kind) {
    case FieldKind::choice:
      return static_cast<int>(parse_word(option, text, {field.words.begin(), field.words.end()}));
    case FieldKind::whole:
      return static_cast<int>(
          parse_whole(option, text, static_cast<int>(range.least), static_cast<int>(range.most)));
    case FieldKind::number: return parse_number(option, text);
    case FieldKind::ratio: return parse_value(option, text).number;
    case FieldKind::value: return parse_value(option, text);
    case FieldKind::numbers: return parse_numbers(option, text);
    case FieldKind::flag: break;
  }
  return true;
}

FieldValue parse_field(const FieldOption& field, const string& option, const string& text) {
  try {
    return parse_plain_field(field, option, text);
  } catch (const Error& e) {
    const string_view hint = words_of(field.field.name).hint;
    if (hint.empty()) throw;
    throw Error(e.code(), e.what(), string(hint));
  }
}

// Sets the field to the value that the option `as` gives.
void set_field(FilterOptions& o, const FieldOption& option, const string& as, const string& given) {
  if (option.field.name == fields::sigma_range.name && given == "auto")
    o.automatic_range = true;
  else
    o.given.set(option.field.name, parse_field(option, as, given));
}

// Another name of an option, as an option of its own so that messages can have the typed name.
void add_alias(OptionTable& table, FilterOptions& o, const FieldOption& option) {
  const string_view field = option.field.name, alias = words_of(field).alias;
  if (alias.empty()) return;
  table.value({string(alias), unit_of(option), "", "the same as " + option_name(field)},
              [&o, option](const string& as, const string& given) {
                const string_view name = option.field.name;
                if (o.given.has(name)) refuse_both(option_name(name).c_str(), as.c_str());
                set_field(o, option, as, given);
              });
}

void add_diameter(OptionTable& table, FilterOptions& o, const char* text) {
  constexpr auto most = static_cast<int>(2 * field_ranges::radius.most + 1);
  table.value({"--diameter", "PX", "", text}, [&o](const string& option, const string& given) {
    o.diameter = static_cast<int>(parse_whole(option, given, -most, most));
  });
}

void add_strength(OptionTable& table, FilterOptions& o) {
  std::vector<string> words;
  for (const auto& [strength, word] : names_of<Strength>) words.emplace_back(word);
  table.value({"--strength", fmt::format("{}", fmt::join(words, "|")), "",
               "sigma-range from the noise of the image: 0.75, 1 or 1.6 times that of auto"},
              [&o, words](const string& option, const string& given) {
                o.strength = names_of<Strength>[parse_word(option, given, words)].value;
              });
}

void add_option(CLI::App& verb, FilterOptions& o, const FieldOption& option,
                const FieldGroup& group) {
  const FieldText& field = option.field;
  const auto note = std::ranges::find(group.notes, field.name, &FieldNote::field);
  const bool has_note = note != group.notes.end();
  OptionTable table(verb, group.name);
  const string text = has_note && !note->text.empty() ? string(note->text) : help_of(option);
  const string fallback =
      has_note && !note->fallback.empty() ? string(note->fallback) : with_hyphens(option.fallback);
  const string names = names_of_option(field);
  if (option.kind == FieldKind::flag)
    table.flag(names, [&o, name = field.name] { o.given.set(name, true); }, text);
  else if (field.name == fields::border.name)
    table.value(
        {names, unit_of(option), fallback, text},
        [&o, option](const string& as, const string& given) { set_border(o, option, as, given); });
  else
    table.value(
        {names, unit_of(option), fallback, text},
        [&o, option](const string& as, const string& given) { set_field(o, option, as, given); });
  add_alias(table, o, option);
  if (field.name == fields::sigma_range.name) add_strength(table, o);
  if (field.name == fields::radius.name && group.diameter) add_diameter(table, o, group.diameter);
}

// Options of a group of their own: see add_stack_options.
bool of_third_axis(string_view field) {
  return field == fields::sigma_depth.name || field == fields::radius_depth.name ||
         field == fields::third_axis.name;
}

}  // namespace

void add_options(CLI::App& verb, FilterOptions& o, std::span<const FieldOption> options,
                 const FieldGroup& group) {
  for (const FieldOption& option : options) {
    const string_view field = option.field.name;
    const bool of_border = field == fields::border_value.name;  // constant:V sets it
    const bool has_none = std::ranges::find(group.without, field) != group.without.end();
    if (of_border || has_none || of_third_axis(field) || words_of(field).is_pixels) continue;
    add_option(verb, o, option, group);
  }
}

namespace {

void add_slice_weights(OptionTable& table, FilterOptions& o) {
  table.value({"--sigma-depth", "N", "--sigma-space / --spacing; with --temporal R / 2",
               "standard deviation of the weight over slices or frames"},
              [&o](const string& option, const string& text) {
                o.given.set(fields::sigma_depth.name, parse_number(option, text));
              });
  table.value({"--spacing", "Z/XY", "1, or that of a NIfTI file",
               "distance of slices, in distances of pixels, for the default of --sigma-depth: 2.5 "
               "or 5/0.8"},
              [&o](const string& option, const string& text) {
                o.spacing = parse_ratio(option, text);
                if (!(*o.spacing > 0.0))
                  throw Error(Errc::invalid_argument,
                              fmt::format("{} {} is not above 0", option, text),
                              "give the distance of slices divided by that of pixels: 2.5");
              });
}

}  // namespace

void add_stack_options(CLI::App& verb, FilterOptions& o, bool has_weights) {
  OptionTable table(verb, "Slices and frames");
  table.flag("--volume", o.volume,
             "the pages of a file, or numbered files, are the slices of a volume");
  const FieldRange& radii = field_ranges::radius;
  table.value({"--temporal", "R", "",
               "average over R frames before and after each: those of a stream, pages, or numbered "
               "files"},
              [&o, radii](const string& option, const string& text) {
                o.temporal = static_cast<int>(parse_whole(
                    option, text, static_cast<int>(radii.least), static_cast<int>(radii.most)));
              });
  table.flag("--causal", o.causal, "with --temporal, average over earlier frames only");
  if (has_weights) add_slice_weights(table, o);
  table.value(
      {"--radius-depth", "N", "as the radius", "average over N slices before and after each"},
      [&o, radii](const string& option, const string& text) {
        o.given.set(fields::radius_depth.name,
                    static_cast<int>(parse_whole(option, text, static_cast<int>(radii.least),
                                                 static_cast<int>(radii.most))));
      });
}

void add_pixels(CLI::App& verb, FilterOptions& o, std::span<const FieldOption> options,
                bool has_mask, std::vector<FieldNote> notes) {
  const FieldGroup group{.name = pixel_group, .notes = std::move(notes)};
  for (const FieldOption& option : options)
    if (words_of(option.field.name).is_pixels) add_option(verb, o, option, group);
  OptionTable table(verb, pixel_group);
  if (has_mask)
    table.value({"--mask", "FILE|DIR/", "",
                 "gray or RGB image of the same size, or a folder with one per input; pixels whose "
                 "gray or luminance is 0 are ignored"},
                [&o](const string&, const string& text) { o.side.mask = text; });
  table.value(
      {"--region", "X,Y,W,H", "the whole image",
       "output only this part; the pixels around it still count"},
      [&o](const string& option, const string& text) { o.region = parse_rect(option, text); });
}

}  // namespace selvage::cli
