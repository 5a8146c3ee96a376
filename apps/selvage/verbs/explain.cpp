// SPDX-License-Identifier: Apache-2.0
// Prints the plan of a filter and the reasons for it.

#include <algorithm>
#include <nlohmann/json.hpp>

#include "command_line/help.hpp"
#include "command_line/option_table.hpp"
#include "command_line/options.hpp"
#include "inputs/formats.hpp"
#include "parameters/depth_window.hpp"
#include "pipeline/report.hpp"
#include "pipeline/resolve.hpp"
#include "pipeline/session.hpp"
#include "process/memory.hpp"
#include "verbs/verbs.hpp"

namespace selvage::cli {
namespace {

// The size of the filter's window or kernel.
struct Extent {
  std::string text;             // "of radius 9"
  nlohmann::ordered_json json;  // {"radius": 9}
};

template <class F>
Extent extent_of(const F& f) {
  if constexpr (std::is_same_v<F, Histogram>)
    return {fmt::format("of {} bins", f.bins), {{"bins", f.bins}}};
  else if constexpr (std::is_same_v<F, Convolution>)
    return {fmt::format("with a kernel of {}x{}", f.width, f.height),
            {{"kernel_width", f.width}, {"kernel_height", f.height}}};
  else if constexpr (std::is_same_v<F, SeparableConvolution>)
    return {fmt::format("with a row of {} and a column of {}", f.row.size(), f.column.size()),
            {{"kernel_width", f.row.size()}, {"kernel_height", f.column.size()}}};
  else
    return {fmt::format("of radius {}", effective_radius(f)), {{"radius", effective_radius(f)}}};
}

Extent extent(const PageJob& p, const FilterOptions& options) {
  Extent extent = std::visit([](const auto& f) { return extent_of(f); }, p.filter);
  if (const std::optional<DepthWindow> depth = depth_window(p.filter, options)) {
    extent.text += ", " + depth_text(*depth);
    add_depth(extent.json, *depth);
  }
  return extent;
}

// The numbers that the candidate runs with: "tile_width 256, tile_height 32".
std::string tuning_text(const Plan& plan) {
  std::string text;
  for (const TuningParameter& number : plan.tuning())
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", number.name, number.value);
  return text;
}

nlohmann::ordered_json json_of(const std::string& file, const PageJob& p,
                               const FilterOptions& options) {
  auto candidates = nlohmann::ordered_json::array();
  for (const Reason& reason : p.ready.plan->reasons())
    candidates.push_back(
        {{"candidate", reason.candidate}, {"taken", reason.taken}, {"reason", reason.text}});
  nlohmann::ordered_json tuning = nlohmann::ordered_json::object();
  for (const TuningParameter& number : p.ready.plan->tuning()) tuning[number.name] = number.value;
  nlohmann::ordered_json object{{"input", file},
                                {"verb", "explain"},
                                {"filter", name(p.filter)},
                                {"device", p.ready.device},
                                {"candidate", p.ready.candidate}};
  object.update(extent(p, options).json);
  if (p.range) add_range(object, *p.range);
  object.update({{"type", name(p.type)},
                 {"max_error", error_json(p.ready.plan->max_error())},
                 {"error_bound", error_json(p.ready.error_bound)},
                 {"predicted_s", p.ready.predicted_s},
                 {"device_bytes", p.ready.plan->device_bytes()},
                 {"scratch_bytes", p.scratch},
                 {"memory_bytes", p.memory},
                 {"bands", p.bands.count},
                 {"candidates", candidates},
                 {"tuning", std::move(tuning)}});
  return object;
}

// What the time is for, unless it is for the whole image.
std::string part_text(const FilterOptions& options) {
  return options.is_stack() ? fmt::format(" for each {}", page_of_depth(options)) : std::string();
}

// The filter, the device and the chosen candidate.
std::string verdict_of(const std::string& file, const PageJob& p, const FilterOptions& options) {
  std::string text = fmt::format("{}: {}\n", printable(file), shape_text(p.shape));
  text += fmt::format("{} {} on {}, in {} samples\n", name(p.filter), extent(p, options).text,
                      printable(device_text(p.ready.device)), name(p.type));
  if (p.range) text += range_text(*p.range) + '\n';
  const std::vector<Reason>& reasons = p.ready.plan->reasons();
  const auto taken = std::ranges::find_if(reasons, &Reason::taken);
  if (taken != reasons.end())
    text += fmt::format("{}{}: {}\n", taken->candidate, part_text(options), taken->text);
  return text;
}

// "in 3 bands of 1500 rows" behind `before`, or nothing.
std::string bands_text(const PageJob& p, std::string_view before) {
  if (p.bands.count == 1) return {};
  return fmt::format("{}in {} bands of {} rows", before, p.bands.count, p.bands.height);
}

// All candidates with their reasons, and the numbers of the run.
std::string candidates_of(const PageJob& p) {
  std::string text;
  std::size_t width = 0;
  for (const Reason& reason : p.ready.plan->reasons())
    width = std::max(width, reason.candidate.size());
  for (const Reason& reason : p.ready.plan->reasons())
    text += fmt::format("{} {:<{}}  {}\n", reason.taken ? '*' : ' ', reason.candidate, width,
                        reason.text);
  text += fmt::format("tuning: {}\n", tuning_text(*p.ready.plan));
  text += bands_text(p, "");
  if (p.bands.count > 1) text += '\n';
  const std::size_t on_device = p.ready.plan->device_bytes();
  return text +
         fmt::format("memory: {} in all, {} of it scratch{}\n", size_text(p.memory),
                     size_text(p.scratch),
                     on_device > 0 ? fmt::format("; {} on the device", size_text(on_device)) : "");
}

std::string text_of(const std::string& file, const PageJob& p, const FilterCommand& command) {
  const std::string verdict = verdict_of(file, p, command.filter);
  if (command.messages.verbose) return verdict + candidates_of(p);
  return verdict + fmt::format("{} of memory{}; -v lists the {} candidates and why\n",
                               size_text(p.memory), bands_text(p, ", "),
                               p.ready.plan->reasons().size());
}

int explain(const FilterCommand& command, const std::stop_token& stop) {
  check_options(command);
  const std::string& file =
      single_file(command.files, fmt::format("selvage explain {} in.png", command.verb->name));
  const std::unique_ptr<Session> session = open_session(command, 1, stop);
  return for_each_file(find_inputs({file}), command.messages, [&](const InputFile& input) {
    const Job job{.input = input.path, .output = {}, .name = input.name};
    Source source = open_source(job, *session);
    const PageJob page = prepare_page(source, *session);
    if (command.messages.json)
      print(command.messages, json_of(input.path, page, command.filter));
    else
      print(command.messages, std::string_view(text_of(input.path, page, command)));
  });
}

}  // namespace

Verb add_explain(CLI::App& root) {
  const auto command = std::make_shared<FilterCommand>();
  CLI::App& verb = add_verb(root, "explain", explain_help);
  for (const FilterVerb* filter : filter_verbs()) {
    CLI::App& below = add_verb(verb, filter->name, explain_filter_help(filter->name));
    when_given(below, [command, filter] { command->verb = filter; });
    add_files(below, command->files);
    add_options_of(*filter, below,
                   *command);  // only one verb is given, so they can share the command
    if (!filter->makes_image)
      OptionTable(below, "Messages")
          .flag("-v,--verbose", command->messages.verbose, "list all candidates");
  }
  return {&verb, {command, &command->messages}, [command](const std::stop_token& stop) {
            if (command->verb->makes_image && output_is_last(command->files, command->output))
              command->files.pop_back();  // OUT is ignored
            return explain(*command, stop);
          }};
}

}  // namespace selvage::cli
