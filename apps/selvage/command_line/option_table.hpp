// SPDX-License-Identifier: Apache-2.0
#pragma once
// A thin layer over CLI11: an option is one entry with names, unit, default, help and setter.

#include <fmt/format.h>

#include <functional>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "command_line/cli11.hpp"
#include "command_line/suggest.hpp"
#include "selvage/error.hpp"

namespace selvage::cli {

// Adds --version to the program or a verb.
void add_version(CLI::App& app);
// Adds a verb below `above`. `text` is its help.
CLI::App& add_verb(CLI::App& above, const std::string& name, const std::string& text,
                   const std::string& footer = {});
// Adds the positional arguments of a verb.
void add_files(CLI::App& verb, std::vector<std::string>& files);
// Calls `act` after parsing if the command line has the verb.
void when_given(CLI::App& verb, std::function<void()> act);

struct OptionText {
  std::string names;     // "-s,--sigma-space,--sigma-spatial"; messages use the first long name
  std::string unit;      // "PX"; choices are separated by "|"
  std::string fallback;  // the value without the option; empty: not shown
  std::string text;
};

// A group of options of a verb.
class OptionTable {
 public:
  OptionTable(CLI::App& verb, std::string group) : verb_(verb), group_(std::move(group)) {}

  // `set` receives the name of the option, for messages, and the given text.
  void value(const OptionText& entry,
             std::function<void(const std::string& option, const std::string& text)> set);
  void flag(const char* names, bool& set, const char* text);
  void flag(const std::string& names, std::function<void()> set, const std::string& text);

 private:
  CLI::App& verb_;
  std::string group_;
};

// Returns whether the verb has the option already.
bool verb_has(const CLI::App& verb, const std::string& option);

// Returns the index of the word. Throws Error{invalid_argument} with the list of words for any
// other.
std::size_t parse_word(const std::string& option, const std::string& text,
                       const std::vector<std::string>& words);

template <class Choice>
using Choices = std::initializer_list<std::pair<std::string_view, Choice>>;

// Returns the choice of a word. Throws like parse_word.
template <class Choice>
Choice parse_choice(const std::string& option, const std::string& text, Choices<Choice> choices) {
  std::vector<std::string> words;
  for (const auto& [word, choice] : choices) words.emplace_back(word);
  return (choices.begin() + parse_word(option, text, words))->second;
}

}  // namespace selvage::cli
