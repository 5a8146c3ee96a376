// SPDX-License-Identifier: Apache-2.0
#pragma once
// Shell completion scripts, generated from the verbs and options of the command line.

#include <string>

#include "command_line/cli11.hpp"

namespace selvage::cli {

// `shell` is bash, zsh or fish.
std::string completion_script(const CLI::App& root, const std::string& shell);

}  // namespace selvage::cli
