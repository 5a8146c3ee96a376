// SPDX-License-Identifier: Apache-2.0
// Writes selvage.1 on standard output, from the same texts and options as --help.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "app.hpp"
#include "command_line/help.hpp"

namespace {

using namespace selvage::cli;

// Escapes text for troff: hyphens stay hyphens, and no line starts a request.
std::string troff(const std::string& text) {
  std::string result;
  for (const char c : text) {
    const bool line_start = result.empty() || result.back() == '\n';
    if (line_start && (c == '.' || c == '\'')) result += "\\&";
    if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else
      result += c;
  }
  return result;
}

std::string verbatim(const std::string& text) {
  return text.empty() ? "" : fmt::format(".PP\n.nf\n{}.fi\n", troff(reflowed(text)));
}

std::string option_text(const OptionFacts& option) {
  std::string text =
      fmt::format(".TP\n\\fB{}\\fR", troff(fmt::format("{}", fmt::join(option.names, ", "))));
  if (!option.unit.empty()) text += fmt::format(" \\fI{}\\fR", troff(option.unit));
  return text + fmt::format("\n{}\n", troff(option.text));
}

std::vector<std::string> paragraphs_of(const std::string& text) {
  std::vector<std::string> paragraphs;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find("\n\n", at), text.size());
    if (end > at) paragraphs.push_back(text.substr(at, end - at));
    at = end + 2;
  }
  return paragraphs;
}

// Returns the text of a verb without its first line.
std::string rest_of(const std::string& text) {
  const std::size_t start = text.find_first_not_of('\n', first_line(text).size());
  return start == std::string::npos ? "" : text.substr(start);
}

// What several verbs say alike, which the page says once.
class Common {
 public:
  explicit Common(const std::vector<HelpPage>& pages) {
    for (const HelpPage& page : pages) {
      for (const auto& [group, options] : option_groups(*page.app))
        for (const OptionFacts& option : options) ++counts_[key(group, option)];
      for (const std::string& text : {rest_of(page.app->get_description()), page.app->get_footer()})
        for (const std::string& paragraph : paragraphs_of(text)) ++counts_[paragraph];
    }
  }

  // Returns the options that only this verb has, and the names of the others.
  std::string options(const CLI::App& app) {
    std::string text, names;
    for (const OptionGroup& group : option_groups(app)) {
      std::string own;
      for (const OptionFacts& option : group.options) {
        if (!is_common(key(group.title, option))) {
          own += option_text(option);
          continue;
        }
        names += (names.empty() ? "" : ", ") + option.names.back();
        keep(group.title, option);
      }
      if (!own.empty()) text += fmt::format(".PP\n{}:\n", group.title) + own;
    }
    return names.empty() ? text : text + fmt::format(".PP\nCommon options: {}\n", troff(names));
  }

  // Returns the paragraphs that only this verb has.
  std::string paragraphs(const std::string& text) {
    std::string own;
    for (const std::string& paragraph : paragraphs_of(text))
      if (!is_common(paragraph))
        own += (own.empty() ? "" : "\n\n") + paragraph;
      else if (std::ranges::find(kept_, paragraph) == kept_.end())
        kept_.push_back(paragraph);
    return verbatim(own);
  }

  // Returns what was left out, once.
  std::string section() const {
    std::string text = ".SH COMMON OPTIONS\n";
    for (const OptionGroup& group : groups_) {
      text += fmt::format(".PP\n{}:\n", group.title);
      for (const OptionFacts& option : group.options) text += option_text(option);
    }
    text += ".SH COMMON NOTES\n";
    for (const std::string& paragraph : kept_) text += verbatim(paragraph);
    return text;
  }

 private:
  static std::string key(const std::string& group, const OptionFacts& option) {
    return fmt::format("{} {} {} {}", group, fmt::join(option.names, ","), option.unit,
                       option.text);
  }
  bool is_common(const std::string& text) const { return counts_.at(text) > 1; }
  void keep(const std::string& title, const OptionFacts& option) {
    auto group = std::ranges::find(groups_, title, &OptionGroup::title);
    if (group == groups_.end()) group = groups_.insert(group, {.title = title, .options = {}});
    const auto same = [&](const OptionFacts& known) {
      return key(title, known) == key(title, option);
    };
    if (std::ranges::none_of(group->options, same)) group->options.push_back(option);
  }

  std::map<std::string, int> counts_;
  std::vector<OptionGroup> groups_;
  std::vector<std::string> kept_;
};

std::string section(Common& common, const CLI::App& verb, const std::string& words) {
  std::string title = words;
  for (char& c : title) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return fmt::format(".SH {}\n{}\n", title, troff(first_line(verb.get_description()))) +
         common.paragraphs(rest_of(verb.get_description())) + common.options(verb) +
         common.paragraphs(verb.get_footer());
}

std::string man_page(const CLI::App& root) {
  std::string text = ".TH SELVAGE 1 \"\" \"selvage " SELVAGE_VERSION "\" \"User Commands\"\n";
  text += ".SH NAME\nselvage \\- filters images without blurring their edges\n";
  text += fmt::format(".SH SYNOPSIS\n.B selvage\n.I VERB FILE...\n[options]\n.SH DESCRIPTION\n{}\n",
                      troff(first_line(root.get_description())));
  for (const CLI::App* verb : root.get_subcommands({}))
    text += fmt::format(".TP\n.B {}\n{}\n", verb->get_name(),
                        troff(first_line(verb->get_description())));
  // The verbs below `explain` have the options of the verbs themselves.
  std::vector<HelpPage> pages = help_pages(root);
  std::erase_if(pages, [](const HelpPage& p) { return p.words.find(' ') != std::string::npos; });
  Common common(pages);
  text += common.options(root) + verbatim(root.get_footer());
  for (const HelpPage& page : pages)
    if (page.app != &root) text += section(common, *page.app, page.words);
  return text + common.section();
}

}  // namespace

int main() {
  const std::string page = man_page(*make_command_line().app);
  const bool written = std::fwrite(page.data(), 1, page.size(), stdout) == page.size();
  return written && std::fclose(stdout) == 0 ? 0 : 1;
}
