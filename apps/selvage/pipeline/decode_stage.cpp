// SPDX-License-Identifier: Apache-2.0
#include "pipeline/decode_stage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "command_line/filter_verb.hpp"
#include "inputs/formats.hpp"
#include "pipeline/cut_page.hpp"
#include "pipeline/elevation.hpp"
#include "pipeline/metadata_notes.hpp"
#include "pipeline/resolve.hpp"
#include "pipeline/video.hpp"
#include "side_images/side_video.hpp"

namespace selvage::cli {
namespace {

// Returns how many finite samples of the rows, from `first` on, are outside the numeric contract.
// Invalid ones do not count.
std::int64_t count_beyond_contract(const ConstImageView& rows, int first,
                                   std::optional<float> invalid) {
  if (rows.type != PixelType::f32) return 0;
  std::int64_t count = 0;
  for (int y = std::max(0, first); y < rows.height; ++y) {
    const auto* const row = reinterpret_cast<const float*>(rows.at(0, y));
    const std::ptrdiff_t samples = std::ptrdiff_t{rows.width} * rows.channels;
    count += std::count_if(row, row + samples, [&](float v) {
      return std::fabs(v) > largest_exact_sample && std::isfinite(v) && v != invalid;
    });
  }
  return count;
}

// Checks that a file can hold the result. Where alpha is in the way, the hint says what helps.
void check_result(const std::string& file, const ConstImageView& shape,
                  const SaveOptions& options) {
  try {
    check_save(file, shape, options);
  } catch (const Error& e) {
    ConstImageView opaque = shape;
    opaque.channels -= 1;
    opaque.alpha = false;
    if (!shape.alpha) throw;
    check_save(file, opaque, options);
    throw Error(e.code(), e.what(), e.hint() + "; or lay it over a colour: --background white");
  }
}

}  // namespace

Decoder::Decoder(const Job& job, Session& session)
    : session_(session), file_(new FileTask{.job = job}) {}

std::optional<Chunk> Decoder::next() {
  if (ended_ || file_->given_up) return {};
  const Stopwatch total;
  Chunk chunk{.file = file_, .begins_file = !begun_};
  begun_ = true;
  chunk.place = place();
  try {
    if (session_.stop.stop_requested()) throw Error(Errc::cancelled, "interrupted");
    fill(chunk);
  } catch (...) {
    chunk.failure = std::current_exception();
    chunk.input.reset();
    chunk.place = place();  // the header of the next page may be bad
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
  if (awaits_frame_) {
    awaits_frame_ = false;
    chunk.ends_file = !source_->reader.next();
    if (chunk.ends_file) return end_stream(chunk);
  }
  chunk.begins_page = !page_;
  if (!page_) begin_page();
  if (chunk.begins_file)
    chunk.report = planned();
  else
    chunk.report = {.filtered = page_->type,
                    .max_error = max_error(),
                    .memory = page_->memory,
                    .bands = chunk.begins_page ? page_->bands.count : 0};
  chunk.page = page_;
  chunk.ends_file = output.dry_run;
  if (output.dry_run) return;

  const Stopwatch decoding;
  if (!bands_) bands_.emplace(*source_, *page_, session_, reserves_ahead());
  ReadBand band = bands_->next();
  chunk.ends_page = bands_->done();
  if (chunk.ends_page) bands_->end_page();
  chunk.band = band.band;
  chunk.input = std::move(band.input);
  chunk.side = std::move(band.side);
  chunk.plan = std::move(band.plan);
  chunk.reserving = std::move(band.reserving);
  chunk.traits = source_->reader.traits();
  if (page_->divides) chunk.traits.premultiplied = false;
  const Rows rows = page_->bands.count == 1 ? page_->rows : rows_of_band(*page_, band.band);
  beyond_contract_ +=
      count_beyond_contract(*chunk.input, rows_counted_ - rows.first, invalid_of(page_->filter));
  rows_counted_ = chunk.ends_page ? 0 : rows.end;
  if (chunk.begins_page)
    chunk.report.notes = metadata_notes(chunk.traits, *page_, file_->job, session_.command);
  if (chunk.ends_page) {
    awaits_frame_ = page_->file.stream;
    const bool last_page = ++source_->page == page_->file.pages;
    bands_.reset();
    page_->ready.plan.reset();  // chunks hold their own
    page_.reset();              // releases its memory for the next page
    chunk.ends_file = !awaits_frame_ && (last_page || !source_->reader.next());
    if (chunk.ends_file) check_guide_end();
  }
  if (chunk.ends_file && beyond_contract_ > 0)
    chunk.report.notes.push_back(
        fmt::format("{} samples are beyond {:g} in magnitude: no error bound holds for results "
                    "that depend on them",
                    beyond_contract_, largest_exact_sample));
  chunk.report.decode_s = decoding.seconds();
}

// The last frame was passed on before it was known to be the last: waiting for another one would
// delay it.
void Decoder::end_stream(Chunk& chunk) const {
  check_guide_end();
  chunk.traits.notes = source_->reader.traits().notes;
}

// Throws Error{input} if the guide is a video that goes on.
void Decoder::check_guide_end() const {
  if (const std::shared_ptr<SideVideo>& guide = source_->side->guide().video)
    guide->check_end(source_->page / source_->reader.info().video.planes, file_->job.input);
}

// A GPU's page-locked memory and kernels take longer than a band is filtered (docs/journal/0034).
// Later plans take over what the first one reserved, so they need not be early.
bool Decoder::reserves_ahead() {
  const bool first = !std::exchange(session_.reserved_first, true);
  return first && session_.overlaps && !page_->copied && page_->ready.device != "cpu" &&
         !session_.command.filter.is_stack();
}

std::string Decoder::place() const {
  return source_ ? place_of(source_->reader.info(), source_->page) : "";
}

double Decoder::max_error() const {
  return page_->copied ? 0.0 : error_of_video(page_->ready.max_error, page_->file.video);
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
  check_quality(file_->job, p.format, command.output);
  check_result(file_->job.output, written_shape(p),
               save_options(file_->job, p.format, command.output));
  check_pages(file_->job.input, p.file.pages, p.format);
  const FlagsOutput& flags = command.filter.flags;
  if (flags.file.empty() || p.page > 0) return;
  check_not_read(flags.option(), flags.file, files_read());
  check_output(flags_job(file_->job, flags), command.output);
  check_second(flags.option(), flags.file, flags_shape(p));
  check_pages(file_->job.input, p.file.pages, format_of(flags.file));
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
          .shape = written_shape(p),
          .video = p.file.video,
          .filtered = p.type,
          .format = p.format,
          .device = p.ready.device,
          .candidate = p.ready.candidate,
          .max_error = max_error(),
          .error_bound = error_of_video(p.ready.error_bound, p.file.video),
          .predicted_s = p.ready.predicted_s,
          .memory = p.memory,
          .pages = p.file.pages,
          .bands = p.bands.count,
          .range = p.range,
          .depth = depth_window(p.filter, session_.command.filter),
          .notes = dry_run ? p.file.notes : std::vector<std::string>()};
}

}  // namespace selvage::cli
