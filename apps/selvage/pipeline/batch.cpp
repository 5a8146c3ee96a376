// SPDX-License-Identifier: Apache-2.0
#include "pipeline/batch.hpp"

#include <fmt/format.h>

#include <atomic>
#include <exception>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>
#include <utility>

#include "command_line/filter_verb.hpp"
#include "console/summary.hpp"
#include "inputs/jobs.hpp"
#include "pipeline/bounded_queue.hpp"
#include "pipeline/decode_stage.hpp"
#include "pipeline/encode_stage.hpp"
#include "pipeline/filter_stage.hpp"
#include "pipeline/frame_stack.hpp"
#include "pipeline/report.hpp"
#include "pipeline/resolve.hpp"
#include "pipeline/run_report.hpp"
#include "pipeline/sequence.hpp"
#include "process/interrupt.hpp"

namespace selvage::cli {
namespace {

void say_skipped(const FilterCommand& command, const Job& job) {
  const MessageOptions& messages = command.messages;
  if (messages.json)
    return print(messages, nlohmann::ordered_json{{"input", job.input},
                                                  {"output", job.output},
                                                  {"verb", command.verb->name},
                                                  {"skipped", true}});
  say_note(messages, fmt::format("{}: {} exists; skipped", job.input, job.output));
}

void say_done(const MessageOptions& messages, const FileReport& report) {
  if (messages.json) return print(messages, to_json(report));
  if (report.dry_run) return print(messages, std::string_view(plan_text(report)));
  say_report(messages, report);
}

// Frames are written one by one, as wholes.
std::string what_was_written(const Chunk& chunk, bool wrote, int frames) {
  if (!wrote || (chunk.place.starts_with("frame") && frames == 0)) return "; nothing was written";
  if (!chunk.place.starts_with("frame")) return "; the output is incomplete";
  return frames == 1 ? "; the frame before it was written"
                     : fmt::format("; the {} frames before it were written", frames);
}

// The last stage: encodes, reports and counts.
class Finish {
 public:
  Finish(const FilterCommand& command, bool several, Summary& summary, Progress& progress)
      : command_(command), several_(several), summary_(summary), progress_(progress) {}

  RunReport& run() { return run_; }

  // Returns false to end the batch.
  bool operator()(Chunk& chunk) {
    if (chunk.begins_file) encoder_.emplace(command_);
    if (chunk.file->given_up) return true;
    try {
      if (chunk.failure) std::rethrow_exception(chunk.failure);
      if (!chunk.skipped) encoder_->add(chunk);
      if (chunk.ends_file) end(chunk);
      return true;
    } catch (...) {
      return give_up(chunk, failure_of(std::current_exception()));
    }
  }

 private:
  void end(const Chunk& chunk) {
    if (chunk.skipped) return skip(chunk.file->job);
    const FileReport& report = encoder_->finish(chunk.file->clock.seconds());
    summary_.done();
    if (!command_.output.report.empty()) run_.pairs.push_back(reported_pair(command_, report));
    const MessageOptions& messages = command_.messages;
    const bool prints = messages.json || messages.verbose || report.dry_run;
    const auto hushed = prints ? progress_.hush() : std::unique_lock<std::mutex>();
    say_done(messages, report);
    if (!messages.verbose && !report.lone.empty())
      say(messages, fmt::format("selvage: note: {}: {}", report.job.input, report.lone));
  }

  void skip(const Job& job) {
    summary_.skipped();
    const auto hushed = progress_.hush();
    say_skipped(command_, job);
  }

  // Call it from a catch block.
  bool give_up(Chunk& chunk, Failure failure) {
    const Job& job = chunk.file->job;
    chunk.file->given_up = true;
    const bool wrote = encoder_->wrote() && job.output == "-";
    const int frames = encoder_->frames();
    encoder_.reset();  // removes its temporary file
    if (failure.code == exit_interrupted) {
      const auto hushed = progress_.hush();
      summary_.interrupted();
      return false;
    }
    if (failure.ends_run) throw;
    if (failure.code == exit_output && is_left_out(job, command_.output)) {
      skip(job);  // another run wrote the output meanwhile
      return true;
    }
    if (!chunk.place.empty() && failure.code != exit_output)
      failure.what = with_place(failure.what, job.input, chunk.place);
    if (several_) failure.what = with_input(failure.what, job.input);
    if (failure.code == exit_input) failure.what += what_was_written(chunk, wrote, frames);
    summary_.failed(failure.code);
    const auto hushed = progress_.hush();
    say_failure(command_.messages, job.input, failure);
    run_.failures.push_back(json_of(job.input, failure));
    return !command_.output.fail_fast;
  }

