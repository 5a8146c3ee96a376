// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "count_file.hpp"
#include "filter_options.hpp"
#include "filter_parts.hpp"
#include "folders.hpp"
#include "help.hpp"
#include "histogram_report.hpp"
#include "jobs.hpp"
#include "resolve.hpp"
#include "session.hpp"

namespace selvage::cli {
namespace {

using std::string;

constexpr int max_bins = 65536;
constexpr int max_channel = 3;

string help() {
  return "count how many samples lie in each part of a range\n"
         "\n"
         "usage: selvage histogram IN... [options]\n"
         "\n"
         "A line for each channel; --json prints the counts. Samples outside the range fall into "
         "the first\n"
         "or last bin, NaN is counted apart. A folder stands for the images below it.";
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
  OptionTable table(verb, "Histogram");
  table.value({"--bins", "N", "256", "equal parts of the range, 1..65536"},
              [&o](const string& option, const string& text) {
                o.bins = static_cast<int>(parse_whole(option, text, 1, max_bins));
              });
  table.value({"--channel", "N", "all of them", "count this one alone; the first is 0"},
              [&o](const string& option, const string& text) {
                o.channel = static_cast<int>(parse_whole(option, text, 0, max_channel));
              });
  table.value(
      {"--low", "V", "0; float images: the least sample", "where the range begins"},
      [&o](const string& option, const string& text) { o.low = parse_value(option, text); });
  table.value(
      {"--high", "V", "1; float images: the largest sample", "where it ends"},
      [&o](const string& option, const string& text) { o.high = parse_value(option, text); });
  OptionTable output(verb, "Output");
  output.value({"--plot", "FILE", "", "draw the counts: an SVG file, of one image"},
               [&o](const string&, const string& text) { o.plot = text; });
  output.flag("-f,--force", command.output.force, "overwrite what exists");
  add_device_options(verb, "Speed", command.engine);
  add_limit_options(verb, command.limits);
  OptionTable(verb, "Messages")
      .flag("-q,--quiet", command.talk.quiet, "print nothing but errors, for --plot");
  add_json_option(verb, command.talk);
}

Filter make(const FilterOptions& o, const SampleTypes& types) {
  Histogram f{.channel = o.channel};
  f.bins = o.bins.value_or(f.bins);
  if (o.low) f.low = static_cast<float>(sample_in_unit("--low", *o.low, types.image));
  if (o.high) f.high = static_cast<float>(sample_in_unit("--high", *o.high, types.image));
  return f;
}

void check_plot(const FilterCommand& command) {
  const string& plot = command.filter.plot;
  if (plot.empty()) {
    if (command.output.force)
      throw Error(Errc::invalid_argument, "--force is about the drawing, but there is none",
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
    throw Error(Errc::invalid_argument, fmt::format("--plot {}: drawings are SVG files", plot),
                fmt::format("for instance: --plot {}.svg", plot == "-" ? "histogram" : plot));
  check_not_read("--plot", plot, command.files);
}

HistogramReport count(const string& file, const FilterCommand& command, Session& session) {
  const Job job{.input = file, .output = {}};
  HistogramReport report = count_file(job, session);
  report.plot = command.filter.plot;
  for (int c = 0; c < report.shape.channels; ++c)
    if (command.filter.channel.value_or(c) == c)
      report.channels.push_back(channel_name(report.shape, c));
  return report;
}

int run(const FilterCommand& command, const std::stop_token& stop) {
  check_options(command);
  check_plot(command);
  const Talk& talk = command.talk;
  const InputFiles inputs = find_inputs(command.files);
  const std::unique_ptr<Session> session = open_session(command, inputs.files.size(), stop);
  return for_each_file(inputs, talk, [&](const InputFile& file) {
    const string& plot = command.filter.plot;
    if (!plot.empty())
      check_output({.input = file.path, .output = plot, .is_second = true}, command.output);
    const HistogramReport report = count(file.path, command, *session);
    if (!plot.empty()) {
      const string drawing = svg_of(report);
      save_bytes(plot, std::as_bytes(std::span(drawing)), command.output.force);
    }
    if (talk.json)
      print(talk, json_of(report));
    else if (!talk.quiet)
      print(talk, std::string_view(text_of(report)));
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
