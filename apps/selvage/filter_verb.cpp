// SPDX-License-Identifier: Apache-2.0
#include "filter_verb.hpp"

#include <array>

#include "jobs.hpp"
#include "option_table.hpp"

namespace selvage::cli {
namespace {

// Where the image goes that the command makes, if the command line is right.
std::string target_of(const FilterCommand& command) {
  if (command.output.path) return *command.output.path;
  return output_is_last(command.files, command.output) ? command.files.back() : "";
}

}  // namespace

std::span<const FilterVerb* const> filter_verbs() {
  static constexpr std::array all{&bilateral_verb, &joint_verb, &rolling_verb,  &geometry_verb,
                                  &gaussian_verb,  &box_verb,   &convolve_verb, &histogram_verb};
  return all;
}

Verb add_filter_verb(CLI::App& root, const FilterVerb& filter) {
  const auto command = std::make_shared<FilterCommand>();
  command->verb = &filter;
  CLI::App& verb = add_verb(root, filter.name, filter.help(), filter.footer());
  add_files(verb, command->files);
  add_options_of(filter, verb, *command);
  return {&verb, {command, &command->talk}, [command](const std::stop_token& stop) {
            command->talk.image_on_stdout =
                command->verb->makes_image && target_of(*command) == "-";
            return command->verb->run(*command, stop);
          }};
}

void add_options_of(const FilterVerb& filter, CLI::App& verb, FilterCommand& command) {
  filter.add_options(verb, command);
  if (!filter.makes_image) return;
  add_engine_options(verb, command.engine, filter.has_approximations);
  add_limit_options(verb, command.limits);
  add_output_options(verb, command.output);
  add_talk_options(verb, command.talk);
  add_progress_option(verb, command.progress);
}

std::string image_help(const char* name, const char* title, const char* needs,
                       const std::string& notes) {
  return fmt::format(
      "{0}\n"
      "\n"
      "usage: selvage {1} IN OUT{2} [options]\n"
      "       selvage {1} IN... -o DIR/{2} [options]\n"
      "\n"
      "{3}"
      "IN may be a folder: the images below it, by their names' extensions; hidden files and the\n"
      "folder of the results are left out. DIR/ gets the tree of folders that the inputs lie in.\n"
      "\n"
      "- is standard input or output. What goes to standard output has the input's format, or one\n"
      "that can hold the --bits asked for (16: png; f16: tiff; f32: pfm). Without -f nothing is\n"
      "overwritten.\n"
      "FILE.exr:LAYER is a layer of an OpenEXR file; `selvage info FILE.exr` lists them.",
      title, name, needs, notes.empty() ? "" : fmt::format("{}\n\n", notes));
}

}  // namespace selvage::cli
