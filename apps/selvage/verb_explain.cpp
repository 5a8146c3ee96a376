// SPDX-License-Identifier: Apache-2.0
// The plan of a filter and the reasons for it.

#include <algorithm>
#include <nlohmann/json.hpp>

#include "formats.hpp"
#include "help.hpp"
#include "memory.hpp"
#include "option_table.hpp"
#include "options.hpp"
#include "report.hpp"
#include "resolve.hpp"
#include "session.hpp"
#include "verbs.hpp"

namespace selvage::cli {
namespace {

nlohmann::ordered_json json_of(const std::string& file, const Prepared& p) {
  auto candidates = nlohmann::ordered_json::array();
  for (const Reason& reason : p.ready.plan->reasons())
    candidates.push_back(
        {{"candidate", reason.candidate}, {"taken", reason.taken}, {"reason", reason.text}});
  return {{"input", file},
          {"verb", "explain"},
          {"device", p.ready.device},
          {"candidate", p.ready.candidate},
          {"radius", effective_radius(p.filter)},
          {"type", name(p.type)},
          {"max_error", asked_error(p.request, p.type)},
          {"error_bound", p.ready.error_bound},
          {"predicted_s", p.ready.predicted_s},
          {"device_bytes", p.ready.plan->device_bytes()},
          {"scratch_bytes", p.ready.scratch_bytes},
          {"memory_bytes", p.memory},
          {"candidates", candidates}};
}

std::string text_of(const std::string& file, const Prepared& p) {
  std::string text = fmt::format("{}: {}\n", printable(file), shape_text(p.source.shape));
  text += fmt::format("bilateral of radius {} on {}, in {} samples\n", effective_radius(p.filter),
                      printable(device_text(p.ready.device)), name(p.type));
  std::size_t width = 0;
  for (const Reason& reason : p.ready.plan->reasons())
    width = std::max(width, reason.candidate.size());
  for (const Reason& reason : p.ready.plan->reasons())
    text += fmt::format("{} {:<{}}  {}\n", reason.taken ? '*' : ' ', reason.candidate, width,
                        reason.text);
  const std::size_t on_device = p.ready.plan->device_bytes();
  return text +
         fmt::format("memory: {} in all, {} of it scratch{}\n", size_text(p.memory),
                     size_text(p.ready.scratch_bytes),
                     on_device > 0 ? fmt::format("; {} on the device", size_text(on_device)) : "");
}

int explain(const FilterCommand& command, const std::stop_token& stop) {
  check_options(command);
  const std::string& file = single_file(command.files, "selvage explain bilateral in.png");
  const std::unique_ptr<Session> session = open_session(command, 1, stop);
  return for_each_file({file}, command.talk, [&](const std::string& input) {
    const Prepared prepared = prepare(input, *session);
    if (command.talk.json)
      print(command.talk, json_of(input, prepared));
    else
      print(command.talk, std::string_view(text_of(input, prepared)));
  });
}

}  // namespace

Verb add_explain(CLI::App& root) {
  const auto command = std::make_shared<FilterCommand>();
  CLI::App* verb = root.add_subcommand("explain", explain_help);
  CLI::App* filter = verb->add_subcommand("bilateral", explain_bilateral_help);
  add_files(*filter, command->files, "");
  add_filter_options(*filter, command->filter);
  add_engine_options(*filter, command->engine);
  add_limit_options(*filter, command->limits);
  add_output_options(*filter, command->output);
  add_talk_options(*filter, command->talk);
  add_progress_option(*filter, command->progress);
  return {verb, {command, &command->talk}, [command](const std::stop_token& stop) {
            const bool has_out = !command->output.path && command->files.size() == 2;
            if (has_out) command->files.pop_back();  // nothing is written
            return explain(*command, stop);
          }};
}

}  // namespace selvage::cli
