// SPDX-License-Identifier: Apache-2.0
#include "filter_stage.hpp"

namespace selvage::cli {
namespace {

double seconds_of(const Report& report, std::string_view stage) {
  double sum = 0.0;
  for (const Stage& s : report.stages)
    if (s.name == stage) sum += s.seconds;
  return sum;
}

// What really ran: another device may have stepped in.
void add_run(FileReport& report, const Report& run) {
  report.device = run.device;
  report.candidate = run.candidate;
  report.error_bound = run.error_bound;
  report.upload_s = seconds_of(run, "upload");
  report.download_s = seconds_of(run, "download");
  report.kernel_s = run.kernel_seconds;
  report.notes.insert(report.notes.end(), run.notes.begin(), run.notes.end());
}

Image image_of(const ConstImageView& shape, const Limits& limits) {
  return {shape.type, shape.width, shape.height, shape.channels, shape.alpha, 1, limits};
}

// Share of the file that is done when this share of the piece is.
double share_of_file(const Piece& piece, double done) {
  const Prepared& p = *piece.page;
  const Rect& all = p.frame.compute;
  const double rows = piece.band.first - all.y + done * piece.band.count();
  return (p.page + rows / all.height) / p.file.pages;
}

void filter(Piece& piece, const Session& session, Progress& progress) {
  const Prepared& p = *piece.page;
  const Limits& limits = session.command.limits.image;
  const ConstImageView shape = result_shape(p, p.type, piece.band.count());
  progress.size(std::int64_t{p.frame.compute.width} * p.frame.compute.height * p.file.pages);
  const Stopwatch filtering;
  piece.result = image_of(shape, limits);
  if (!session.command.filter.flags.empty())
    piece.flags = image_of(shape_of(PixelType::u8, shape.width, shape.height, 1, false), limits);
  const Report run = piece.plan->run(
      piece.side.with(piece.input->view()), {.image = piece.result, .flags = piece.flags},
      {.cancel = session.stop,
       .progress = [&](double done) { progress.update(share_of_file(piece, done)); }});
  piece.report.filter_s = filtering.seconds();
  piece.report.total_s += piece.report.filter_s;
  add_run(piece.report, run);
}

}  // namespace

void filter_stage(Piece& piece, const Session& session, Progress& progress) {
  if (piece.begins_file) progress.begin(piece.file->job.input);
  try {
    if (piece.input && !piece.file->given_up) filter(piece, session, progress);
  } catch (...) {
    piece.failure = std::current_exception();
  }
  piece.input.reset();
  piece.side = {};
  piece.plan.reset();
}

}  // namespace selvage::cli
