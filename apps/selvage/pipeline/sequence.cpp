// SPDX-License-Identifier: Apache-2.0
#include "pipeline/sequence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include "command_line/filter_parts.hpp"
#include "inputs/formats.hpp"
#include "inputs/source.hpp"
#include "parameters/depth_window.hpp"
#include "pipeline/session.hpp"
#include "pipeline/video.hpp"

namespace selvage::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* hint_of_names =
    "number the frames at the end of their names: frame_0001.png, frame_0002.png";

// A name with a number: what stands before it, with the folder, and behind it.
struct NumberedName {
  std::string before, after;
  std::int64_t number = 0;

  // The same for all frames of a sequence.
  std::pair<std::string, std::string> sequence() const { return {before, after}; }
};

std::optional<NumberedName> numbered(const std::string& path) {
  constexpr const char* digits = "0123456789";
  const std::string stem = without_extension(fs::path(path).filename());
  const std::size_t end = stem.find_last_of(digits);
  if (end == std::string::npos) return {};
  const std::size_t other = stem.find_last_not_of(digits, end);
  const std::size_t first = other == std::string::npos ? 0 : other + 1;
  NumberedName name{.before = (fs::path(path).parent_path() / stem.substr(0, first)).string(),
                    .after = stem.substr(end + 1)};
  const auto [stopped, failed] =
      std::from_chars(stem.data() + first, stem.data() + end + 1, name.number);
  if (failed != std::errc{}) return {};
  return name;
}

struct NumberedJob {
  NumberedName name;
  Job job;
  FileInfo file;
};
using Sequence = std::vector<NumberedJob>;

[[noreturn]] void refuse_frames(Errc code, const std::string& what, const std::string& hint) {
  throw Error(code, what, hint);
}

bool holds_several(const FileInfo& file) {
  return file.pages > 1 || is_video(file);
}

// Returns the headers of the inputs, or nothing if each holds several images or cannot be read
// again.
std::vector<FileInfo> headers_of(const std::vector<Job>& jobs, const FilterCommand& command) {
  std::vector<FileInfo> files;
  for (const Job& job : jobs) {
    if (!can_be_read_again(job.input)) return {};
    files.push_back(open_input(job, command).info());
  }
  const auto several = std::ranges::find_if(files, holds_several);
  if (several == files.end()) return files;
  const auto single = std::ranges::find_if_not(files, holds_several);
  if (single == files.end()) return {};
  const auto input_of = [&](auto file) {
    return jobs[static_cast<std::size_t>(file - files.begin())].input;
  };
  refuse_frames(
      Errc::invalid_argument,
      fmt::format("{} holds several images, {} a single one", input_of(several), input_of(single)),
      "filter sequences in files of their own and numbered files one after the other");
}

void check_numbers(const Sequence& sequence) {
  if (sequence.size() == 1)
    refuse_frames(
        Errc::input,
        fmt::format("{}: there is no other frame of its sequence", sequence.front().job.input),
        hint_of_names);
  for (std::size_t i = 1; i < sequence.size(); ++i) {
    const NumberedJob &last = sequence[i - 1], &next = sequence[i];
    if (next.name.number == last.name.number)
      refuse_frames(Errc::input,
                    fmt::format("{} and {} have the same number", last.job.input, next.job.input),
                    "keep only the one you mean");
    if (next.name.number != last.name.number + 1)
      refuse_frames(
          Errc::input,
          fmt::format("{}: frame {} is missing before it", next.job.input, last.name.number + 1),
          fmt::format("the frame before it is {}; frames are numbered without gaps",
                      last.job.input));
  }
}

void check_shapes(const Sequence& sequence) {
  const NumberedJob& first = sequence.front();
  for (const NumberedJob& next : sequence)
    if (!same_shape(shape_of(next.file), shape_of(first.file)))
      refuse_frames(
          Errc::invalid_argument,
          fmt::format("{} is {}, {} is {}", first.job.input, shape_text(shape_of(first.file)),
                      next.job.input, shape_text(shape_of(next.file))),
          "the frames of a sequence have one size and one type");
}

// Reads past the first image of a file that may be a stream. Errors are left to the run.
bool holds_several(const Job& job, const FilterCommand& command) {
  try {
    ImageReader reader = open_input(job, command);
    return holds_several(reader.info()) || (reader.as_stream() && reader.next());
  } catch (const Error&) {
    return true;
  }
}

// A file that the command names is a frame whose sequence was forgotten. A folder may be a sequence
// of one frame, as a pipe may.
void check_lone(const Job& job, const FilterCommand& command) {
  const bool is_named = std::ranges::find(command.files, job.input) != command.files.end();
  if (!is_named || !can_be_read_again(job.input) || command.filter.temporal == 0) return;
  if (holds_several(job, command)) return;
  const char* const page = page_of_depth(command.filter);
  refuse_frames(Errc::input,
                fmt::format("{} holds a single image, and {} needs several {}s", job.input,
                            option_of_depth(command.filter), page),
                command.raw ? fmt::format("tell how many {}s it has: --raw 640x480x1x60:u8", page)
                            : fmt::format("give the folder of its {}s, or a file that holds all "
                                          "of them",
                                          page));
}

}  // namespace

void join_frames(std::vector<Job>& jobs, const FilterCommand& command) {
  if (!command.filter.is_stack()) return;
  if (jobs.size() == 1) return check_lone(jobs.front(), command);
  std::vector<FileInfo> files = headers_of(jobs, command);
  if (files.empty()) return;
  if (command.output.skip_existing) refuse_both("--skip-existing", option_of_depth(command.filter));
  std::map<std::pair<std::string, std::string>, Sequence> sequences;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    std::optional<NumberedName> name = numbered(jobs[i].input);
    if (!name)
      refuse_frames(Errc::input, fmt::format("{}: its name has no number", jobs[i].input),
                    hint_of_names);
    Sequence& sequence = sequences[name->sequence()];
    sequence.push_back({*std::move(name), std::move(jobs[i]), std::move(files[i])});
  }
  jobs.clear();
  for (auto& [names, sequence] : sequences) {
    std::ranges::stable_sort(sequence, {}, [](const NumberedJob& job) { return job.name.number; });
    check_numbers(sequence);
    check_shapes(sequence);
    for (NumberedJob& next : sequence) {
      check_output(next.job, command.output);
      next.job.frame = static_cast<int>(&next - sequence.data());
      next.job.frames = static_cast<int>(sequence.size());
      jobs.push_back(std::move(next.job));
    }
  }
}

}  // namespace selvage::cli
