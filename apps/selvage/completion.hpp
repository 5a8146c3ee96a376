// SPDX-License-Identifier: Apache-2.0
#pragma once
// Completion scripts, made from the verbs and options of the command line itself.

#include <string>

#include "cli11.hpp"

namespace selvage::cli {

// `shell` is bash, zsh or fish.
std::string completion_script(const CLI::App& root, const std::string& shell);

}  // namespace selvage::cli
