// SPDX-License-Identifier: Apache-2.0
#include "command_line/help.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cctype>
#include <sstream>
#include <utility>

namespace selvage::cli {
namespace {

constexpr std::size_t indent = 2, text_column = 30, line_width = 80;

OptionFacts facts_of(const CLI::Option& option) {
  OptionFacts facts;
  for (const std::string& name : option.get_snames()) facts.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) facts.names.push_back("--" + name);
  facts.text = option.get_description();
  if (option.get_items_expected_max() == 0) return facts;
  facts.unit = option.get_type_name();
  if (!option.get_default_str().empty())
    facts.text += fmt::format(" [{}]", option.get_default_str());
  std::istringstream words(facts.unit);
  for (std::string word; std::getline(words, word, '|');) {
    facts.takes_file = facts.takes_file || word == "FILE" || word == "DIR/";
    // Placeholders are upper-case, choices are not. In "cuda[:N]" the user may add the part in
    // brackets.
    if (!std::isupper(static_cast<unsigned char>(word.front())))
      facts.words.push_back(word.substr(0, word.find('[')));
  }
  return facts;
}

// Wraps `text` into lines that start in a column.
std::string wrapped(const std::string& text, std::size_t column) {
  std::istringstream words(text);
  std::string result, line;
  for (std::string word; words >> word;) {
    if (column + line.size() + (line.empty() ? 0 : 1) + word.size() > line_width) {
      result += line + '\n' + std::string(column, ' ');
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  return result + line;
}

// Breaks a long list of choices behind a bar.
std::string broken_at_bars(const std::string& name) {
  std::string text, line;
  for (std::size_t at = 0; at < name.size();) {
    const std::size_t bar = name.find('|', at);
    const std::string part = name.substr(at, bar == std::string::npos ? bar : bar + 1 - at);
    if (!line.empty() && 3 * indent + line.size() + part.size() > line_width) {
      text += line + '\n' + std::string(3 * indent, ' ');
      line.clear();
    }
    line += part;
    at += part.size();
  }
  return text + line;
}

std::string entry(const std::string& name, const std::string& text) {
  if (indent + name.size() > line_width)
    return fmt::format("{0:{1}}{2}\n{0:{3}}{4}\n", "", indent, broken_at_bars(name), text_column,
                       wrapped(text, text_column));
  std::string line = std::string(indent, ' ') + name;
  line += line.size() + 2 > text_column ? '\n' + std::string(text_column, ' ')
                                        : std::string(text_column - line.size(), ' ');
  return line + wrapped(text, text_column) + '\n';
}

class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string, CLI::AppFormatMode) const override {
    std::string text = reflowed(app->get_description());
    for (const CLI::App* verb : app->get_subcommands({})) {
      if (verb == app->get_subcommands({}).front()) text += "\nVerbs:\n";
      text += entry(verb->get_name(), first_line(verb->get_description()));
    }
    for (const auto& [group, options] : option_groups(*app)) {
      text += fmt::format("\n{}:\n", group);
      for (const OptionFacts& option : options) {
        const std::string unit = option.unit.empty() ? "" : " " + option.unit;
        text += entry(fmt::format("{}{}", fmt::join(option.names, ", "), unit), option.text);
      }
    }
    return app->get_footer().empty() ? text : text + '\n' + reflowed(app->get_footer());
  }
};

}  // namespace

std::vector<OptionGroup> option_groups(const CLI::App& verb) {
  std::vector<OptionGroup> groups;
  OptionGroup messages{.title = "Messages", .options = {}};
  for (const CLI::Option* option : verb.get_options()) {
    if (!option->nonpositional()) continue;
    // CLI11 puts its own --help and --version into "Options".
    const std::string& title = option->get_group();
    const bool is_message = title == messages.title || title == "Options";
    if (!is_message && (groups.empty() || groups.back().title != title))
      groups.push_back({.title = title, .options = {}});
    (is_message ? messages : groups.back()).options.push_back(facts_of(*option));
  }
  groups.push_back(std::move(messages));
  return groups;
}

std::vector<HelpPage> help_pages(const CLI::App& root) {
  std::vector<HelpPage> pages{{.words = "", .app = &root, .verbs = {}}};
  for (std::size_t i = 0; i < pages.size(); ++i)  // grows as verbs are found
    for (const CLI::App* verb : pages[i].app->get_subcommands({})) {
      const std::string above = pages[i].words.empty() ? "" : pages[i].words + " ";
      pages[i].verbs.push_back(verb->get_name());
      pages.push_back({.words = above + verb->get_name(), .app = verb, .verbs = {}});
    }
  return pages;
}

std::shared_ptr<CLI::FormatterBase> help_formatter() {
  return std::make_shared<HelpFormatter>();
}

std::string reflowed(const std::string& text) {
  std::istringstream lines(text);
  std::string result, paragraph;
  const auto end_paragraph = [&] {
    if (!paragraph.empty()) result += wrapped(paragraph, 0) + '\n';
    paragraph.clear();
  };
  for (std::string line; std::getline(lines, line);) {
    const bool is_prose = !line.empty() && line.front() != ' ';
    if (is_prose) {
      paragraph += (paragraph.empty() ? "" : " ") + line;
      continue;
    }
    end_paragraph();
    result += line + '\n';
  }
  end_paragraph();
  return result;
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

}  // namespace selvage::cli
