// SPDX-License-Identifier: Apache-2.0
#include "runner/command_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>
#include <string_view>

#include "runner/option_values.hpp"
#include "selvage/error.hpp"

namespace selvage::studies {
namespace {

constexpr WholeRange rungs{0, 99}, radii{0, 4096}, pixels{1, 64}, repeats{1, 100000};

// The words as they were typed.
struct Words {
  using Word = std::optional<std::string>;

  std::string name = {};
  std::vector<std::string> rest = {};
  Word rungs = {}, radius = {}, sigma_space = {}, sigma_range = {}, block = {}, tiling = {},
       steps = {}, runs = {};
};

void add_options(CLI::App& app, Words& words, Options& o) {
  app.add_option("name", words.name,
                 "a study's name or its beginning; or: list, all, draw FILE.json..., merge "
                 "FILE.json... --out DIR");
  app.add_option("rest", words.rest, "further arguments, where the study has them");
  app.add_option("--device", o.device, "cuda, cuda:1, opencl:0; else CUDA, then OpenCL");
  app.add_option("--image", o.image, "file; else a photo of photos/");
  app.add_flag("--quick", o.quick, "small images and few runs: whether it is right, not how fast");
  app.add_option("--out", o.out,
                 "folder for results: JSON, CSV, plots, pictures (all: one folder for each study)");
  app.add_option("--rungs", words.rungs, "those alone, by number: 1,2,5");
  app.add_option("--radius", words.radius, "pixels: 3 or 1,3,5");
  app.add_option("--sigma-space", words.sigma_space, "pixels");
  app.add_option("--sigma-range", words.sigma_range, "fraction of full scale: 0.1, 25/255");
  app.add_option("--block", words.block, "work-items of a group, WxH: 16x16 or 16x16,32x8");
  app.add_option("--tiling", words.tiling, "pixels of one work-item: 2 or 2,4");
  app.add_option("--steps", words.steps, "steps of one work-item: 3 or 1,2,4");
  app.add_option("--runs", words.runs, "that an average is of");
  app.add_option("--task", o.task, "an exercise, by its name");
  app.add_option("--kernel", o.kernel, "file with a kernel of yours, for --task");
}

void read_values(const Words& words, Options& o) {
  const auto given = [](const Words::Word& word, auto use) {
    if (word) use(*word);
  };
  given(words.rungs, [&](const auto& t) { o.rungs = whole_numbers("--rungs", t, rungs); });
  given(words.radius, [&](const auto& t) { o.radius = whole_numbers("--radius", t, radii); });
  given(words.sigma_space,
        [&](const auto& t) { o.sigma_space = positive_number("--sigma-space", t); });
  given(words.sigma_range,
        [&](const auto& t) { o.sigma_range = positive_number("--sigma-range", t); });
  given(words.block, [&](const auto& t) { o.block = group_sizes("--block", t); });
  given(words.tiling, [&](const auto& t) { o.tiling = whole_numbers("--tiling", t, pixels); });
  given(words.steps, [&](const auto& t) { o.steps = whole_numbers("--steps", t, pixels); });
  given(words.runs, [&](const auto& t) { o.runs = whole_number("--runs", t, repeats); });
  o.rest = words.rest;
}

// Of one option, as Study::takes names it.
std::string shown(std::string_view taken) {
  return taken == "rest" ? "arguments" : fmt::format("--{}", taken);
}

// Options that are given and that not every study takes.
std::vector<std::string> special_options(const CLI::App& app) {
  std::vector<std::string> found;
  for (const CLI::Option* option : app.get_options()) {
    const std::string name = option->get_single_name();
    const bool common = name == "name" || name == "help" || name == "device" || name == "image" ||
                        name == "quick" || name == "out";
    if (option->count() > 0 && !common) found.push_back(name);
  }
  return found;
}

void check_taken(const Study& study, const std::vector<std::string>& given) {
  for (const std::string& name : given)
    if (std::ranges::find(study.takes, name) == study.takes.end())
      throw Error(Errc::invalid_argument,
                  fmt::format("{} takes no {}", study.name,
                              name == "rest" ? "further arguments" : shown(name)),
                  fmt::format("it takes --device, --image, --quick, --out{}{}",
                              study.takes.empty() ? "" : ", ", options_text(study)));
}

void check_draw(const std::vector<std::string>& files, const std::vector<std::string>& given,
                std::size_t options) {
  if (files.empty())
    throw Error(Errc::invalid_argument, "draw needs a file", "selvage-study draw FILE.json...");
  // The files are all that stands there beside the verb.
  if (options != 2 || given.size() != 1)
    throw Error(Errc::invalid_argument, "draw takes files alone, no options");
}

void check_merge(const std::vector<std::string>& files, const std::vector<std::string>& given,
                 const std::string& out, std::size_t options) {
  if (files.empty() || out.empty())
    throw Error(Errc::invalid_argument, "merge needs files and a folder",
                "selvage-study merge FILE.json... --out DIR");
  // The verb, the files and the folder.
  if (options != 3 || given.size() != 1)
    throw Error(Errc::invalid_argument, "merge takes files and --out alone");
}

std::size_t count_given(const CLI::App& app) {
  return static_cast<std::size_t>(
      std::ranges::count_if(app.get_options(), [](const auto* o) { return o->count() > 0; }));
}

}  // namespace

std::string options_text(const Study& study) {
  std::vector<std::string> names;
  for (const std::string_view taken : study.takes) names.push_back(shown(taken));
  return fmt::format("{}", fmt::join(names, ", "));
}

const Study& find_study(std::span<const Study* const> studies, const std::string& beginning) {
  std::vector<std::string_view> found, known;
  const Study* match = nullptr;
  for (const Study* study : studies) {
    known.push_back(study->name);
    if (study->name == beginning) return *study;
    if (!study->name.starts_with(beginning)) continue;
    found.push_back(study->name);
    match = study;
  }
  if (found.size() == 1) return *match;
  if (found.empty())
    throw Error(Errc::invalid_argument, fmt::format("there is no study {}", beginning),
                fmt::format("there are {}", fmt::join(known, ", ")));
  throw Error(Errc::invalid_argument,
              fmt::format("{} begins the names of {} studies", beginning, found.size()),
              fmt::format("name one: {}", fmt::join(found, ", ")));
}

CommandLine parse_command_line(std::span<const Study* const> studies,
                               const std::vector<std::string>& arguments) {
  CommandLine line;
  Words words;
  CLI::App app{
      "Runs studies: the systems of documents as ladders of kernels, each rung checked, timed and "
      "put into the document's own tables. Exit status 1: something was not right.",
      "selvage-study"};
  add_options(app, words, line.options);
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::CallForHelp&) {
    line.help = app.help();
    return line;
  } catch (const CLI::ParseError& e) {
    throw Error(Errc::invalid_argument, e.what(), "see: selvage-study --help");
  }
  const std::vector<std::string> given = special_options(app);
  if (words.name.empty())
    throw Error(Errc::invalid_argument, "no study was named", "see: selvage-study list");
  if (words.name == "list") {
    if (count_given(app) != 1) throw Error(Errc::invalid_argument, "list takes no options");
    line.verb = Verb::list;
    return line;
  }
  if (words.name == "draw") {
    check_draw(words.rest, given, count_given(app));
    line.verb = Verb::draw;
    line.files = words.rest;
    return line;
  }
  if (words.name == "merge") {
    check_merge(words.rest, given, line.options.out, count_given(app));
    line.verb = Verb::merge;
    line.files = words.rest;
    return line;
  }
  read_values(words, line.options);
  line.verb = Verb::run;
  if (words.name == "all") {
    line.studies.assign(studies.begin(), studies.end());
    if (!given.empty())
      throw Error(Errc::invalid_argument,
                  fmt::format("all studies do not take {}",
                              given.front() == "rest" ? "further arguments" : shown(given.front())),
                  "all takes --device, --image, --quick, --out");
    return line;
  }
  line.studies = {&find_study(studies, words.name)};
  check_taken(*line.studies.front(), given);
  return line;
}

}  // namespace selvage::studies
