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

// The last stage: encodes, talks and counts.
class Finish {
 public:
  Finish(const Session& session, const JobList& list, Progress& progress)
      : session_(session), files_(list.jobs.size()), several_(list.several), progress_(progress) {}

  // False: the batch ends here. An interrupt is thrown on.
  bool operator()(Piece& piece) {
    if (piece.begins_file) begin();
    if (piece.file->given_up) return true;
    try {
      if (piece.failure) std::rethrow_exception(piece.failure);
      if (!piece.skipped) encoder_->add(piece);
      if (piece.ends_file) end(piece);
      return true;
    } catch (...) {
      piece.file->given_up = true;
      const bool wrote = encoder_->wrote() && piece.file->job.output == "-";
      encoder_.reset();  // so that its temporary file goes
      code_ = tell(piece.file->job, failure_of(std::current_exception()), wrote);
    }
    ++failed_;
    return !session_.command.output.fail_fast;
  }

  // Says how many files were done, where there are several.
  int exit_code() const {
    if (!several_) return failed_ == 0 ? exit_done : code_;
    const Talk& talk = session_.command.talk;
    if (talk.json)
      print(talk, nlohmann::ordered_json{{"summary",
                                          {{"files", files_},
                                           {"done", tried_ - failed_ - skipped_},
                                           {"failed", failed_},
                                           {"skipped", skipped_},
                                           {"not_tried", files_ - tried_}}}});
    else if (failed_ > 0 || (!talk.quiet && skipped_ > 0) || talk.verbose)
      say({}, summary());
    return failed_ == 0 ? exit_done : exit_differs;
  }

 private:
  void begin() {
    ++tried_;
    encoder_.emplace(session_.command);
  }

  void end(const Piece& piece) {
    const Talk& talk = session_.command.talk;
    const FileReport* report = piece.skipped ? nullptr : &encoder_->finish();
    const bool talks = talk.json || talk.verbose || (report && report->dry_run);
    const auto hushed = talks ? progress_.hush() : std::unique_lock<std::mutex>();
    skipped_ += piece.skipped ? 1 : 0;
    if (report)
      say_done(talk, *report);
    else
      say_skipped(session_.command, piece.file->job);
  }

  std::string summary() const {
    std::string text =
        fmt::format("selvage: {} of {} files done", tried_ - failed_ - skipped_, files_);
    if (failed_ > 0) text += fmt::format(", {} failed", failed_);
    if (skipped_ > 0) text += fmt::format(", {} skipped", skipped_);
    if (tried_ < files_) text += fmt::format(", {} not tried", files_ - tried_);
    return text;
  }

  int tell(const Job& job, Failure failure, bool wrote) const {
    if (failure.code == exit_interrupted) throw;
    if (several_) failure.what = with_input(failure.what, job.input);
    if (failure.code == exit_input)
      failure.what += wrote ? "; what was written is not whole" : "; nothing was written";
    const auto hushed = progress_.hush();
    say_failure(session_.command.talk, job.input, failure);
    return failure.code;
  }

  const Session& session_;
  std::size_t files_;
  bool several_;
  Progress& progress_;
  std::optional<Encoder> encoder_;  // of the file under way
  std::size_t failed_ = 0, skipped_ = 0, tried_ = 0;
  int code_ = exit_done;  // of the last failure
};

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
  std::stop_source end;  // of this batch
  const std::stop_callback interrupted(stop, [&end] { end.request_stop(); });
  const std::unique_ptr<Session> session = open_session(command, jobs.size(), end.get_token());
  const bool silent = talk.quiet && command.progress == ProgressMode::automatic;
  Progress progress(silent ? ProgressMode::none : command.progress, jobs.size());
  Finish finish(*session, list, progress);
  if (session->overlaps && !command.output.dry_run)
    run_overlapped(jobs, *session, progress, finish, end);
  else
    run_one_by_one(jobs, *session, progress, finish);
  progress.clear();
  return finish.exit_code();
}

}  // namespace selvage::cli
