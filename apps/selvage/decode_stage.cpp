// SPDX-License-Identifier: Apache-2.0
#include "decode_stage.hpp"

#include <utility>

#include "filter_verb.hpp"
#include "formats.hpp"
#include "metadata_notes.hpp"
#include "resolve.hpp"

namespace selvage::cli {

Decoder::Decoder(const Job& job, Session& session)
    : session_(session), file_(new FileTask{.job = job}) {}

std::optional<Piece> Decoder::next() {
  if (ended_ || file_->given_up) return {};
  const Stopwatch total;
  Piece piece{.file = file_, .begins_file = !begun_};
  begun_ = true;
  piece.page_index = source_ ? source_->page : 0;
  try {
    if (session_.stop.stop_requested()) throw Error(Errc::cancelled, "interrupted");
    fill(piece);
  } catch (...) {
    piece.failure = std::current_exception();
    piece.page_index = source_ ? source_->page : 0;  // the next one's header may be bad
    piece.ends_file = true;
  }
  ended_ = piece.ends_file;
  if (ended_) {
    bands_.reset();
    page_.reset();
    source_.reset();
  }
  piece.report.total_s = total.seconds();
  return piece;
}

void Decoder::fill(Piece& piece) {
  const OutputOptions& output = session_.command.output;
  if (piece.begins_file && is_left_out(file_->job, output)) {
    piece.skipped = piece.ends_file = true;
    return;
  }
  if (piece.begins_file) open();
  piece.begins_page = !page_;
  if (!page_) begin_page();
  if (piece.begins_file)
    piece.report = planned();
  else
    piece.report = {.filtered = page_->type,
                    .max_error = asked_error(page_->request, page_->filter, page_->type),
                    .memory = page_->memory,
                    .bands = piece.begins_page ? page_->bands.count : 0};
  piece.page = page_;
  piece.ends_file = output.dry_run;
  if (output.dry_run) return;

  const Stopwatch decoding;
  if (!bands_) bands_.emplace(*source_, *page_, session_);
  ReadBand band = bands_->next();
  piece.ends_page = bands_->done();
  if (piece.ends_page) bands_->end_page();
  piece.band = band.band;
  piece.input = std::move(band.input);
  piece.side = std::move(band.side);
  piece.plan = std::move(band.plan);
  piece.traits = source_->reader.traits();
  if (piece.begins_page)
    piece.report.notes = metadata_notes(piece.traits, *page_, file_->job, session_.command);
  if (piece.ends_page) {
    const bool last_page = ++source_->page == page_->file.pages;
    bands_.reset();
    page_->ready.plan.reset();  // pieces have theirs
    page_.reset();              // so that its memory can be had for the next one
    piece.ends_file = last_page || !source_->reader.next();
  }
  piece.report.decode_s = decoding.seconds();
}

void Decoder::open() {
  const Job& job = file_->job;
  check_output(job, session_.command.output);
  source_ = std::make_unique<Source>(open_source(job, session_));
}

void Decoder::begin_page() {
  const FilterCommand& command = session_.command;
  page_ = std::make_shared<Prepared>(prepare(*source_, session_));
  const Prepared& p = *page_;
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
  const Prepared& p = *page_;
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
          .max_error = asked_error(p.request, p.filter, p.type),
          .error_bound = p.ready.error_bound,
          .predicted_s = p.ready.predicted_s,
          .memory = p.memory,
          .pages = p.file.pages,
          .bands = p.bands.count,
          .notes = dry_run ? p.file.notes : std::vector<std::string>()};
}

}  // namespace selvage::cli