  const FilterCommand& command_;
  bool several_;
  Summary& summary_;
  Progress& progress_;
  std::optional<Encoder> encoder_;  // of the current file
  RunReport run_;
};

// Reports the unread folders. Returns false to end the batch.
bool tell_unread(const JobList& list, const FilterCommand& command, Summary& summary) {
  for (const UnreadFolder& folder : list.unread) {
    const Failure failure = failure_of(folder.error);
    summary.failed(failure.code);
    say_failure(command.messages, folder.path, failure);
    if (command.output.fail_fast) return false;
  }
  return true;
}

// The second stage, of pages by themselves or together.
class Filterer {
 public:
  Filterer(const Session& session, Progress& progress, StackFilter::PassOn pass_on)
      : session_(session), progress_(progress), pass_on_(pass_on) {
    if (session.command.filter.is_stack()) stack_.emplace(session, progress, std::move(pass_on));
  }

  // Returns false to end the batch.
  bool add(Chunk&& chunk) {
    if (stack_) return stack_->add(std::move(chunk));
    filter_stage(chunk, session_, progress_);
    return pass_on_(std::move(chunk));
  }

 private:
  const Session& session_;
  Progress& progress_;
  StackFilter::PassOn pass_on_;
  std::optional<StackFilter> stack_;
};

void run_one_by_one(const std::vector<Job>& jobs, Session& session, Progress& progress,
                    Finish& finish) {
  Filterer filterer(session, progress, [&](Chunk&& chunk) { return finish(chunk); });
  for (const Job& job : jobs) {
    Decoder decoder(job, session);
    while (std::optional<Chunk> chunk = decoder.next())
      if (!filterer.add(*std::move(chunk))) return;
  }
}

// While a chunk is filtered, the next one is decoded and the previous one is encoded. The device is
// released during the last encoding, since a GPU driver needs as much time for that.
void run_overlapped(const std::vector<Job>& jobs, Session& session, Progress& progress,
                    Finish& finish, std::stop_source& end) {
  BoundedQueue<Chunk> decoded, filtered;
  std::atomic<bool> decoded_all = false;
  std::exception_ptr decoder_fault, filterer_fault;  // outside of any chunk: no memory for one
  std::jthread decoder, filterer;
  struct End {  // runs before the threads are joined, even after an exception
    BoundedQueue<Chunk>&decoded, &filtered;
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
        Decoder chunks(job, session);
        while (std::optional<Chunk> chunk = chunks.next())
          if (!decoded.put(*std::move(chunk))) return;
      }
    } catch (...) {
      decoder_fault = std::current_exception();
    }
    session.last_plans = {};
    decoded_all = true;
    decoded.close();
  });
  filterer = std::jthread([&] {
    try {
      Filterer stage(session, progress,
                     [&](Chunk&& chunk) { return filtered.put(std::move(chunk)); });
      while (std::optional<Chunk> chunk = decoded.take())
        if (!stage.add(*std::move(chunk))) return;
    } catch (...) {
      filterer_fault = std::current_exception();
      decoded.close();
    }
    filtered.close();
    if (decoded_all) session.engine.reset();
  });
  while (std::optional<Chunk> chunk = filtered.take())
    if (!finish(*chunk)) return;
  decoder.join();
  filterer.join();
  for (const std::exception_ptr& fault : {decoder_fault, filterer_fault})
    if (fault) std::rethrow_exception(fault);
}

}  // namespace

int run_batch(const FilterCommand& command, const std::stop_token& stop) {
  const MessageOptions& messages = command.messages;
  check_options(command);
  JobList list = make_jobs(command.files, command.output);
  join_frames(list.jobs, command);
  const std::vector<Job>& jobs = list.jobs;
  check_flags(jobs, command.filter.flags);
  check_quality(jobs, command.output);
  check_report(command, jobs);
  say(messages, list.passed_by);
  Summary summary(messages, jobs.size() + list.unread.size(), list.several);
  if (!tell_unread(list, command, summary)) return summary.finish();
  std::stop_source end;  // stops this batch
  const std::stop_callback interrupted(stop, [&end] { end.request_stop(); });
  const std::unique_ptr<Session> session = open_session(command, jobs.size(), end.get_token());
  for (const Job& job : jobs)
    if (job.is_frame()) session->side->check_found(job);
  const bool silent = messages.quiet && command.progress == ProgressMode::automatic;
  Progress progress(silent ? ProgressMode::none : command.progress, jobs.size());
  const InterruptGuard interrupt_guard([&summary] { summary.interrupted(); });
  Finish finish(command, list.several, summary, progress);
  if (session->overlaps && !command.output.dry_run)
    run_overlapped(jobs, *session, progress, finish, end);
  else
    run_one_by_one(jobs, *session, progress, finish);
  progress.clear();
  write_report(command, finish.run(), session->memory.allowed(), stop);
  return summary.finish();
}

}  // namespace selvage::cli
