// SPDX-License-Identifier: Apache-2.0
#include "jobs.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "folders.hpp"
#include "formats.hpp"

namespace selvage::cli {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& what, const std::string& hint) {
  throw Error(Errc::invalid_argument, what, hint);
}

Job into_folder(const InputFile& input, const std::string& folder) {
  if (input.path == "-") refuse("standard input has no name", "give -o FILE instead of a folder");
  const fs::path name = input.name;
  const fs::path below = name.parent_path() / writable_name(name.filename());
  return {.input = input.path,
          .output = (fs::path(folder) / below).string(),
          .named_by_input = true,
          .name = input.name};
}

fs::path place_of(const std::string& name) {
  return fs::absolute(name).lexically_normal();
}

void check_one_output_each(const std::vector<Job>& jobs) {
  std::map<std::string, const Job*> owners;
  std::map<fs::path, const Job*> readers;
  for (const Job& job : jobs) {
    readers.emplace(place_of(job.input), &job);
    const auto [owner, is_new] = owners.emplace(job.output, &job);
    if (!is_new && owner->second->input == job.input)
      refuse(fmt::format("{} is given twice", job.input), "name it once, or its folder");
    if (!is_new)
      refuse(fmt::format("{} and {} would both be written to {}", owner->second->input, job.input,
                         job.output),
             "filter them into different folders");
  }
  for (const Job& job : jobs) {
    const auto reader = readers.find(place_of(job.output));
    if (jobs.size() > 1 && reader != readers.end() && reader->second != &job)
      refuse(fmt::format("the result of {} would be {}, which is another input", job.input,
                         job.output),
             "name another folder for the results");
  }
}

// A folder can only be filtered into a folder.
void check_target(const std::vector<std::string>& inputs, const std::string& target,
                  std::size_t files) {
  if (target.empty()) refuse("the output has no name", "give a file, a folder or -");
  std::error_code ignored;
  if (fs::is_regular_file(fs::path(target).parent_path(), ignored) && target.ends_with('/'))
    throw Error(Errc::output, fmt::format("{} is a file, not a folder", target));
  if (names_folder(target)) return;
  const std::string hint = fmt::format("a folder's name ends with a slash: -o {}/", target);
  const auto folder = std::ranges::find_if(inputs, is_folder);
  if (folder != inputs.end())
    refuse(fmt::format("{} is one file, but {} is a folder", target, *folder), hint);
  if (files > 1)
    refuse(fmt::format("{} is one file, but there are {} inputs", target, files), hint);
}

void check_folder(const fs::path& folder, const Job& job, bool may_create) {
  std::error_code failed;
  const fs::path place = folder.empty() ? fs::path(".") : folder;
  if (job.named_by_input && may_create) fs::create_directories(place, failed);
  const char* const elsewhere = "write to a folder that is yours";
  if (failed)
    throw Error(Errc::output, fmt::format("{}: {}", place.string(), failed.message()),
                failed == std::errc::permission_denied ? elsewhere : "");
  if (job.named_by_input && !fs::exists(place, failed)) return;  // a dry run: it would be made
  if (!fs::is_directory(place, failed))
    throw Error(Errc::output, fmt::format("{}: there is no folder {}", job.output, place.string()),
                "make it first, or give -o DIR/");
  if (access(place.c_str(), W_OK) != 0)
    throw Error(Errc::output,
                fmt::format("{}: the folder {} is not writable", job.output, place.string()),
                elsewhere);
}

}  // namespace

JobList make_jobs(const std::vector<std::string>& files, const OutputOptions& options) {
  if (files.empty()) refuse("no input file", "name an input and an output: in.png out.png");
  std::vector<std::string> inputs = files;
  std::string target = options.path.value_or("");
  if (!options.path) {
    if (files.size() == 1)
      refuse(fmt::format("{}: no output is given", files.front()),
             is_folder(files.front()) ? "name a folder for the results with -o DIR/"
                                      : "name it after the input, or with -o FILE");
    if (files.size() > 2)
      refuse(fmt::format("{} files need a folder for the results", files.size()), "give -o DIR/");
    target = inputs.back();
    inputs.pop_back();
  }
  InputFiles found = find_inputs(inputs, target);
  check_target(inputs, target, found.files.size());
  JobList list{.several = found.has_folders || found.files.size() > 1,
               .passed_by = std::move(found.passed_by)};
  const bool into = names_folder(target);
  for (const InputFile& input : found.files)
    list.jobs.push_back(into ? into_folder(input, target)
                             : Job{.input = input.path, .output = target, .name = input.name});
  check_one_output_each(list.jobs);
  return list;
}

void check_flags(const std::vector<Job>& jobs, const std::string& flags) {
  if (flags.empty()) return;
  if (jobs.size() > 1)
    refuse(fmt::format("--flags {} is one file, but there are {} inputs", flags, jobs.size()),
           "filter them one by one");
  if (flags == "-") refuse("--flags needs a file name", "for instance: --flags f.png");
  if (place_of(flags) == place_of(jobs.front().output))
    refuse(fmt::format("--flags {} is the output, too", flags), "name another file");
}

void check_output(const Job& job, const OutputOptions& options) {
  if (job.output == "-") {
    if (isatty(STDOUT_FILENO))
      throw Error(Errc::output, "standard output is a terminal", "redirect it, or name a file");
    return;
  }
  std::error_code ignored;
  const fs::file_status status = fs::status(job.output, ignored);
  if (fs::exists(status) && !fs::is_regular_file(status))
    throw Error(Errc::output, fmt::format("{} is not a regular file", job.output),
                "to write to a device or a pipe, give - and redirect standard output");
  if (fs::exists(status) && !options.force)
    throw Error(Errc::output, fmt::format("{} exists; nothing was written", job.output),
                job.named_by_input ? "-f overwrites it, --skip-existing leaves it"
                                   : "-f overwrites it; results of several files need -o DIR/");
  check_folder(fs::path(job.output).parent_path(), job, !options.dry_run);
}

SaveOptions save_options(const Job& job, const std::string& format, const OutputOptions& options) {
  const bool by_name = job.output != "-" && !format_of(job.output).empty();
  return {.format = by_name ? "" : format, .quality = options.quality, .overwrite = options.force};
}

Job flags_job(const Job& job, const std::string& flags) {
  return {.input = job.input, .output = flags};
}

}  // namespace selvage::cli
