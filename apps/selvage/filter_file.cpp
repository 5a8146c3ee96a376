// SPDX-License-Identifier: Apache-2.0
#include "filter_file.hpp"

#include <algorithm>
#include <utility>

#include "filter_verb.hpp"
#include "formats.hpp"
#include "metadata_notes.hpp"
#include "resolve.hpp"
#include "selvage/io.hpp"
#include "selvage/metadata.hpp"

namespace selvage::cli {
namespace {

FileReport planned(const Job& job, const Prepared& p, const Session& session) {
  const ConstImageView shape = result_shape(p, p.result);
  return {.job = job,
          .verb = session.command.verb->name,
          .flags = session.command.filter.flags,
          .dry_run = session.command.output.dry_run,
          .shape = shape,
          .filtered = p.type,
          .format = output_format(job, p.source.format, shape),
          .device = p.ready.device,
          .candidate = p.ready.candidate,
          .max_error = asked_error(p.request, p.filter, p.type),
          .error_bound = p.ready.error_bound,
          .predicted_s = p.ready.predicted_s,
          .memory = p.memory,
          .notes = p.source.notes};
}

double seconds_of(const Report& report, std::string_view stage) {
  double sum = 0.0;
  for (const Stage& s : report.stages)
    if (s.name == stage) sum += s.seconds;
  return sum;
}

void append(std::vector<std::string>& notes, const std::vector<std::string>& more) {
  notes.insert(notes.end(), more.begin(), more.end());
}

// What really ran: another device may have stepped in.
void add_run(FileReport& report, const Report& run) {
  report.device = run.device;
  report.candidate = run.candidate;
  report.error_bound = run.error_bound;
  report.upload_s = seconds_of(run, "upload");
  report.download_s = seconds_of(run, "download");
  report.kernel_s = run.kernel_seconds;
  append(report.notes, run.notes);
}

SaveOptions save_options(const FileReport& report, const OutputOptions& output) {
  const bool by_name = report.job.output != "-" && !format_of(report.job.output).empty();
  return {
      .format = by_name ? "" : report.format, .quality = output.quality, .overwrite = output.force};
}

void write(Image result, const FileReport& report, const Prepared& p, const OutputOptions& output) {
  if (result.type() != p.result) result = convert(result, p.result);
  FileTraits traits = p.source.traits;
  if (p.result != p.source.shape.type) traits.max_value = 0;  // another scale than the file's
  traits.metadata.exif = without_thumbnail(traits.metadata.exif);
  save(report.job.output, result.view(), save_options(report, output), traits);
}

// The discontinuities are a second result.
Job flags_job(const FileReport& report) {
  return {.input = report.job.input, .output = report.flags};
}

Image image_of(const ConstImageView& shape, const Limits& limits) {
  return {shape.type, shape.width, shape.height, shape.channels, shape.alpha, 1, limits};
}

}  // namespace

FileWork decode_file(const Job& job, Session& session) {
  const Stopwatch total;
  FileWork work;
  const OutputOptions& output = session.command.output;
  check_output(job, output);
  work.prepared = prepare(job.input, session);
  work.report = planned(job, work.prepared, session);
  check_save(job.output, work.report.shape, save_options(work.report, output));
  if (!work.report.flags.empty()) {
    check_output(flags_job(work.report), output);
    check_save(work.report.flags, flags_shape(work.prepared));
  }
  if (output.dry_run) return work;
  decode(work.prepared.source, work.prepared.type, session.command.limits.image);
  work.report.decode_s = work.prepared.source.decode_s;
  work.report.notes = work.prepared.source.notes;
  append(work.report.notes, metadata_notes(work.prepared, session, job.output, work.report.shape,
                                           save_options(work.report, output)));
  work.report.total_s = total.seconds();
  return work;
}

void filter_file(FileWork& work, const Session& session, Progress& progress) {
  if (work.report.dry_run) return;
  Prepared& p = work.prepared;
  const ConstImageView shape = result_shape(p, p.type);
  progress.size(std::int64_t{shape.width} * shape.height);
  const Stopwatch filtering;
  const Limits& limits = session.command.limits.image;
  work.result = image_of(shape, limits);
  if (!work.report.flags.empty()) work.flags = image_of(flags_shape(p), limits);
  const Report run = p.ready.plan->run(
      session.side.with(p.source.image), {.image = work.result, .flags = work.flags},
      {.cancel = session.stop, .progress = [&](double done) { progress.update(done); }});
  work.report.filter_s = filtering.seconds();
  work.report.total_s += work.report.filter_s;
  add_run(work.report, run);
  p.source.image = {};  // its memory is not needed for encoding
}

void encode_file(FileWork& work, const Session& session) {
  if (work.report.dry_run) return;
  const Stopwatch encoding;
  write(std::move(work.result), work.report, work.prepared, session.command.output);
  if (work.flags) save(work.report.flags, work.flags, {.overwrite = session.command.output.force});
  work.report.encode_s = encoding.seconds();
  work.report.total_s += work.report.encode_s;
}

}  // namespace selvage::cli
