// SPDX-License-Identifier: Apache-2.0
#pragma once
// A few words around CLI11, so that an option is one entry: names, unit, default, text and setter.

#include <fmt/format.h>

#include <functional>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "cli11.hpp"
#include "selvage/error.hpp"
#include "suggest.hpp"

namespace selvage::cli {

// --version, of the program and of each verb.
void add_version(CLI::App& app);
// A verb below `above`. `text`: of --help.
CLI::App& add_verb(CLI::App& above, const std::string& name, const std::string& text,
                   const std::string& footer = {});
// The verb's positional arguments.
void add_files(CLI::App& verb, std::vector<std::string>& files);
// Calls `act` when the command line has the verb and all its options are set.
void when_given(CLI::App& verb, std::function<void()> act);

struct OptionText {
  std::string names;  // "-s,--sigma-space,--sigma-spatial"; the first long one is used in messages
  std::string unit;   // "PX"; words to choose from are separated by "|"
  std::string fallback;  // what holds without the option; empty: nothing to say
  std::string text;
};

// The entries of one group of a verb's options.
class OptionTable {
 public:
  OptionTable(CLI::App& verb, std::string group) : verb_(verb), group_(std::move(group)) {}

  // `set` gets the option's name, for messages, and the text that was given.
  void value(const OptionText& entry,
             std::function<void(const std::string& option, const std::string& text)> set);
  void flag(const char* names, bool& set, const char* text);

 private:
  CLI::App& verb_;
  std::string group_;
};

template <class Choice>
using Choices = std::initializer_list<std::pair<std::string_view, Choice>>;

// One of a few words; refuses others with the list of them.
template <class Choice>
Choice parse_choice(const std::string& option, const std::string& text, Choices<Choice> choices) {
  std::vector<std::string> words;
  for (const auto& [word, choice] : choices) {
    if (word == text) return choice;
    words.emplace_back(word);
  }
  throw Error(Errc::invalid_argument,
              fmt::format("unknown {} {}{}", option, text, did_you_mean(text, words)),
              fmt::format("one of: {}", fmt::join(words, ", ")));
}

}  // namespace selvage::cli
