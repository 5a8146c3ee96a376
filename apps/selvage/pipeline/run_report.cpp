// SPDX-License-Identifier: Apache-2.0
#include "pipeline/run_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "inputs/folders.hpp"
#include "inputs/formats.hpp"
#include "inputs/source.hpp"

namespace selvage::cli {
namespace {

[[noreturn]] void refuse_report(const std::string& what, const std::string& hint) {
  throw Error(Errc::invalid_argument, what, hint);
}

void check_readable_again(const Job& job) {
  for (const std::string& file : {job.input, job.output})
    if (!can_be_read_again(file))
      refuse_report(
          fmt::format(
              "--report reads its images again, but {} is a pipe",
              file == "-" ? (file == job.input ? "standard input" : "standard output") : file),
          "name files for the input and the output");
  if (place_of(job.input) == place_of(job.output))
    refuse_report(
        fmt::format("--report shows {} beside its result, which would replace it", job.input),
        "give the result another name");
}

std::vector<std::string> other_files(const FilterCommand& command, const Job& job) {
  const SideFiles& side = command.filter.side;
  std::vector<std::string> files{job.input, job.output};
  for (const std::string& file :
       {side.mask, side.guide, side.normals, side.depth, command.filter.flags.file})
    if (!file.empty()) files.push_back(file);
  return files;
}

std::string error_bound_text(const FileReport& r) {
  if (!std::isfinite(r.error_bound)) return "none: an approximation";
  return "at most " + error_text(r, full_scale(r.filtered));
}

}  // namespace

void check_report(const FilterCommand& command, const std::vector<Job>& jobs) {
  const std::string& file = command.output.report;
  if (file.empty()) return;
  if (jobs.size() > most_pairs)
    refuse_report(
        fmt::format("--report shows at most {} files, there are {}", most_pairs, jobs.size()),
        "filter them folder by folder");
  for (const Job& job : jobs) {
    check_report_name(file, other_files(command, job));
    check_readable_again(job);
  }
  check_output({.input = jobs.front().input, .output = file, .is_second = true}, command.output);
}

ReportedPair reported_pair(const FilterCommand& command, const FileReport& r) {
  const bool is_raw = format_of(r.job.output) == "raw";
  ConstImageView result = r.shape;
  result.depth = std::max(1, r.pages);
  return {.before = {.name = r.job.input, .raw = command.raw, .part = command.filter.region},
          .after = {.name = r.job.output, .raw = is_raw ? std::optional(result) : std::nullopt},
          .report = to_json(r),
          .device = printable(device_text(r.device)),
          .error_bound = error_bound_text(r),
          .sigma_range = r.range ? range_text(*r.range) : "",
          .notes = r.notes};
}

void write_report(const FilterCommand& command, RunReport& run, std::size_t memory,
                  const std::stop_token& stop) {
  const OutputOptions& output = command.output;
  if (output.report.empty() || output.dry_run || run.pairs.empty()) return;
  run.words = command.words;
  run.labels = {"Before", "After"};
  write_report(output.report, run, output.force, command.limits.image, memory, stop);
}

}  // namespace selvage::cli
