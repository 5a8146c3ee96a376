// SPDX-License-Identifier: Apache-2.0
#pragma once
// The texts of --help. The first line of a verb's text is its entry in the list of verbs.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "command_line/cli11.hpp"

namespace selvage::cli {

extern const char* const root_help;
extern const char* const compare_help;
extern const char* const info_help;
extern const char* const devices_help;
extern const char* const explain_help;
extern const char* const completion_help;

std::string root_footer();
// Returns the help of a verb that makes an image. `needs` is " --guide G" or empty, `notes` is a
// paragraph or empty.
std::string image_help(const char* name, const char* title, const char* needs,
                       const std::string& notes);
std::string explain_filter_help(const std::string& verb);
std::string compare_footer();

// Paragraphs that filters share.
std::string values_text();
std::string borders_text();
std::string side_folders_text();

std::shared_ptr<CLI::FormatterBase> help_formatter();

// An option as --help, the man page and the completions show it.
struct OptionFacts {
  std::vector<std::string> names;  // "-s", "--sigma-space"; as they are typed
  std::string unit;                // empty: a flag
  std::vector<std::string> words;  // the choices
  bool takes_file = false;         // besides the choices
  std::string text;                // including the default
};
struct OptionGroup {
  std::string title;
  std::vector<OptionFacts> options;
};
std::vector<OptionGroup> option_groups(const CLI::App& verb);  // the group "Messages" is last

// Returns the root and all verbs, including verbs below verbs, as a flat list that begins with the
// root.
struct HelpPage {
  std::string words;               // the words that select it
  const CLI::App* app = nullptr;   //
  std::vector<std::string> verbs;  // the verbs below it
};
std::vector<HelpPage> help_pages(const CLI::App& root);

// Wraps paragraphs to 80 columns; indented lines stay as they are. Ends with a line break.
std::string reflowed(const std::string& text);

// Returns the first line of a verb's text.
std::string first_line(const std::string& text);

}  // namespace selvage::cli
