// SPDX-License-Identifier: Apache-2.0
#pragma once
// The complete command line.

#include <memory>
#include <string>
#include <vector>

#include "verbs/verbs.hpp"

namespace selvage::cli {

struct CommandLine {
  std::shared_ptr<CLI::App> app;
  std::vector<Verb> verbs;
};
CommandLine make_command_line();

// Parses the command line and returns the verb with its options set, or null if --help or --version
// was answered. Throws Error{invalid_argument}, with a similar word for an unknown one.
const Verb* parse(const CommandLine& line, const std::vector<std::string>& typed);

}  // namespace selvage::cli
