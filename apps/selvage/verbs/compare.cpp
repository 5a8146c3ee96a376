// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <nlohmann/json.hpp>

#include "command_line/help.hpp"
#include "command_line/option_table.hpp"
#include "compare/compare_command.hpp"
#include "html_report/html_report.hpp"
#include "inputs/folders.hpp"
#include "inputs/jobs.hpp"
#include "inputs/source.hpp"
#include "verbs/verbs.hpp"

namespace selvage::cli {
namespace {

[[noreturn]] void refuse(const std::string& what, const std::string& hint) {
  throw Error(Errc::invalid_argument, what, hint);
}

void check_command(const CompareCommand& command) {
  if (command.files.size() != 2)
    refuse(fmt::format("compare takes two images, not {}", command.files.size()),
           "for instance: selvage compare a.png b.png");
  if (command.files[0] == "-" && command.files[1] == "-")
    refuse("standard input cannot be both images", "give one of them as a file");
  if (command.diff && (command.diff->empty() || *command.diff == "-"))
    refuse("the difference image needs a file name", "for instance: --diff d.png");
  if (!command.diff && command.diff_scale)
    refuse("--diff-scale applies to the difference image, but there is none",
           "give --diff FILE too");
  if (!command.diff && command.report.empty() && command.force)
    refuse("--force applies to the difference image or the report, but there is none",
           "give --diff FILE or --report FILE too");
}

// Checks the name of the report before anything is compared.
void check_page_name(const CompareCommand& command) {
  if (command.report.empty()) return;
  std::vector<std::string> others = command.files;
  if (command.diff) others.push_back(*command.diff);
  check_report_name(command.report, others);
  for (const std::string& file : command.files)
    if (!can_be_read_again(file))
      refuse(fmt::format("--report reads its images again, but {} is a pipe",
                         file == "-" ? "standard input" : file),
             "name two files");
  OutputOptions options;
  options.force = command.force;
  check_output({.input = command.files[0], .output = command.report, .is_second = true}, options);
}

void write_page(const CompareCommand& command, const std::vector<Comparison>& pages,
                const std::vector<nlohmann::ordered_json>& failures, const std::stop_token& stop) {
  if (command.report.empty() || pages.empty()) return;
  if (pages.size() > most_pairs)
    refuse(fmt::format("--report shows at most {} pairs, there are {}", most_pairs, pages.size()),
           "compare them folder by folder");
  RunReport run{.words = command.words, .labels = {"First", "Second"}, .failures = failures};
  for (const Comparison& page : pages)
    run.pairs.push_back({.before = {.name = page.a, .page = page.page},
                         .after = {.name = page.b, .page = page.page},
                         .report = to_json(page)});
  write_report(command.report, run, command.force, command.limits, 0, stop);
}

void check_exists(const std::string& file) {
  std::error_code failed;
  if (file == "-" || std::filesystem::exists(std::filesystem::symlink_status(file, failed))) return;
  throw Error(Errc::input, fmt::format("{}: {}", file, failed.message()), "check the name");
}

int compare_files(const CompareCommand& command, const std::stop_token& stop) {
  const std::string diff = command.diff.value_or("");
  if (names_folder(diff))
    refuse(fmt::format("--diff {} is a folder, but two files are compared", diff),
           "for instance: --diff d.png");
  if (!diff.empty()) check_not_read("--diff", diff, command.files);
  const std::vector<Comparison> pages =
      compare_pair(command, command.files[0], command.files[1], diff);
  if (command.messages.json)
    print_pages(command.messages, pages);
  else if (!command.messages.quiet)
    print(command.messages, std::string_view(text_of(pages)));
  write_page(command, pages, {}, stop);
  return all_same(pages) ? exit_done : exit_differs;
}

int compare(const CompareCommand& command, const std::stop_token& stop) {
  check_command(command);
  const bool folder_a = is_folder(command.files[0]), folder_b = is_folder(command.files[1]);
  if (folder_a != folder_b) check_exists(command.files[folder_a ? 1 : 0]);
  if (folder_a != folder_b)
    refuse(fmt::format("{} is a folder, {} is not", command.files[folder_a ? 0 : 1],
                       command.files[folder_a ? 1 : 0]),
           "compare two files or two folders");
  check_page_name(command);
  if (!folder_a) return compare_files(command, stop);
  const FolderResult result = compare_folders(command, stop);
  write_page(command, result.pages, result.failures, stop);
  return result.code;
}

void add_compare_options(CLI::App& verb, CompareCommand& o) {
  OptionTable(verb, "Comparison")
      .value({"--tolerance", "V", "0", "largest difference that counts as equal, such as 1/255"},
             [&o](const std::string& option, const std::string& text) {
               o.tolerance = parse_value(option, text);
               if (o.tolerance.number < 0.0)
                 throw Error(Errc::invalid_argument, fmt::format("{} {} is below 0", option, text));
             });
  OptionTable table(verb, "Difference image");
  table.value({"--diff", "FILE|DIR/", "",
               "write an image of the differences, with a ring around the largest one; for "
               "folders, one image per pair"},
              [&o](const std::string&, const std::string& text) { o.diff = text; });
  table.value({"--diff-scale", "V", "the largest difference",
               "difference shown in the brightest colour, such as 10/255"},
              [&o](const std::string& option, const std::string& text) {
                o.diff_scale = parse_value(option, text);
                if (!(o.diff_scale->number > 0.0))
                  throw Error(Errc::invalid_argument,
                              fmt::format("{} {} is not above 0", option, text));
              });
  add_report_option(verb, "Output", o.report);
  OptionTable(verb, "Output").flag("-f,--force", o.force, "overwrite existing files");
}

}  // namespace

Verb add_compare(CLI::App& root) {
  const auto command = std::make_shared<CompareCommand>();
  CLI::App& verb = add_verb(root, "compare", compare_help, compare_footer());
  add_files(verb, command->files);
  add_compare_options(verb, *command);
  add_size_limits(verb, command->limits);
  OptionTable(verb, "Messages")
      .flag("-q,--quiet", command->messages.quiet, "print nothing, only set the exit code");
  add_json_option(verb, command->messages);
  return {&verb,
          {command, &command->messages},
          [command](const std::stop_token& stop) { return compare(*command, stop); },
          [command](std::vector<std::string> words) { command->words = std::move(words); }};
}

}  // namespace selvage::cli
