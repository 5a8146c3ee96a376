// SPDX-License-Identifier: Apache-2.0
#pragma once
// The texts of --help. A verb's text begins with the line that the list of verbs shows.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli11.hpp"

namespace selvage::cli {

extern const char* const root_help;
extern const char* const compare_help;
extern const char* const info_help;
extern const char* const devices_help;
extern const char* const explain_help;
extern const char* const completion_help;

std::string root_footer();
std::string explain_filter_help(const std::string& verb);
std::string compare_footer();

// Paragraphs that filters share.
std::string values_text();
std::string borders_text();
std::string side_folders_text();

std::shared_ptr<CLI::FormatterBase> help_formatter();

// What --help, the man page and the completions say about an option; they walk the verb's options.
struct OptionFacts {
  std::vector<std::string> names;  // "-s", "--sigma-space"; as they are typed
  std::string unit;                // empty: a flag
  std::vector<std::string> words;  // to choose from
  bool takes_file = false;         // beside them
  std::string text;                // with the default
};
struct OptionGroup {
  std::string title;
  std::vector<OptionFacts> options;
};
std::vector<OptionGroup> option_groups(const CLI::App& verb);  // the messages' group comes last

// The root and every verb, also those below verbs, as a flat list that begins with the root.
struct HelpPage {
  std::string words;               // that lead to it: "", "bilateral", "explain bilateral"
  const CLI::App* app = nullptr;   //
  std::vector<std::string> verbs;  // below it
};
std::vector<HelpPage> help_pages(const CLI::App& root);

// Paragraphs as lines of 80 columns; what is indented stays as it is. Ends with a line break.
std::string reflowed(const std::string& text);

// The first line of a verb's text.
std::string first_line(const std::string& text);

}  // namespace selvage::cli
