// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "formats.hpp"
#include "help.hpp"
#include "option_table.hpp"
#include "options.hpp"
#include "selvage/io.hpp"
#include "source.hpp"
#include "verbs.hpp"

namespace selvage::cli {
namespace {

struct InfoCommand {
  std::vector<std::string> files;
  Limits limits;
  Talk talk;
};

nlohmann::ordered_json json_of(const std::string& file, const FileInfo& i) {
  return {{"input", file},        {"verb", "info"},           {"format", i.format},
          {"width", i.width},     {"height", i.height},       {"channels", i.channels},
          {"alpha", i.alpha},     {"type", name(i.type)},     {"file_bits", i.file_bits},
          {"palette", i.palette}, {"max_value", i.max_value}, {"pages", i.pages},
          {"notes", i.notes}};
}

std::string text_of(const std::string& file, const FileInfo& i) {
  const ConstImageView shape = shape_of(i.type, i.width, i.height, i.channels, i.alpha);
  std::string text = fmt::format("{}: {} {}", printable(file), i.format, shape_text(shape));
  if (i.palette)
    text += fmt::format(", from a palette of {}-bit indices", i.file_bits);
  else if (i.max_value > 0)
    text += fmt::format(", full scale {} in the file", i.max_value);
  else if (static_cast<std::size_t>(i.file_bits) != 8 * sample_bytes(i.type))
    text += fmt::format(", {}-bit in the file", i.file_bits);
  if (i.pages > 1) text += fmt::format(", the first of {} pages", i.pages);
  text += '\n';
  for (const std::string& note : i.notes) text += fmt::format("  note: {}\n", printable(note));
  return text;
}

}  // namespace

Verb add_info(CLI::App& root) {
  const auto command = std::make_shared<InfoCommand>();
  CLI::App& verb = add_verb(root, "info", info_help);
  add_files(verb, command->files);
  add_size_limits(verb, command->limits);
  add_json_option(verb, command->talk);
  return {&verb, {command, &command->talk}, [command](const std::stop_token&) {
            return for_each_file(command->files, command->talk, [&](const std::string& file) {
              const FileInfo header = info(file, command->limits);
              if (command->talk.json)
                print(command->talk, json_of(file, header));
              else
                print(command->talk, std::string_view(text_of(file, header)));
            });
          }};
}

}  // namespace selvage::cli
