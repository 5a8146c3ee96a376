// SPDX-License-Identifier: Apache-2.0
#include "command_line/completion.hpp"

#include "command_line/help.hpp"
#include "command_line/option_table.hpp"
#include "command_line/options.hpp"
#include "verbs/verbs.hpp"

namespace selvage::cli {

Verb add_completion(CLI::App& root) {
  const auto shells = std::make_shared<std::vector<std::string>>();
  CLI::App& verb = add_verb(root, "completion", completion_help);
  add_files(verb, *shells);
  return {&verb, std::make_shared<MessageOptions>(), [shells, &root](const std::stop_token&) {
            if (shells->size() != 1)
              throw Error(Errc::invalid_argument, "completion takes the name of one shell",
                          "one of: bash, zsh, fish");
            const std::string shell = parse_choice<std::string>(
                "shell", shells->front(), {{"bash", "bash"}, {"zsh", "zsh"}, {"fish", "fish"}});
            print({}, std::string_view(completion_script(root, shell)));
            return int{exit_done};
          }};
}

}  // namespace selvage::cli
