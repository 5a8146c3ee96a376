// SPDX-License-Identifier: Apache-2.0
#include "verbs/verbs.hpp"

#include <fmt/format.h>

#include <array>

#include "command_line/option_table.hpp"
#include "inputs/jobs.hpp"

namespace selvage::cli {
namespace {

// Returns the output of the command, if the command line is valid.
std::string target_of(const FilterCommand& command) {
  if (command.output.path) return *command.output.path;
  return output_is_last(command.files, command.output) ? command.files.back() : "";
}

}  // namespace

std::span<const FilterVerb* const> filter_verbs() {
  static constexpr std::array all{&bilateral_verb, &joint_verb,    &guided_verb,
                                  &rolling_verb,   &geometry_verb, &gaussian_verb,
                                  &box_verb,       &convolve_verb, &histogram_verb};
  return all;
}

Verb add_filter_verb(CLI::App& root, const FilterVerb& filter) {
  const auto command = std::make_shared<FilterCommand>();
  command->verb = &filter;
  CLI::App& verb = add_verb(root, filter.name, filter.help(), filter.footer());
  add_files(verb, command->files);
  add_options_of(filter, verb, *command);
  return {&verb,
          {command, &command->messages},
          [command](const std::stop_token& stop) {
            command->messages.image_on_stdout =
                command->verb->makes_image && target_of(*command) == "-";
            return command->verb->run(*command, stop);
          },
          [command](std::vector<std::string> words) { command->words = std::move(words); }};
}

void add_options_of(const FilterVerb& filter, CLI::App& verb, FilterCommand& command) {
  filter.add_options(verb, command);
  add_raw_option(verb, command.raw);
  if (!filter.makes_image) return;
  add_planes_option(verb, command.filter.planes, filter.filters_chroma);
  add_engine_options(verb, command.engine, filter.approximations);
  add_limit_options(verb, command.limits);
  add_output_options(verb, command.output);
  add_message_options(verb, command.messages);
  add_progress_option(verb, command.progress);
}

std::vector<Verb> add_verbs(CLI::App& root) {
  std::vector<Verb> verbs;
  for (const FilterVerb* filter : filter_verbs()) verbs.push_back(add_filter_verb(root, *filter));
  for (const auto add : {add_compare, add_info, add_devices, add_explain, add_completion})
    verbs.push_back(add(root));
  return verbs;
}

int for_each_file(const InputFiles& inputs, const MessageOptions& messages,
                  const std::function<void(const InputFile&)>& step) {
  if (inputs.files.empty())
    throw Error(Errc::invalid_argument, "no input file", "name at least one");
  const bool several = inputs.has_folders || inputs.files.size() > 1;
  say(messages, inputs.passed_by);
  int code = exit_done;
  for (const UnreadFolder& folder : inputs.unread) {
    say_failure(messages, folder.path, failure_of(folder.error));
    code = exit_differs;
  }
  for (const InputFile& file : inputs.files) {
    try {
      step(file);
    } catch (...) {
      Failure failure = failure_of(std::current_exception());
      if (failure.ends_run) throw;
      if (several) failure.what = with_input(failure.what, file.path);
      say_failure(messages, file.path, failure);
      code = several ? exit_differs : failure.code;
    }
  }
  return code;
}

const std::string& single_file(const std::vector<std::string>& files, const std::string& usage) {
  if (files.size() != 1)
    throw Error(Errc::invalid_argument,
                fmt::format("one input file is needed, not {}", files.size()),
                fmt::format("for instance: {}", usage));
  return files.front();
}

}  // namespace selvage::cli
