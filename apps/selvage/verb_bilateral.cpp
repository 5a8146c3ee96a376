// SPDX-License-Identifier: Apache-2.0
#include "batch.hpp"
#include "help.hpp"
#include "option_table.hpp"
#include "options.hpp"
#include "verbs.hpp"

namespace selvage::cli {

Verb add_bilateral(CLI::App& root) {
  const auto command = std::make_shared<FilterCommand>();
  CLI::App* verb = root.add_subcommand("bilateral", bilateral_help);
  add_files(*verb, command->files, "");
  add_filter_options(*verb, command->filter);
  add_engine_options(*verb, command->engine);
  add_limit_options(*verb, command->limits);
  add_output_options(*verb, command->output);
  add_talk_options(*verb, command->talk);
  add_progress_option(*verb, command->progress);
  verb->footer(bilateral_footer());
  return {verb, {command, &command->talk}, [command](const std::stop_token& stop) {
            const bool by_option = command->output.path.has_value();
            const std::string target = by_option                    ? *command->output.path
                                       : command->files.size() == 2 ? command->files.back()
                                                                    : "";
            command->talk.image_on_stdout = target == "-";
            return run_batch(*command, stop);
          }};
}

}  // namespace selvage::cli
