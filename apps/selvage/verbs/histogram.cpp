// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <nlohmann/json.hpp>

#include "command_line/filter_options.hpp"
#include "command_line/filter_parts.hpp"
#include "command_line/help.hpp"
#include "histogram/count_file.hpp"
#include "histogram/histogram_report.hpp"
#include "inputs/folders.hpp"
#include "inputs/formats.hpp"
#include "inputs/jobs.hpp"
#include "pipeline/resolve.hpp"
#include "pipeline/session.hpp"
#include "verbs/verbs.hpp"

namespace selvage::cli {
namespace {

namespace fs = std::filesystem;
using std::string;

string help() {
  return "count the samples in each bin of a range\n"
         "\n"
         "usage: selvage histogram IN... [options]\n"
         "\n"
         "Prints one line per channel; --json prints the counts. Samples outside the range count "
         "in the\nfirst or last bin, NaN is counted separately. A folder stands for all images in "
         "it and its\nsubfolders.";
}

string footer() {
  return values_text() +
         "\n"
         "Examples:\n"
         "  selvage histogram in.png --plot histogram.svg\n"
         "  selvage histogram depth.pfm --low 0 --high 20 --bins 100 --json";
}

void add_options(CLI::App& verb, FilterCommand& command) {
  FilterOptions& o = command.filter;
  add_field_options<Histogram>(verb, o, {.name = "Histogram"});
  OptionTable output(verb, "Output");
  output.value({"--plot", "FILE", "", "plot the histogram of one image as an SVG file"},
               [&o](const string&, const string& text) { o.plot = text; });
  output.flag("-f,--force", command.output.force, "overwrite existing files");
  add_device_options(verb, "Speed", command.engine);
  add_limit_options(verb, command.limits);
  OptionTable(verb, "Messages")
      .flag("-q,--quiet", command.messages.quiet, "print errors only, for use with --plot");
  add_json_option(verb, command.messages);
}

Filter make(const FilterOptions& o, const SampleTypes& types) {
  for (const char* field : {"low", "high"})  // both are sample values
    if (const auto value = o.given.get<Value>(field)) sample_in_unit(*value, types.image);
  return filter_from<Histogram>(o, types);
}

void check_plot(const FilterCommand& command) {
  const string& plot = command.filter.plot;
  if (plot.empty()) {
    if (command.output.force)
      throw Error(Errc::invalid_argument, "--force applies to the plot, but there is none",
                  "give --plot FILE too");
    return;
  }
  if (command.files.size() > 1)
    throw Error(
        Errc::invalid_argument,
        fmt::format("--plot {} is one file, but there are {} inputs", plot, command.files.size()),
        "count them one by one");
  if (!command.files.empty() && is_folder(command.files.front()))
    throw Error(
        Errc::invalid_argument,
        fmt::format("--plot {} is one file, but {} is a folder", plot, command.files.front()),
        "count its images one by one");
  if (!plot.ends_with(".svg"))
    throw Error(Errc::invalid_argument, fmt::format("--plot {}: plots are SVG files", plot),
                fmt::format("for instance: --plot {}",
                            plot == "-" ? "histogram.svg"
                                        : fs::path(plot).replace_extension(".svg").string()));
  check_not_read("--plot", plot, command.files);
}

HistogramReport count(const string& file, const FilterCommand& command, Session& session) {
  const Job job{.input = file, .output = {}};
  HistogramReport report = count_file(job, session);
  report.plot = command.filter.plot;
  for (int c = 0; c < report.shape.channels; ++c)
    if (command.filter.given.get<int>("channel").value_or(c) == c)
      report.channels.push_back(channel_name(report.shape, c));
  return report;
}

int run(const FilterCommand& command, const std::stop_token& stop) {
  check_options(command);
  check_plot(command);
  const MessageOptions& messages = command.messages;
  const InputFiles inputs = find_inputs(command.files);
  const std::unique_ptr<Session> session = open_session(command, inputs.files.size(), stop);
  return for_each_file(inputs, messages, [&](const InputFile& file) {
    const string& plot = command.filter.plot;
    if (!plot.empty())
      check_output({.input = file.path, .output = plot, .is_second = true}, command.output);
    const HistogramReport report = count(file.path, command, *session);
    if (!plot.empty()) {
      const string drawing = svg_of(report);
      save_bytes(plot, std::as_bytes(std::span(drawing)), command.output.force);
    }
    if (messages.json)
      print(messages, json_of(report));
    else if (!messages.quiet)
      print(messages, std::string_view(text_of(report)));
  });
}

}  // namespace

const FilterVerb histogram_verb{.name = "histogram",
                                .help = help,
                                .footer = footer,
                                .add_options = add_options,
                                .make = make,
                                .run = run,
                                .makes_image = false};

}  // namespace selvage::cli
