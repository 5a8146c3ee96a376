// SPDX-License-Identifier: Apache-2.0
#include "inputs/jobs.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "inputs/folders.hpp"
#include "inputs/formats.hpp"

namespace selvage::cli {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& what, const std::string& hint) {
  throw Error(Errc::invalid_argument, what, hint);
}

[[noreturn]] void refuse_without_output(const std::vector<std::string>& files) {
  const std::string& last = files.back();
  if (files.size() > 1)
    refuse(fmt::format("{} files need a folder for the results", files.size()),
           fmt::format("give -o {}", last.ends_with('/') ? last : "DIR/"));
  refuse(fmt::format("{}: no output is given", last),
         is_folder(last) ? "name a folder for the results with -o DIR/"
                         : "name it after the input, or with -o FILE");
}

Job into_folder(const InputFile& input, const std::string& folder, const OutputOptions& options) {
  if (input.path == "-") refuse("standard input has no name", "give -o FILE instead of a folder");
  const fs::path name = input.name, file = writable_name(name.filename());
  const std::string extension = options.extension.empty() ? extension_of(file) : options.extension;
  const fs::path below =
      name.parent_path() / (without_extension(file) + options.suffix + extension);
  return {.input = input.path,
          .output = (fs::path(folder) / below).string(),
          .named_by_input = true,
          .name = input.name,
          .folder = folder};
}

// Lists the collisions: "a.bmp and a.png would both be written to out/a.png, ...".
std::string collision_text(const std::vector<std::pair<const Job*, const Job*>>& collisions) {
  constexpr std::size_t most = 20;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, collisions.size()); ++i) {
    const auto& [first, second] = collisions[i];
    text += fmt::format("{}{} and {}{} to {}", i == 0 ? "" : ", ", first->input, second->input,
                        i == 0 ? " would both be written" : "", second->output);
  }
  if (collisions.size() > most) text += fmt::format(", and {} more", collisions.size() - most);
  return text;
}

void check_one_output_each(const std::vector<Job>& jobs) {
  std::map<std::string, const Job*> owners, readers;  // by strings: paths take more memory
  std::vector<std::pair<const Job*, const Job*>> collisions;
  for (const Job& job : jobs) {
    readers.emplace(place_of(job.input).string(), &job);
    const auto [owner, is_new] = owners.emplace(job.output, &job);
    if (!is_new && owner->second->input == job.input)
      refuse(fmt::format("{} is given twice", job.input), "name it once, or its folder");
    if (!is_new) collisions.emplace_back(owner->second, &job);
  }
  if (!collisions.empty()) refuse(collision_text(collisions), "write them to different folders");
  for (const Job& job : jobs) {
    const auto reader = readers.find(place_of(job.output).string());
    if (jobs.size() > 1 && reader != readers.end() && reader->second != &job)
      refuse(fmt::format("the result of {} would be {}, which is another input", job.input,
                         job.output),
             "name another folder for the results");
  }
}

// Checks that a file's name does not stand for another format.
void check_format(const std::string& target, const std::string& extension) {
  const std::string named = target == "-" ? "" : format_of(target);
  if (named.empty() || named == format_of("x" + extension)) return;
  refuse(fmt::format("--format {}, but {} is a {} file by its name", extension.substr(1), target,
                     named),
         fmt::format("leave --format out, or name {}", without_extension(target) + extension));
}

// Checks that folders and several files go to a folder.
void check_target(const std::vector<std::string>& inputs, const std::string& target,
                  std::size_t files, const OutputOptions& options) {
  if (target.empty()) refuse("the output name is empty", "give a file, a folder or -");
  std::error_code ignored;
  if (fs::is_regular_file(fs::path(target).parent_path(), ignored) && target.ends_with('/'))
    throw Error(Errc::output, fmt::format("{} is a file, not a folder", target));
  if (names_folder(target)) return;
  const std::string hint = fmt::format("end a folder's name with a slash: -o {}/", target);
  const auto folder = std::ranges::find_if(inputs, is_folder);
  if (folder != inputs.end())
    refuse(fmt::format("{} is one file, but {} is a folder", target, *folder), hint);
  if (files > 1)
    refuse(fmt::format("{} is one file, but there are {} inputs", target, files), hint);
  if (!options.suffix.empty())
    refuse(fmt::format("--suffix {} is for results in a folder, but {} is one file", options.suffix,
                       target == "-" ? "standard output" : target),
           hint);
  if (!options.extension.empty()) return check_format(target, options.extension);
  if (target == "-" || fs::path(target).has_extension() || fs::exists(target, ignored)) return;
  const std::string extension = extension_of(writable_name(inputs.front()));
  refuse(fmt::format("{}: its name has no extension, so its format is unknown", target),
         fmt::format("give a file such as {0}{1}, or a folder with a slash: {0}/", target,
                     extension.empty() ? ".png" : extension));
}

bool has_quality(const std::string& format) {
  return format == "jpeg" || format == "webp";
}

[[noreturn]] void refuse_quality(const std::string& output) {
  refuse(fmt::format("--quality applies to JPEG and WebP files only, not to {}", output),
         "leave it out, or name a .jpg file");
}

constexpr const char* elsewhere = "choose a folder that you can write to";

// Returns the folder or its nearest existing ancestor, where it would be created.
fs::path nearest_place(fs::path place) {
  std::error_code ignored;
  while (!fs::exists(place, ignored) && place.has_parent_path() && place.has_relative_path())
    place = place.parent_path();
  return fs::exists(place, ignored) ? place : fs::path(".");
}

