// SPDX-License-Identifier: Apache-2.0
#include "batch.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "filter_file.hpp"
#include "jobs.hpp"
#include "report.hpp"
#include "resolve.hpp"

namespace selvage::cli {
namespace {

void say_skipped(const Talk& talk, const Job& job) {
  if (talk.json)
    return print(talk, nlohmann::ordered_json{{"input", job.input},
                                              {"output", job.output},
                                              {"verb", "bilateral"},
                                              {"skipped", true}});
  say_note(talk, fmt::format("{}: {} exists; skipped", job.input, job.output));
}

void say_done(const Talk& talk, const FileReport& report, const Device& device) {
  if (talk.json) return print(talk, to_json(report));
  if (report.dry_run) return print(talk, std::string_view(plan_text(report)));
  say_report(talk, report, device);
}

bool is_done_already(const Job& job, const OutputOptions& output) {
  std::error_code ignored;
  return output.skip_existing && job.output != "-" && std::filesystem::exists(job.output, ignored);
}

// The exit code of one file. An interrupt is thrown on.
int filter_one(const Job& job, const Session& session, Progress& progress) {
  const Talk& talk = session.command.talk;
  Failure failure;
  try {
    const FileReport report = filter_file(job, session, progress);
    if (talk.json || talk.verbose || report.dry_run) progress.clear();
    say_done(talk, report, session.engine.device());
    return exit_done;
  } catch (...) {
    failure = failure_of(std::current_exception());
    if (failure.code == exit_interrupted) throw;
  }
  progress.clear();
  const bool one_of_several = progress.files() > 1;
  if (one_of_several) failure.what = with_input(failure.what, job.input);
  if (failure.code == exit_input) failure.what += "; nothing was written";
  say_failure(talk, job.input, failure);
  return failure.code;
}

}  // namespace

int run_batch(const FilterCommand& command, const std::stop_token& stop) {
  const Talk& talk = command.talk;
  check_options(command);
  const std::vector<Job> jobs = make_jobs(command.files, command.output);
  const Session session = open_session(command, stop);
  const bool silent = talk.quiet && command.progress == ProgressMode::automatic;
  Progress progress(silent ? ProgressMode::none : command.progress, jobs.size());
  std::size_t failed = 0, tried = 0;
  for (const Job& job : jobs) {
    if (stop.stop_requested()) throw Error(Errc::cancelled, "interrupted");
    ++tried;
    progress.begin(job.input);
    if (is_done_already(job, command.output)) {
      say_skipped(talk, job);
      continue;
    }
    const int code = filter_one(job, session, progress);
    if (code != exit_done && jobs.size() == 1) return code;
    if (code != exit_done) ++failed;
    if (code != exit_done && command.output.fail_fast) break;
  }
  progress.clear();
  if (failed == 0) return exit_done;
  const std::string rest =
      tried < jobs.size() ? fmt::format("; {} were not tried", jobs.size() - tried) : "";
  say({.json = talk.json},
      fmt::format("selvage: {} of {} files failed{}", failed, jobs.size(), rest));
  return exit_differs;
}

}  // namespace selvage::cli
