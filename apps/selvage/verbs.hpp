// SPDX-License-Identifier: Apache-2.0
#pragma once
// The verbs: each adds itself to the command line, and is run when it was given.

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "cli11.hpp"
#include "inputs.hpp"
#include "messages.hpp"

namespace selvage::cli {

struct Verb {
  CLI::App* app = nullptr;
  std::shared_ptr<const Talk> talk;
  std::function<int(const std::stop_token&)> run;  // returns the exit code; may throw
};

Verb add_compare(CLI::App& root);
Verb add_info(CLI::App& root);
Verb add_devices(CLI::App& root);
Verb add_explain(CLI::App& root);
Verb add_completion(CLI::App& root);

// All of them, in the order of the help text.
std::vector<Verb> add_verbs(CLI::App& root);

// Runs `step` for each file; says what went wrong with one and goes on with the next. Returns a
// single file's own exit code, `exit_differs` when one of several failed.
int for_each_file(const InputFiles& inputs, const Talk& talk,
                  const std::function<void(const InputFile&)>& step);

// The only file of a verb that takes one, or Error{invalid_argument}.
const std::string& single_file(const std::vector<std::string>& files, const std::string& usage);

}  // namespace selvage::cli