// Throws if a folder between that of the results and the output is a link: the results would leave
// the folder that was named.
void check_no_links(const Job& job) {
  if (!job.named_by_input) return;
  fs::path place = job.folder;
  std::error_code ignored;
  for (const fs::path& part : fs::path(job.output).parent_path().lexically_relative(job.folder)) {
    place /= part;
    if (part != "." && fs::is_symlink(fs::symlink_status(place, ignored)))
      throw Error(Errc::output,
                  fmt::format("{}: {} is a link; results are not written through links", job.output,
                              place.string()),
                  "remove the link, or name its target with -o");
  }
}

void check_folder(const fs::path& folder, const Job& job) {
  check_no_links(job);
  std::error_code failed;
  const fs::path place = folder.empty()       ? fs::path(".")
                         : job.named_by_input ? nearest_place(folder)
                                              : folder;
  if (!fs::is_directory(place, failed) && job.named_by_input)
    throw Error(Errc::output, fmt::format("{}: {} is not a folder", job.output, place.string()));
  if (!fs::is_directory(place, failed))
    throw Error(Errc::output, fmt::format("{}: there is no folder {}", job.output, place.string()),
                job.is_second ? "create it first" : "create it first, or give -o DIR/");
  if (access(place.c_str(), W_OK) != 0)
    throw Error(Errc::output,
                fmt::format("{}: the folder {} is not writable", job.output, place.string()),
                elsewhere);
}

}  // namespace

bool output_is_last(const std::vector<std::string>& files, const OutputOptions& options) {
  return !options.path && files.size() == 2;
}

JobList make_jobs(const std::vector<std::string>& files, const OutputOptions& options) {
  if (files.empty()) refuse("no input file", "name an input and an output: in.png out.png");
  std::vector<std::string> inputs = files;
  std::string target = options.path.value_or("");
  if (output_is_last(files, options)) {
    target = inputs.back();
    inputs.pop_back();
  } else if (!options.path) {
    refuse_without_output(files);
  }
  InputFiles found = find_inputs(inputs, target, options.suffix);
  check_target(inputs, target, found.files.size(), options);
  JobList list{.several = found.has_folders || found.files.size() > 1,
               .passed_by = std::move(found.passed_by),
               .unread = std::move(found.unread)};
  const bool into = names_folder(target);
  for (const InputFile& input : found.files)
    list.jobs.push_back(into ? into_folder(input, target, options)
                             : Job{.input = input.path,
                                   .output = target,
                                   .name = input.name,
                                   .format = options.extension});
  check_one_output_each(list.jobs);
  return list;
}

void check_flags(const std::vector<Job>& jobs, const FlagsOutput& flags) {
  const auto& [file, ignored] = flags;
  const char* const option = flags.option();
  if (file.empty()) return;
  if (jobs.size() > 1)
    refuse(fmt::format("{} {} is one file, but there are {} inputs", option, file, jobs.size()),
           "filter them one by one");
  if (file == "-")
    refuse(fmt::format("{} needs a file name", option),
           fmt::format("for instance: {} f.png", option));
  if (same_file(file, jobs.front().output))
    refuse(fmt::format("{} {} is also the output", option, file), "name another file");
}

void check_quality(const std::vector<Job>& jobs, const OutputOptions& options) {
  const bool applies = std::ranges::any_of(
      jobs, [](const Job& job) { return job.output == "-" || has_quality(format_of(job.output)); });
  if (options.quality && !jobs.empty() && !applies) refuse_quality(jobs.front().output);
}

void check_quality(const Job& job, const std::string& format, const OutputOptions& options) {
  if (options.quality && job.output == "-" && !has_quality(format))
    refuse_quality("standard output");
}

void check_not_read(const std::string& option, const std::string& file,
                    const std::vector<std::string>& inputs) {
  const bool is_read = std::ranges::any_of(
      inputs, [&](const std::string& input) { return input != "-" && same_file(file, input); });
  if (is_read) refuse(fmt::format("{} {} is also an input", option, file), "name another file");
}

bool is_left_out(const Job& job, const OutputOptions& options) {
  std::error_code ignored;
  return options.skip_existing && job.output != "-" && fs::exists(job.output, ignored);
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
                job.is_second || job.frame >= 0 ? "-f overwrites it"
                : job.named_by_input            ? "-f overwrites it, --skip-existing leaves it"
                                     : "-f overwrites it; results of several files need -o DIR/");
  check_folder(fs::path(job.output).parent_path(), job);
}

void make_folder(const Job& job) {
  if (!job.named_by_input) return;
  const fs::path place = fs::path(job.output).parent_path();
  check_no_links(job);
  std::error_code failed;
  fs::create_directories(place, failed);
  if (failed)
    throw Error(Errc::output, fmt::format("{}: {}", place.string(), failed.message()),
                failed == std::errc::permission_denied ? elsewhere : "");
}

SaveOptions save_options(const Job& job, const std::string& format, const OutputOptions& options) {
  const bool by_name = job.output != "-" && !format_of(job.output).empty();
  SaveOptions save{.format = by_name ? "" : format, .overwrite = options.force};
  save.quality = options.quality.value_or(save.quality);
  return save;
}

void check_second(const std::string& option, const std::string& file, const ConstImageView& shape) {
  try {
    check_save(file, shape);
  } catch (const Error& e) {  // its hints assume that --bits can change the image
    refuse(fmt::format("{} {}", option, e.what()),
           fmt::format("for instance: {} {}", option,
                       fs::path(file).replace_extension(".png").string()));
  }
}

Job flags_job(const Job& job, const FlagsOutput& flags) {
  return {.input = job.input, .output = flags.file, .is_second = true};
}

}  // namespace selvage::cli
