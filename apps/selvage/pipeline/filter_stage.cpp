// SPDX-License-Identifier: Apache-2.0
#include "pipeline/filter_stage.hpp"

#include "pipeline/video.hpp"

namespace selvage::cli {
namespace {

double seconds_of(const Report& report, std::string_view stage) {
  double sum = 0.0;
  for (const Stage& s : report.stages)
    if (s.name == stage) sum += s.seconds;
  return sum;
}

// Records what really ran, which may be a fallback device.
void add_run(FileReport& report, const Report& run, const VideoTraits& video) {
  report.device = run.device;
  report.candidate = run.candidate;
  report.error_bound = error_of_video(run.error_bound, video);
  report.upload_s = seconds_of(run, "upload");
  report.download_s = seconds_of(run, "download");
  report.kernel_s = run.kernel_seconds;
  report.certified = run.certified;
  report.recomputed = run.recomputed;
  report.terms = run.terms;
  report.notes.insert(report.notes.end(), run.notes.begin(), run.notes.end());
}

Image image_of(const ConstImageView& shape, const Limits& limits) {
  return {shape.type, shape.width, shape.height, shape.channels, shape.alpha, 1, limits};
}

// Returns the fraction of the file that is done, given that of the chunk.
double share_of_file(const Chunk& chunk, double done) {
  const PageJob& p = *chunk.page;
  const Rect& all = p.frame.compute;
  const double rows = chunk.band.first - all.y + done * chunk.band.count();
  return (p.page + rows / all.height) / p.file.pages;
}

void filter(Chunk& chunk, const Inputs& inputs, const Session& session, Progress& progress) {
  const PageJob& p = *chunk.page;
  const Limits& limits = session.command.limits.image;
  const ConstImageView shape = result_shape(p, p.type, chunk.band.count());
  const bool frame = is_frame(p.file, p.page);
  if (frame)
    progress.frame(p.page / p.file.video.planes + 1);
  else
    progress.size(std::int64_t{p.frame.compute.width} * p.frame.compute.height * p.file.pages);
  if (p.copied) {
    chunk.result = chunk.input->clone();
    return;
  }
  const Stopwatch filtering;
  if (chunk.reserving.valid()) chunk.reserving.get();
  chunk.result = image_of(shape, limits);
  if (!session.command.filter.flags.file.empty())
    chunk.flags = image_of(shape_of(PixelType::u8, shape.width, shape.height, 1, false), limits);
  const Report run = chunk.plan->run(inputs, {.image = chunk.result, .flags = chunk.flags},
                                     {.cancel = session.stop, .progress = [&](double done) {
                                        if (!frame) progress.update(share_of_file(chunk, done));
                                      }});
  chunk.report.filter_s = filtering.seconds();
  chunk.report.total_s += chunk.report.filter_s;
  add_run(chunk.report, run, p.file.video);
}

}  // namespace

void filter_stage(Chunk& chunk, const Inputs& inputs, const Session& session, Progress& progress) {
  if (chunk.begins_file) progress.begin(chunk.file->job.input);
  try {
    if (inputs.image && !chunk.file->given_up) filter(chunk, inputs, session, progress);
  } catch (...) {
    chunk.failure = std::current_exception();
  }
  chunk.input.reset();
  chunk.side = {};
  chunk.reserving = {};  // waits if the chunk was given up
  chunk.plan.reset();
}

void filter_stage(Chunk& chunk, const Session& session, Progress& progress) {
  const Inputs inputs = chunk.input ? chunk.side.with(chunk.input->view()) : Inputs{};
  filter_stage(chunk, inputs, session, progress);
}

}  // namespace selvage::cli
