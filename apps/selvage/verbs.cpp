// SPDX-License-Identifier: Apache-2.0
#include "verbs.hpp"

#include <fmt/format.h>

#include "filter_verb.hpp"

namespace selvage::cli {

std::vector<Verb> add_verbs(CLI::App& root) {
  std::vector<Verb> verbs;
  for (const FilterVerb* filter : filter_verbs()) verbs.push_back(add_filter_verb(root, *filter));
  for (const auto add : {add_compare, add_info, add_devices, add_explain, add_completion})
    verbs.push_back(add(root));
  return verbs;
}

int for_each_file(const InputFiles& inputs, const Talk& talk,
                  const std::function<void(const InputFile&)>& step) {
  if (inputs.files.empty())
    throw Error(Errc::invalid_argument, "no input file", "name at least one");
  const bool several = inputs.has_folders || inputs.files.size() > 1;
  say(talk, inputs.passed_by);
  int code = exit_done;
  for (const UnreadFolder& folder : inputs.unread) {
    say_failure(talk, folder.path, failure_of(folder.error));
    code = exit_differs;
  }
  for (const InputFile& file : inputs.files) {
    try {
      step(file);
    } catch (...) {
      Failure failure = failure_of(std::current_exception());
      if (failure.ends_run) throw;
      if (several) failure.what = with_input(failure.what, file.path);
      say_failure(talk, file.path, failure);
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
