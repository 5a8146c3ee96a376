// SPDX-License-Identifier: Apache-2.0
#include "jobs.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "formats.hpp"

namespace selvage::cli {
namespace {

namespace fs = std::filesystem;

bool is_folder(const std::string& path) {
  std::error_code ignored;
  return path.ends_with('/') || fs::is_directory(path, ignored);
}

[[noreturn]] void refuse(const std::string& what, const std::string& hint) {
  throw Error(Errc::invalid_argument, what, hint);
}

fs::path folder_of(const std::string& input) {
  return fs::absolute(input).lexically_normal().parent_path();
}

// The folder that all inputs lie in or below.
fs::path common_folder(const std::vector<std::string>& inputs) {
  fs::path common;
  for (const std::string& input : inputs) {
    if (input == "-") continue;
    const fs::path folder = folder_of(input);
    if (common.empty()) common = folder;
    const auto [end, ignored] =
        std::mismatch(common.begin(), common.end(), folder.begin(), folder.end());
    fs::path shared;
    for (auto part = common.begin(); part != end; ++part) shared /= *part;
    common = shared;
  }
  return common;
}

// The folder holds the inputs' tree from their common folder on.
Job into_folder(const std::string& input, const std::string& folder, const fs::path& common) {
  if (input == "-") refuse("standard input has no name", "give -o FILE instead of a folder");
  const fs::path below = folder_of(input).lexically_relative(common);
  const fs::path name = writable_name(fs::path(input).filename());
  return {.input = input,
          .output = (fs::path(folder) / (below == "." ? fs::path() : below) / name).string(),
          .named_by_input = true};
}

void check_one_output_each(const std::vector<Job>& jobs) {
  std::map<std::string, const Job*> owners;
  for (const Job& job : jobs) {
    const auto [owner, is_new] = owners.emplace(job.output, &job);
    if (!is_new)
      refuse(fmt::format("{} and {} would both be written to {}", owner->second->input, job.input,
                         job.output),
             "filter them into different folders");
  }
}

void check_folder(const fs::path& folder, const Job& job, bool may_create) {
  std::error_code failed;
  const fs::path place = folder.empty() ? fs::path(".") : folder;
  if (job.named_by_input && may_create) fs::create_directories(place, failed);
  if (failed) throw Error(Errc::output, fmt::format("{}: {}", place.string(), failed.message()));
  if (job.named_by_input && !fs::exists(place, failed)) return;  // a dry run: it would be made
  if (!fs::is_directory(place, failed))
    throw Error(Errc::output, fmt::format("{}: there is no folder {}", job.output, place.string()),
                "make it first, or give -o DIR/");
  if (access(place.c_str(), W_OK) != 0)
    throw Error(Errc::output,
                fmt::format("{}: the folder {} is not writable", job.output, place.string()));
}

}  // namespace

std::vector<Job> make_jobs(const std::vector<std::string>& files, const OutputOptions& options) {
  if (files.empty()) refuse("no input file", "name an input and an output: in.png out.png");
  std::vector<std::string> inputs = files;
  std::string target = options.path.value_or("");
  if (!options.path) {
    if (files.size() == 1)
      refuse(fmt::format("{}: no output is given", files.front()),
             "name it after the input, or with -o FILE");
    if (files.size() > 2)
      refuse(fmt::format("{} files need a folder for the results", files.size()), "give -o DIR/");
    target = inputs.back();
    inputs.pop_back();
  }
  if (target.empty()) refuse("the output has no name", "give a file, a folder or -");
  if (inputs.size() > 1 && !is_folder(target))
    refuse(fmt::format("{} is one file, but there are {} inputs", target, inputs.size()),
           fmt::format("a folder's name ends with a slash: -o {}/", target));
  std::vector<Job> jobs;
  const fs::path common = common_folder(inputs);
  for (const std::string& input : inputs)
    jobs.push_back(is_folder(target) ? into_folder(input, target, common)
                                     : Job{.input = input, .output = target});
  check_one_output_each(jobs);
  return jobs;
}

void check_flags(const std::vector<Job>& jobs, const std::string& flags) {
  if (flags.empty()) return;
  const auto place = [](const std::string& name) { return fs::absolute(name).lexically_normal(); };
  if (jobs.size() > 1)
    refuse(fmt::format("--flags {} is one file, but there are {} inputs", flags, jobs.size()),
           "filter them one by one");
  if (flags == "-") refuse("--flags needs a file name", "for instance: --flags f.png");
  if (place(flags) == place(jobs.front().output))
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
