// SPDX-License-Identifier: Apache-2.0
#include "command_line/option_table.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace selvage::cli {

void add_version(CLI::App& app) {
  app.set_version_flag("--version", "selvage " SELVAGE_VERSION, "the version");
}

CLI::App& add_verb(CLI::App& above, const std::string& name, const std::string& text,
                   const std::string& footer) {
  CLI::App& verb = *above.add_subcommand(name, text);
  add_version(verb);
  if (!footer.empty()) verb.footer(footer);
  return verb;
}

void add_files(CLI::App& verb, std::vector<std::string>& files) {
  verb.add_option("FILE", files)->type_name("");
}

void when_given(CLI::App& verb, std::function<void()> act) {
  verb.final_callback(std::move(act));
}

void OptionTable::value(
    const OptionText& entry,
    std::function<void(const std::string& option, const std::string& text)> set) {
  const std::string& names = entry.names;
  const std::size_t start = names.find("--");
  const std::string name = names.substr(start, names.find(',', start) - start);
  const std::string shortest = names.substr(0, names.find(','));
  verb_
      .add_option(
          names,
          [set = std::move(set), name, shortest](const CLI::results_t& given) {
            const std::string& text = given.front();
            if (text.empty())
              throw Error(Errc::invalid_argument, fmt::format("{} needs a value", name));
            if (text.front() == '=')  // of "-s=5"
              throw Error(Errc::invalid_argument,
                          fmt::format("{} {} is not a value", shortest, text),
                          fmt::format("for instance: {} {}", shortest, text.substr(1)));
            set(name, text);
            return true;
          },
          entry.text)
      ->type_name(entry.unit)
      ->default_str(entry.fallback)
      ->group(group_);
}

bool verb_has(const CLI::App& verb, const std::string& option) {
  return verb.get_option_no_throw(option) != nullptr;
}

void OptionTable::flag(const char* names, bool& set, const char* text) {
  verb_.add_flag(names, set, text)->group(group_)->disable_flag_override();
}

void OptionTable::flag(const std::string& names, std::function<void()> set,
                       const std::string& text) {
  verb_.add_flag_callback(names, std::move(set), text)->group(group_)->disable_flag_override();
}

std::size_t parse_word(const std::string& option, const std::string& text,
                       const std::vector<std::string>& words) {
  const auto found = std::ranges::find(words, text);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  throw Error(Errc::invalid_argument,
              fmt::format("unknown {} {}{}", option, text, did_you_mean(text, words)),
              fmt::format("one of: {}", fmt::join(words, ", ")));
}

}  // namespace selvage::cli
