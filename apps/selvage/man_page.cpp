// SPDX-License-Identifier: Apache-2.0
// Writes selvage.1 on standard output, from the same texts and options as --help.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cctype>
#include <cstdio>
#include <string>

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

std::string options(const CLI::App& app) {
  std::string text;
  for (const auto& [group, entries] : option_groups(app)) {
    text += fmt::format(".PP\n{}:\n", group);
    for (const OptionFacts& option : entries) {
      text +=
          fmt::format(".TP\n\\fB{}\\fR", troff(fmt::format("{}", fmt::join(option.names, ", "))));
      if (!option.unit.empty()) text += fmt::format(" \\fI{}\\fR", troff(option.unit));
      text += fmt::format("\n{}\n", troff(option.text));
    }
  }
  return text;
}

// Returns the text of a verb without its first line.
std::string rest_of(const std::string& text) {
  const std::size_t start = text.find_first_not_of('\n', first_line(text).size());
  return start == std::string::npos ? "" : text.substr(start);
}

std::string section(const CLI::App& verb, const std::string& words) {
  std::string title = words;
  for (char& c : title) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  std::string text = fmt::format(".SH {}\n{}\n", title, troff(first_line(verb.get_description())));
  text += verbatim(rest_of(verb.get_description())) + options(verb) + verbatim(verb.get_footer());
  return text;
}

std::string man_page(const CLI::App& root) {
  std::string text = ".TH SELVAGE 1 \"\" \"selvage " SELVAGE_VERSION "\" \"User Commands\"\n";
  text += ".SH NAME\nselvage \\- filters images without blurring their edges\n";
  text += fmt::format(".SH SYNOPSIS\n.B selvage\n.I VERB FILE...\n[options]\n.SH DESCRIPTION\n{}\n",
                      troff(first_line(root.get_description())));
  for (const CLI::App* verb : root.get_subcommands({}))
    text += fmt::format(".TP\n.B {}\n{}\n", verb->get_name(),
                        troff(first_line(verb->get_description())));
  text += options(root) + verbatim(root.get_footer());
  for (const HelpPage& page : help_pages(root))
    if (page.app != &root) text += section(*page.app, page.words);
  return text;
}

}  // namespace

int main() {
  const std::string page = man_page(*make_command_line().app);
  const bool written = std::fwrite(page.data(), 1, page.size(), stdout) == page.size();
  return written && std::fclose(stdout) == 0 ? 0 : 1;
}
