// SPDX-License-Identifier: Apache-2.0
#pragma once
// The verbs. Each adds itself to the command line and runs if it was given.

#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "command_line/cli11.hpp"
#include "command_line/filter_verb.hpp"
#include "console/messages.hpp"
#include "inputs/inputs.hpp"

namespace selvage::cli {

struct Verb {
  CLI::App* app = nullptr;
  std::shared_ptr<const MessageOptions> messages;
  std::function<int(const std::stop_token&)> run;  // returns the exit code; may throw
  std::function<void(std::vector<std::string>)> set_words =
      {};  // of the command line; may be empty
};

extern const FilterVerb bilateral_verb, joint_verb, guided_verb, rolling_verb, geometry_verb,
    gaussian_verb, box_verb, convolve_verb, histogram_verb;

// Returns the verbs of filters in the order of the help text.
std::span<const FilterVerb* const> filter_verbs();

// Adds the options of the filter and, if the verb makes images, those that all such verbs have.
void add_options_of(const FilterVerb& filter, CLI::App& verb, FilterCommand& command);

Verb add_filter_verb(CLI::App& root, const FilterVerb& filter);
Verb add_compare(CLI::App& root);
Verb add_info(CLI::App& root);
Verb add_devices(CLI::App& root);
Verb add_explain(CLI::App& root);
Verb add_completion(CLI::App& root);

// Adds all verbs in the order of the help text.
std::vector<Verb> add_verbs(CLI::App& root);

// Runs `step` for each file. Prints the error of a file and continues with the next. Returns the
// exit code of a single file, or `exit_differs` if one of several failed.
int for_each_file(const InputFiles& inputs, const MessageOptions& messages,
                  const std::function<void(const InputFile&)>& step);

// Returns the file of a verb that takes exactly one. Throws Error{invalid_argument}.
const std::string& single_file(const std::vector<std::string>& files, const std::string& usage);

}  // namespace selvage::cli
