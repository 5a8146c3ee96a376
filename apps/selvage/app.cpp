// SPDX-License-Identifier: Apache-2.0
#include "app.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>

#include "command_line/help.hpp"
#include "command_line/option_table.hpp"
#include "command_line/options.hpp"
#include "command_line/suggest.hpp"

namespace selvage::cli {
namespace {

using std::string;

[[noreturn]] void refuse(const string& what, const string& hint) {
  throw Error(Errc::invalid_argument, what, hint);
}

bool is_option(const string& word) {
  return word.size() > 1 && word.front() == '-';
}

// "selvage explain bilateral"
string full_name(const CLI::App& app) {
  string name = app.get_name();
  for (const CLI::App* above = app.get_parent(); above; above = above->get_parent())
    name = above->get_name() + " " + name;
  return name;
}

std::vector<string> option_names(const CLI::App& app) {
  std::vector<string> names;
  for (const auto& [group, options] : option_groups(app))
    for (const OptionFacts& option : options)
      names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

std::vector<string> verb_names(const CLI::App& app) {
  std::vector<string> names;
  for (const CLI::App* verb : app.get_subcommands({})) names.push_back(verb->get_name());
  return names;
}

// Returns the other verbs that have the option.
std::vector<string> owners_of(const string& option, const CLI::App& app) {
  std::vector<string> owners;
  if (!app.get_parent()) return owners;
  for (const CLI::App* verb : app.get_parent()->get_subcommands({})) {
    const std::vector<string> names = option_names(*verb);
    if (std::ranges::find(names, option) != names.end()) owners.push_back(verb->get_name());
  }
  return owners;
}

[[noreturn]] void refuse_word(const CLI::App& app, const string& word) {
  const string name = word.substr(0, is_option(word) ? word.find('=') : string::npos);
  if (const auto owners = owners_of(name, app); is_option(name) && !owners.empty())
    refuse(fmt::format("unknown option {}", name),
           fmt::format("an option of {}, not of {}", fmt::join(owners, ", "), app.get_name()));
  if (!is_option(name) && app.get_subcommands({}).empty())
    refuse(fmt::format("{} takes no '{}'", full_name(app), name),
           fmt::format("see: {} --help", full_name(app)));
  const string near = did_you_mean(name, is_option(name) ? option_names(app) : verb_names(app));
  refuse(fmt::format("unknown {} {}{}", is_option(name) ? "option" : "verb",
                     name.empty() ? "''" : name, near),
         near.empty() ? fmt::format("see: {} --help", full_name(app)) : "");
}

// A file named "-n.png" would be read as options.
void refuse_files_like_options(const std::vector<string>& arguments) {
  const auto files = std::ranges::find(arguments, "--");
  for (auto word = arguments.begin(); word != files; ++word)
    if (std::error_code ignored; is_option(*word) && std::filesystem::exists(*word, ignored))
      refuse(fmt::format("{} looks like an option", *word),
             fmt::format("for the file of that name, give ./{}", *word));
}

// Refuses words that no verb accepted, and a verb whose subverb is missing.
void check_all_taken(const CLI::App& root, const std::vector<string>& arguments) {
  for (const CLI::App* app = &root; app;) {
    const auto extras = app->remaining();
    if (!extras.empty()) refuse_files_like_options(arguments);
    if (!extras.empty()) refuse_word(*app, extras.front());
    const auto below = app->get_subcommands();
    if (below.empty() && !app->get_subcommands({}).empty())
      refuse(app == &root ? "a verb is missing"
                          : fmt::format("{}: a verb is missing", full_name(*app)),
             fmt::format("one of: {}{}", fmt::join(verb_names(*app), ", "),
                         app == &root ? "; selvage --help describes them" : ""));
    app = below.empty() ? nullptr : below.front();
  }
}

// Rewords the errors of CLI11, which begin with the name of the option and a colon.
[[noreturn]] void refuse_syntax(const CLI::ParseError& e) {
  const string text = e.what();
  const string name = text.substr(0, text.find(':'));
  if (text.find("received") != string::npos)
    refuse(name + " is given more than once", "give it once");
  if (text.find("required") != string::npos && is_option(name)) refuse(name + " needs a value", "");
  if (text.find("flag override") != string::npos)
    refuse(fmt::format("--{} takes no value", text.substr(0, text.find(' '))), "");
  refuse(text, "see: selvage --help");
}

// Protects file names that CLI11 would read differently: words after "--" and lists in brackets.
std::vector<string> with_plain_paths(const std::vector<string>& arguments) {
  std::vector<string> result;
  bool only_files = false;
  for (const string& word : arguments) {
    if (!only_files && word == "--") {
      only_files = true;
      continue;
    }
    const bool odd =
        (only_files && is_option(word)) || word.starts_with('[') || word == "++" || word == "{}";
    result.push_back(odd ? "./" + word : word);
  }
  return result;
}

// "selvage help box" is "selvage box --help".
std::vector<string> with_help_last(std::vector<string> arguments) {
  if (arguments.empty() || arguments.front() != "help") return arguments;
  arguments.erase(arguments.begin());
  arguments.emplace_back("--help");
  return arguments;
}

// Refuses "selvage help nope": a word in the place of a verb must be one.
void check_help(const CLI::App& root, const std::vector<string>& typed) {
  if (typed.empty() || typed.front() != "help") return;
  const CLI::App* app = &root;
  for (auto word = typed.begin() + 1; word != typed.end() && !is_option(*word); ++word) {
    const auto verbs = app->get_subcommands({});
    if (verbs.empty()) return;
    const auto verb =
        std::ranges::find(verbs, *word, [](const CLI::App* v) { return v->get_name(); });
    if (verb == verbs.end()) refuse_word(*app, *word);
    app = *verb;
  }
}

bool asks_for_help(const std::vector<string>& arguments) {
  return std::any_of(arguments.begin(), arguments.end(),
                     [](const string& word) { return word == "-h" || word == "--help"; });
}

}  // namespace

CommandLine make_command_line() {
  CommandLine line;
  line.app = std::make_shared<CLI::App>(root_help, "selvage");
  CLI::App& app = *line.app;
  app.formatter(help_formatter());
  app.set_help_flag("-h,--help", "this text");
  add_version(app);
  app.allow_extras();  // check_all_taken refuses them and suggests a similar word
  app.require_subcommand(0, 1);
  line.verbs = add_verbs(app);
  app.footer(root_footer());
  return line;
}

const Verb* parse(const CommandLine& line, const std::vector<string>& typed) {
  check_help(*line.app, typed);
  const std::vector<string> arguments = with_help_last(typed);
  std::vector<string> words = with_plain_paths(arguments);
  std::reverse(words.begin(), words.end());  // the order that CLI11 expects
  try {
    line.app->parse(std::move(words));
  } catch (const CLI::CallForHelp&) {
    print({}, line.app->help());
    return nullptr;
  } catch (const CLI::CallForVersion& e) {
    print({}, std::string_view(string(e.what()) + '\n'));
    return nullptr;
  } catch (const CLI::ParseError& e) {
    refuse_syntax(e);
  } catch (const Error&) {
    if (!asks_for_help(arguments)) throw;
    print({}, line.app->help());
    return nullptr;
  }
  check_all_taken(*line.app, arguments);
  for (const Verb& verb : line.verbs) {
    if (!verb.app->parsed()) continue;
    if (verb.set_words) verb.set_words(typed);
    return &verb;
  }
  throw std::logic_error("no verb was parsed");
}

}  // namespace selvage::cli
