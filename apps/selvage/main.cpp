// SPDX-License-Identifier: Apache-2.0
// The command-line tool: edge-preserving filters for image files. Exceptions end here, as a message
// and an exit code.

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <new>
#include <string_view>

#include "app.hpp"
#include "console/messages.hpp"
#include "process/interrupt.hpp"
#include "process/memory.hpp"
#include "verbs/verbs.hpp"

namespace {

using namespace selvage::cli;

// A file must not get the descriptor of a standard stream that the parent closed. The placeholder
// is read-only so that writing fails as it should.
void occupy_standard_streams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(descriptor, F_GETFD) == -1 && open("/dev/null", O_RDONLY) == -1)
      _exit(selvage::exit_output);
}

// Guesses the message options before the command line is parsed.
MessageOptions message_options_of(const std::vector<std::string>& arguments) {
  const auto has = [&](const char* word) {
    return std::find(arguments.begin(), arguments.end(), word) != arguments.end();
  };
  const bool makes_image = std::ranges::any_of(
      filter_verbs(), [&](const FilterVerb* verb) { return verb->makes_image && has(verb->name); });
  return {.json = has("--json"), .image_on_stdout = makes_image && has("-")};
}

int run(const std::vector<std::string>& arguments) {
  MessageOptions messages = message_options_of(arguments);
  try {
    const std::stop_token stop = catch_interrupts();
    const CommandLine line = make_command_line();
    const Verb* verb = parse(line, arguments);
    if (!verb) return selvage::exit_done;
    messages = *verb->messages;
    return verb->run(stop);
  } catch (...) {
    const Failure failure = failure_of(std::current_exception());
    say_failure(messages, "", failure);
    return failure.code;
  }
}

}  // namespace

int main(int argc, char** argv) {
  occupy_standard_streams();
  return_images_at_once();
  try {
    return run({argv + std::min(argc, 1), argv + argc});
  } catch (const std::bad_alloc&) {  // there was no memory even for the message
    constexpr std::string_view message = "selvage: error: out of memory\n";
    const auto ignored = write(STDERR_FILENO, message.data(), message.size());
    static_cast<void>(ignored);
    return selvage::exit_limit;
  }
}
