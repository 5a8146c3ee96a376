// SPDX-License-Identifier: Apache-2.0
#include "command_line/completion.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <stdexcept>

#include "command_line/help.hpp"
#include "selvage/io.hpp"

namespace selvage::cli {
namespace {

struct Page : HelpPage {
  std::vector<OptionFacts> options;

  // Returns whether its arguments are images and folders of them.
  bool takes_images() const {
    return verbs.empty() && !words.empty() && words != "devices" && words != "completion";
  }
};

// Returns the extensions of images, without points: "png|jpg|jpeg".
std::string image_extensions() {
  std::string text;
  for (const FormatName& format : formats())
    for (const std::string& extension : format.extensions)
      if (format.can_load)
        text += fmt::format("{}{}", text.empty() ? "" : "|", extension.substr(1));
  return text;
}

std::vector<Page> pages_of(const CLI::App& root) {
  std::vector<Page> pages;
  for (const HelpPage& page : help_pages(root)) {
    pages.push_back({page, {}});
    for (const auto& [group, options] : option_groups(*page.app))
      pages.back().options.insert(pages.back().options.end(), options.begin(), options.end());
  }
  return pages;
}

// Escapes text for single quotes in any shell. zsh also needs brackets and colons escaped.
std::string quoted(const std::string& text, bool zsh = false) {
  std::string result;
  for (const char c : text) {
    if (c == '\'') result += "'\\'";
    if (zsh && (c == '[' || c == ']' || c == ':' || c == '\\')) result += '\\';
    result += c;
  }
  return result;
}

std::string all_names(const Page& page) {
  std::vector<std::string> names;
  for (const OptionFacts& option : page.options)
    names.insert(names.end(), option.names.begin(), option.names.end());
  return fmt::format("{}", fmt::join(names, " "));
}

// Returns the pattern of a page in `case "$verb $sub"`.
std::string pattern(const Page& page) {
  return page.words.find(' ') == std::string::npos ? "'" + page.words + "'*"
                                                   : "'" + page.words + "'";
}

// Completes the value of an option: a choice, a file (bash's default without other offers), or
// nothing known.
std::string bash_values(const OptionFacts& option) {
  std::string offers;
  if (!option.words.empty())
    offers =
        fmt::format("COMPREPLY=($(compgen -W '{}' -- \"$word\")); ", fmt::join(option.words, " "));
  if (!option.takes_file) offers += "compopt +o default 2>/dev/null; ";
  return fmt::format("      {}) {}return ;;\n", fmt::join(option.names, "|"), offers);
}

std::string bash_page(const Page& page) {
  std::string values;
  for (const OptionFacts& option : page.options)
    if (!option.unit.empty()) values += bash_values(option);
  return fmt::format(
      "    {})\n      names='{}' words='{}' images={}\n      case \"$last\" in\n{}      esac ;;\n",
      pattern(page), all_names(page), fmt::join(page.verbs, " "), page.takes_images() ? "1" : "",
      values);
}

std::string bash_script(const std::vector<Page>& pages) {
  std::string cases;
  // Pages with longer words come first, since the first matching pattern is taken.
  for (auto page = pages.rbegin(); page + 1 != pages.rend(); ++page) cases += bash_page(*page);
  return fmt::format(R"(# bash completion of selvage
_selvage() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} last=${{COMP_WORDS[COMP_CWORD-1]}} names= words= images=
  local verbs='{}'
  if [ "$COMP_CWORD" = 1 ]; then
    COMPREPLY=($(compgen -W "$verbs help {}" -- "$word"))
    return
  fi
  case "${{COMP_WORDS[1]}} ${{COMP_WORDS[2]}}" in
{}  esac
  case "${{COMP_WORDS[1]}}" in
    completion) words='bash zsh fish' ;;
    help) words=$verbs ;;
  esac
  case "$word" in
    -*) words=$names images= ;;
  esac
  if [ "$images" ]; then  # folders, and files with the extension of an image
    compopt +o default -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -d -- "$word"; compgen -f -- "$word" | grep -iE '\.({})$')
    return
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o default -F _selvage selvage
)",
                     fmt::join(pages.front().verbs, " "), all_names(pages.front()), cases,
                     image_extensions());
}

