// SPDX-License-Identifier: Apache-2.0
#pragma once
// What selvage-study was asked for.

#include <span>
#include <string>
#include <vector>

#include "runner/study.hpp"

namespace selvage::studies {

enum class Verb { run, list, draw, merge, help };

struct CommandLine {
  Verb verb = Verb::help;
  std::vector<const Study*> studies = {};  // run
  Options options = {};                    // run; merge: out
  std::vector<std::string> files = {};     // draw, merge
  std::string help = {};                   // help
};

// Throws Error{invalid_argument}.
CommandLine parse_command_line(std::span<const Study* const> studies,
                               const std::vector<std::string>& arguments);

// The study whose name begins so, and no other's. Throws Error{invalid_argument}.
const Study& find_study(std::span<const Study* const> studies, const std::string& beginning);

// "--radius, --runs, arguments": what the study takes beside what all take.
std::string options_text(const Study& study);

}  // namespace selvage::studies
