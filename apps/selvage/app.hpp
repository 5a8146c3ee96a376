// SPDX-License-Identifier: Apache-2.0
#pragma once
// The whole command line.

#include <memory>
#include <string>
#include <vector>

#include "verbs.hpp"

namespace selvage::cli {

struct CommandLine {
  std::shared_ptr<CLI::App> app;
  std::vector<Verb> verbs;
};
CommandLine make_command_line();

// The verb that was given, its options filled; nothing when --help or --version answered. Throws
// Error{invalid_argument} with a near word for what is unknown.
const Verb* parse(const CommandLine& line, const std::vector<std::string>& typed);

}  // namespace selvage::cli