std::string zsh_option(const OptionFacts& option) {
  std::string entries;
  for (const std::string& name : option.names) {
    entries += fmt::format(" \\\n        '{}[{}]", name, quoted(option.text, true));
    if (!option.unit.empty()) entries += fmt::format(":{}:", quoted(option.unit, true));
    const std::string words = quoted(fmt::format("{}", fmt::join(option.words, " ")), true);
    if (!option.words.empty() && option.takes_file)
      entries += fmt::format("{{compadd {}; _files}}", words);
    else if (!option.words.empty())
      entries += fmt::format("({})", words);
    else if (option.takes_file)
      entries += "_files";
    entries += '\'';
  }
  return entries;
}

std::string zsh_script(const std::vector<Page>& pages) {
  std::string cases;
  for (auto page = pages.rbegin(); page + 1 != pages.rend(); ++page) {
    cases += fmt::format("    {})\n      _arguments -s", pattern(*page));
    for (const OptionFacts& option : page->options) cases += zsh_option(option);
    cases += page->words == "completion" ? " \\\n        '*:shell:(bash zsh fish)' ;;\n"
             : page->verbs.empty()
                 ? fmt::format(" \\\n        '*:image:_files -g \"*.(#i)({})\"' ;;\n",
                               image_extensions())
                 : fmt::format(" \\\n        '*:verb:({})' ;;\n", fmt::join(page->verbs, " "));
  }
  return fmt::format(R"(#compdef selvage
_selvage() {{
  if (( CURRENT == 2 )); then
    compadd -- {0} help {1}
    return
  fi
  case "$words[2] $words[3]" in
    'help'*) compadd -- {0} ;;
{2}  esac
}}
_selvage "$@"
)",
                     fmt::join(pages.front().verbs, " "), all_names(pages.front()), cases);
}

std::string fish_option(const Page& page, const OptionFacts& option) {
  std::string line = "complete -c selvage";
  const std::string verb = page.words.substr(0, page.words.find(' '));
  line += page.words.empty() ? " -n __fish_use_subcommand"
                             : fmt::format(" -n '__fish_seen_subcommand_from {}'", verb);
  for (const std::string& name : option.names)
    line += name.starts_with("--") ? fmt::format(" -l {}", name.substr(2))
                                   : fmt::format(" -s {}", name.substr(1));
  if (!option.unit.empty()) line += option.takes_file ? " -r -F" : " -r -f";
  if (!option.words.empty()) line += fmt::format(" -a '{}'", fmt::join(option.words, " "));
  return fmt::format("{} -d '{}'\n", line, quoted(option.text));
}

std::string fish_script(const std::vector<Page>& pages, const CLI::App& root) {
  std::string script = "# fish completion of selvage\n";
  for (const CLI::App* verb : root.get_subcommands({})) {
    script += fmt::format("complete -c selvage -n __fish_use_subcommand -f -a {} -d '{}'\n",
                          verb->get_name(), quoted(first_line(verb->get_description())));
    for (const CLI::App* below : verb->get_subcommands({}))
      script += fmt::format("complete -c selvage -n '__fish_seen_subcommand_from {}' -f -a {}\n",
                            verb->get_name(), below->get_name());
  }
  script += fmt::format(
      "complete -c selvage -n __fish_use_subcommand -f -a help -d 'what a verb does'\n"
      "complete -c selvage -n '__fish_seen_subcommand_from help' -f -a '{}'\n"
      "complete -c selvage -n '__fish_seen_subcommand_from devices' -f\n"
      "complete -c selvage -n '__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'\n",
      fmt::join(pages.front().verbs, " "));
  script +=
      fmt::format(R"(function __selvage_images  # folders, and files with the extension of an image
  set -l word (string replace -r '^~/' "$HOME/" -- (commandline -ct))
  for file in $word*
    if test -d $file
      echo $file/
    else if string match -qir '\.({})$' -- $file
      echo $file
    end
  end
end
)",
                  image_extensions());
  for (const Page& page : pages)
    if (page.takes_images() && page.words.find(' ') == std::string::npos)
      script += fmt::format(
          "complete -c selvage -n '__fish_seen_subcommand_from {}' -f -a '(__selvage_images)'\n",
          page.words);
  for (const Page& page : pages)
    for (const OptionFacts& option : page.options) script += fish_option(page, option);
  return script;
}

}  // namespace

std::string completion_script(const CLI::App& root, const std::string& shell) {
  const std::vector<Page> pages = pages_of(root);
  if (shell == "bash") return bash_script(pages);
  if (shell == "zsh") return zsh_script(pages);
  if (shell == "fish") return fish_script(pages, root);
  throw std::logic_error("no completion for this shell");
}

}  // namespace selvage::cli
