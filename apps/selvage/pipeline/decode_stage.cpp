// SPDX-License-Identifier: Apache-2.0
#include "pipeline/decode_stage.hpp"

#include <utility>

#include "command_line/filter_verb.hpp"
#include "inputs/formats.hpp"
#include "pipeline/metadata_notes.hpp"
#include "pipeline/resolve.hpp"

namespace selvage::cli {

Decoder::Decoder(const Job& job, Session& session)
    : session_(session), file_(new FileTask{.job = job}) {}

std::optional<Chunk> Decoder::next() {
  if (ended_ || file_->given_up) return {};
  const Stopwatch total;
  Chunk chunk{.file = file_, .begins_file = !begun_};
  begun_ = true;
  chunk.page_index = source_ ? source_->page : 0;
  try {
    if (session_.stop.stop_requested()) throw Error(Errc::cancelled, "interrupted");
    fill(chunk);
  } catch (...) {
    chunk.failure = std::current_exception();
    chunk.page_index = source_ ? source_->page : 0;  // the header of the next page may be bad
    chunk.ends_file = true;
  }
  ended_ = chunk.ends_file;
  if (ended_) {
    bands_.reset();
    page_.reset();
    source_.reset();
  }
  chunk.report.total_s = total.seconds();
  return chunk;
}

void Decoder::fill(Chunk& chunk) {
  const OutputOptions& output = session_.command.output;
  if (chunk.begins_file && is_left_out(file_->job, output)) {
    chunk.skipped = chunk.ends_file = true;
    return;
  }
  if (chunk.begins_file) open();
  chunk.begins_page = !page_;
  if (!page_) begin_page();
  if (chunk.begins_file)
    chunk.report = planned();
  else
    chunk.report = {.filtered = page_->type,
                    .max_error = page_->ready.plan->max_error(),
                    .memory = page_->memory,
                    .bands = chunk.begins_page ? page_->bands.count : 0};
  chunk.page = page_;
  chunk.ends_file = output.dry_run;
  if (output.dry_run) return;

  const Stopwatch decoding;
  if (!bands_) bands_.emplace(*source_, *page_, session_);
  ReadBand band = bands_->next();
  chunk.ends_page = bands_->done();
  if (chunk.ends_page) bands_->end_page();
  chunk.band = band.band;
  chunk.input = std::move(band.input);
  chunk.side = std::move(band.side);
  chunk.plan = std::move(band.plan);
  chunk.traits = source_->reader.traits();
  if (chunk.begins_page)
    chunk.report.notes = metadata_notes(chunk.traits, *page_, file_->job, session_.command);
  if (chunk.ends_page) {
    const bool last_page = ++source_->page == page_->file.pages;
    bands_.reset();
    page_->ready.plan.reset();  // chunks hold their own
    page_.reset();              // releases its memory for the next page
    chunk.ends_file = last_page || !source_->reader.next();
  }
  chunk.report.decode_s = decoding.seconds();
}

void Decoder::open() {
  const Job& job = file_->job;
  check_output(job, session_.command.output);
  source_ = std::make_unique<Source>(open_source(job, session_));
}

void Decoder::begin_page() {
  const FilterCommand& command = session_.command;
  page_ = std::make_shared<PageJob>(prepare_page(*source_, session_));
  const PageJob& p = *page_;
  check_save(file_->job.output, result_shape(p, p.result),
             save_options(file_->job, p.format, command.output));
  check_pages(file_->job.input, p.file.pages, p.format);
  const std::string& flags = command.filter.flags;
  if (flags.empty() || p.page > 0) return;
  check_not_read("--flags", flags, files_read());
  check_output(flags_job(file_->job, flags), command.output);
  check_second("--flags", flags, flags_shape(p));
  check_pages(file_->job.input, p.file.pages, format_of(flags));
}

std::vector<std::string> Decoder::files_read() const {
  std::vector<std::string> files{file_->job.input};
  for (const SideImage& image : source_->side->images)
    if (image) files.push_back(image.name);
  return files;
}

FileReport Decoder::planned() const {
  const PageJob& p = *page_;
  const bool dry_run = session_.command.output.dry_run;
  return {.job = file_->job,
          .verb = session_.command.verb->name,
          .flags = session_.command.filter.flags,
          .dry_run = dry_run,
          .shape = result_shape(p, p.result),
          .filtered = p.type,
          .format = p.format,
          .device = p.ready.device,
          .candidate = p.ready.candidate,
          .max_error = p.ready.plan->max_error(),
          .error_bound = p.ready.error_bound,
          .predicted_s = p.ready.predicted_s,
          .memory = p.memory,
          .pages = p.file.pages,
          .bands = p.bands.count,
          .notes = dry_run ? p.file.notes : std::vector<std::string>()};
}

}  // namespace selvage::cli
