// SPDX-License-Identifier: Apache-2.0
#include "batch.hpp"

#include <fmt/format.h>

#include <exception>
#include <filesystem>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>
#include <utility>

#include "filter_file.hpp"
#include "filter_verb.hpp"
#include "hand_over.hpp"
#include "jobs.hpp"
#include "report.hpp"
#include "resolve.hpp"

namespace selvage::cli {
namespace {

void say_skipped(const FilterCommand& command, const Job& job) {
  const Talk& talk = command.talk;
  if (talk.json)
    return print(talk, nlohmann::ordered_json{{"input", job.input},
                                              {"output", job.output},
                                              {"verb", command.verb->name},
                                              {"skipped", true}});
  say_note(talk, fmt::format("{}: {} exists; skipped", job.input, job.output));
}

void say_done(const Talk& talk, const FileReport& report) {
  if (talk.json) return print(talk, to_json(report));
  if (report.dry_run) return print(talk, std::string_view(plan_text(report)));
  say_report(talk, report);
}

bool is_done_already(const Job& job, const OutputOptions& output) {
  std::error_code ignored;
  return output.skip_existing && job.output != "-" && std::filesystem::exists(job.output, ignored);
}

// A file between two stages. What went wrong is told in the last one, so that messages keep the
// order of the files.
struct Arrival {
  const Job* job = nullptr;
  bool skipped = false;
  std::optional<FileWork> work = {};
  std::exception_ptr failure = {};
};

Arrival decode_stage(const Job& job, Session& session) {
  Arrival file{.job = &job};
  try {
    if (session.stop.stop_requested()) throw Error(Errc::cancelled, "interrupted");
    file.skipped = is_done_already(job, session.command.output);
    if (!file.skipped) file.work = decode_file(job, session);
  } catch (...) {
    file.failure = std::current_exception();
  }
  return file;
}

void filter_stage(Arrival& file, const Session& session, Progress& progress) {
  progress.begin(file.job->input);
  try {
    if (file.work) filter_file(*file.work, session, progress);
  } catch (...) {
    file.failure = std::current_exception();
  }
}

// The last stage: encodes, talks and counts.
class Finish {
 public:
  Finish(const Session& session, std::size_t files, Progress& progress)
      : session_(session), files_(files), progress_(progress) {}

  // False: the batch ends here. An interrupt is thrown on.
  bool operator()(Arrival& file) {
    ++tried_;
    const Talk& talk = session_.command.talk;
    try {
      if (file.failure) std::rethrow_exception(file.failure);
      if (file.work) encode_file(*file.work, session_);
      const bool talks = talk.json || talk.verbose || (file.work && file.work->report.dry_run);
      const auto hushed = talks ? progress_.hush() : std::unique_lock<std::mutex>();
      if (file.skipped)
        say_skipped(session_.command, *file.job);
      else
        say_done(talk, file.work->report);
      return true;
    } catch (...) {
      code_ = tell(*file.job, failure_of(std::current_exception()));
    }
    ++failed_;
    return !session_.command.output.fail_fast;
  }

  int exit_code() const {
    if (failed_ == 0) return exit_done;
    if (files_ == 1) return code_;
    const std::string rest =
        tried_ < files_ ? fmt::format("; {} were not tried", files_ - tried_) : "";
    say({.json = session_.command.talk.json},
        fmt::format("selvage: {} of {} files failed{}", failed_, files_, rest));
    return exit_differs;
  }

 private:
  int tell(const Job& job, Failure failure) const {
    if (failure.code == exit_interrupted) throw;
    if (files_ > 1) failure.what = with_input(failure.what, job.input);
    if (failure.code == exit_input) failure.what += "; nothing was written";
    const auto hushed = progress_.hush();
    say_failure(session_.command.talk, job.input, failure);
    return failure.code;
  }

  const Session& session_;
  std::size_t files_;
  Progress& progress_;
  std::size_t failed_ = 0, tried_ = 0;
  int code_ = exit_done;  // of the last failure
};

void run_one_by_one(const std::vector<Job>& jobs, Session& session, Progress& progress,
                    Finish& finish) {
  for (const Job& job : jobs) {
    Arrival file = decode_stage(job, session);
    filter_stage(file, session, progress);
    if (!finish(file)) return;
  }
}

// While a file is filtered, the next one is decoded and the one before it is encoded.
void run_overlapped(const std::vector<Job>& jobs, Session& session, Progress& progress,
                    Finish& finish, std::stop_source& end) {
  HandOver<Arrival> decoded, filtered;
  std::jthread decoder, filterer;
  struct End {  // before the threads end, also when an exception ends the batch
    HandOver<Arrival>&decoded, &filtered;
    std::stop_source& source;
    ~End() {
      source.request_stop();
      decoded.close();
      filtered.close();
    }
  } const at_the_end{decoded, filtered, end};
  decoder = std::jthread([&] {
    for (const Job& job : jobs)
      if (!decoded.put(decode_stage(job, session))) return;
    decoded.close();
  });
  filterer = std::jthread([&] {
    while (std::optional<Arrival> file = decoded.take()) {
      filter_stage(*file, session, progress);
      if (!filtered.put(*std::move(file))) return;
    }
    filtered.close();
  });
  while (std::optional<Arrival> file = filtered.take())
    if (!finish(*file)) return;
}

}  // namespace

int run_batch(const FilterCommand& command, const std::stop_token& stop) {
  const Talk& talk = command.talk;
  check_options(command);
  const std::vector<Job> jobs = make_jobs(command.files, command.output);
  check_flags(jobs, command.filter.flags);
  std::stop_source end;  // of this batch
  const std::stop_callback interrupted(stop, [&end] { end.request_stop(); });
  const std::unique_ptr<Session> session = open_session(command, jobs.size(), end.get_token());
  const bool silent = talk.quiet && command.progress == ProgressMode::automatic;
  Progress progress(silent ? ProgressMode::none : command.progress, jobs.size());
  Finish finish(*session, jobs.size(), progress);
  const bool one_thread = command.engine.threads == 1;
  if (jobs.size() == 1 || one_thread || command.output.dry_run)
    run_one_by_one(jobs, *session, progress, finish);
  else
    run_overlapped(jobs, *session, progress, finish, end);
  progress.clear();
  return finish.exit_code();
}

}  // namespace selvage::cli
