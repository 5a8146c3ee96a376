// SPDX-License-Identifier: Apache-2.0
#include "batch.hpp"

#include <fmt/format.h>

#include <atomic>
#include <exception>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>
#include <utility>

#include "decode_stage.hpp"
#include "encode_stage.hpp"
#include "filter_stage.hpp"
#include "filter_verb.hpp"
#include "hand_over.hpp"
#include "interrupt.hpp"
#include "jobs.hpp"
#include "report.hpp"
#include "resolve.hpp"
#include "summary.hpp"

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

// The last stage: encodes, talks and counts.
class Finish {
 public:
  Finish(const FilterCommand& command, bool several, Summary& summary, Progress& progress)
      : command_(command), several_(several), summary_(summary), progress_(progress) {}

  // False: the batch ends here.
  bool operator()(Piece& piece) {
    if (piece.begins_file) encoder_.emplace(command_);
    if (piece.file->given_up) return true;
    try {
      if (piece.failure) std::rethrow_exception(piece.failure);
      if (!piece.skipped) encoder_->add(piece);
      if (piece.ends_file) end(piece);
      return true;
    } catch (...) {
      return give_up(piece, failure_of(std::current_exception()));
    }
  }

 private:
  void end(const Piece& piece) {
    if (piece.skipped) return skip(piece.file->job);
    const FileReport& report = encoder_->finish();
    summary_.done();
    const Talk& talk = command_.talk;
    const bool talks = talk.json || talk.verbose || report.dry_run;
    const auto hushed = talks ? progress_.hush() : std::unique_lock<std::mutex>();
    say_done(talk, report);
  }

  void skip(const Job& job) {
    summary_.skipped();
    const auto hushed = progress_.hush();
    say_skipped(command_, job);
  }

  // In the handler of what went wrong.
  bool give_up(Piece& piece, Failure failure) {
    const Job& job = piece.file->job;
    piece.file->given_up = true;
    const bool wrote = encoder_->wrote() && job.output == "-";
    encoder_.reset();  // so that its temporary file goes
    if (failure.code == exit_interrupted) {
      const auto hushed = progress_.hush();
      summary_.interrupted();
      return false;
    }
    if (failure.ends_run) throw;
    if (failure.code == exit_output && is_left_out(job, command_.output)) {
      skip(job);  // its result came meanwhile, from another run
      return true;
    }
    if (piece.page_index > 0 && failure.code != exit_output)
      failure.what = with_page(failure.what, job.input, piece.page_index + 1);
    if (several_) failure.what = with_input(failure.what, job.input);
    if (failure.code == exit_input)
      failure.what += wrote ? "; what was written is not whole" : "; nothing was written";
    summary_.failed(failure.code);
    const auto hushed = progress_.hush();
    say_failure(command_.talk, job.input, failure);
    return !command_.output.fail_fast;
  }

  const FilterCommand& command_;
  bool several_;
  Summary& summary_;
  Progress& progress_;
  std::optional<Encoder> encoder_;  // of the file under way
};

// Says it of each; false: the batch ends here.
bool tell_unread(const JobList& list, const FilterCommand& command, Summary& summary) {
  for (const UnreadFolder& folder : list.unread) {
    const Failure failure = failure_of(folder.error);
    summary.failed(failure.code);
    say_failure(command.talk, folder.path, failure);
    if (command.output.fail_fast) return false;
  }
  return true;
}

void run_one_by_one(const std::vector<Job>& jobs, Session& session, Progress& progress,
                    Finish& finish) {
  for (const Job& job : jobs) {
    Decoder decoder(job, session);
    while (std::optional<Piece> piece = decoder.next()) {
      filter_stage(*piece, session, progress);
      if (!finish(*piece)) return;
    }
  }
}

// While a piece is filtered, the next one is decoded and the one before it is encoded. While the
// last one is encoded, the device is given back: a GPU's driver takes as long for that.
void run_overlapped(const std::vector<Job>& jobs, Session& session, Progress& progress,
                    Finish& finish, std::stop_source& end) {
  HandOver<Piece> decoded, filtered;
  std::atomic<bool> decoded_all = false;
  std::exception_ptr decoder_fault, filterer_fault;  // of no piece: no memory for one
  std::jthread decoder, filterer;
  struct End {  // before the threads end, also when an exception ends the batch
    HandOver<Piece>&decoded, &filtered;
    std::stop_source& source;
    ~End() {
      source.request_stop();
      decoded.close();
      filtered.close();
    }
  } const at_the_end{decoded, filtered, end};
  decoder = std::jthread([&] {
    try {
      for (const Job& job : jobs) {
        Decoder pieces(job, session);
        while (std::optional<Piece> piece = pieces.next())
          if (!decoded.put(*std::move(piece))) return;
      }
    } catch (...) {
      decoder_fault = std::current_exception();
    }
    session.last_plan = {};
    decoded_all = true;
    decoded.close();
  });
  filterer = std::jthread([&] {
    try {
      while (std::optional<Piece> piece = decoded.take()) {
        filter_stage(*piece, session, progress);
        if (!filtered.put(*std::move(piece))) return;
      }
    } catch (...) {
      filterer_fault = std::current_exception();
      decoded.close();
    }
    filtered.close();
    if (decoded_all) session.engine.reset();
  });
  while (std::optional<Piece> piece = filtered.take())
    if (!finish(*piece)) return;
  decoder.join();
  filterer.join();
  for (const std::exception_ptr& fault : {decoder_fault, filterer_fault})
    if (fault) std::rethrow_exception(fault);
}

}  // namespace

int run_batch(const FilterCommand& command, const std::stop_token& stop) {
  const Talk& talk = command.talk;
  check_options(command);
  const JobList list = make_jobs(command.files, command.output);
  const std::vector<Job>& jobs = list.jobs;
  check_flags(jobs, command.filter.flags);
  say(talk, list.passed_by);
  Summary summary(talk, jobs.size() + list.unread.size(), list.several);
  if (!tell_unread(list, command, summary)) return summary.finish();
  std::stop_source end;  // of this batch
  const std::stop_callback interrupted(stop, [&end] { end.request_stop(); });
  const std::unique_ptr<Session> session = open_session(command, jobs.size(), end.get_token());
  const bool silent = talk.quiet && command.progress == ProgressMode::automatic;
  Progress progress(silent ? ProgressMode::none : command.progress, jobs.size());
  const LastWords last_words([&summary] { summary.interrupted(); });
  Finish finish(command, list.several, summary, progress);
  if (session->overlaps && !command.output.dry_run)
    run_overlapped(jobs, *session, progress, finish, end);
  else
    run_one_by_one(jobs, *session, progress, finish);
  progress.clear();
  return summary.finish();
}

}  // namespace selvage::cli
